// The same core, natively: what the page must agree with, to the last bit.
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { noOfficialRows, officialFolder, repository } from "./official.mjs";

const run = promisify(execFile);
const options = { cwd: repository, maxBuffer: 1 << 26 };
const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");

/** An example of the core; `./dev` builds them before the browser's tests. */
const example = (name) => join(target, "debug/examples", name);

/**
 * Scores a record or files of predictions. Gives `{ tasks, lenient, averages, counts, confusion }`,
 * each number in full; `policy` is "strict" or "parity".
 */
export async function scoreNatively(files, policy) {
  const data = noOfficialRows ? [] : [officialFolder];
  const args = [...[files].flat(), ...data, ...(policy === "strict" ? ["strict"] : [])];
  const { stdout } = await run(example("score"), args, options);
  return JSON.parse(stdout);
}

/**
 * Writes a complete set of predictions into a folder. Gives the nine inference files of SEA-HELM
 * v1, and the same replies as one JSONL.
 */
export async function predictNatively(folder) {
  await run(example("predict"), [officialFolder, folder], options);
  const inference = join(folder, "modelong-haka-7b", "inference");
  const names = (await readdir(inference)).sort();
  return {
    inference: names.map((name) => join(inference, name)),
    combined: join(folder, "predictions.jsonl"),
  };
}
