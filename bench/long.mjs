// What a run of 20,000 rows takes of the machine:
//
//   ./dev bench long
//
// No task of Batayan has so many rows. So a copy of this project is built, under .sukat/long, whose suite names
// files with every official row several times under ids of their own; `bench/memory.mjs` measures there.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { noOfficialRows, officialRows, repository, suite } from "../tests/e2e/support/official.mjs";

const least = 20_000;
if (noOfficialRows) {
  console.error(`bench: ${noOfficialRows}`);
  process.exit(1);
}

const copy = join(repository, ".sukat/long");
const parts = ["Cargo.toml", "Cargo.lock", "index.html", "dev", "package.json", "package-lock.json", ".cargo"];
const folders = ["src", "assets", "data", "tests", "bench", "examples"];
mkdirSync(copy, { recursive: true });
// What was built there before is kept: only what has changed is built again.
for (const name of [...parts, ...folders]) {
  if (folders.includes(name)) rmSync(join(copy, name), { recursive: true, force: true });
  cpSync(join(repository, name), join(copy, name), { recursive: true, preserveTimestamps: true });
}
if (!existsSync(join(copy, "node_modules"))) symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"));

const nRows = suite.tasks.reduce((sum, { test_file }) => sum + test_file.rows, 0);
const times = Math.ceil(least / nRows);
const official = join(copy, "official");
for (const task of suite.tasks) {
  const rows = officialRows(task);
  const all = Array.from({ length: times }, (_, time) => rows.map((row) => ({ ...row, id: `${row.id}-${time}` }))).flat();
  const bytes = Buffer.from(all.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { path } = task.test_file;
  mkdirSync(join(official, dirname(path)), { recursive: true });
  writeFileSync(join(official, path), bytes);
  const from = join(process.env.SUKAT_OFFICIAL ?? join(repository, "../shared/data/batayan"), task.examples_file.path);
  mkdirSync(join(official, dirname(task.examples_file.path)), { recursive: true });
  cpSync(from, join(official, task.examples_file.path));
  task.test_file = { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"), rows: all.length };
}
writeFileSync(join(copy, "data/suites/batayan.json"), JSON.stringify(suite, null, 2));

const options = { cwd: copy, stdio: "inherit", env: { ...process.env, SUKAT_OFFICIAL: official } };
execFileSync("./dev", ["build"], options);
rmSync(join(copy, "dist/data/official"), { force: true, recursive: true });
mkdirSync(join(copy, "dist/data"), { recursive: true });
symlinkSync(official, join(copy, "dist/data/official"));
try {
  execFileSync("node", ["bench/memory.mjs"], options);
} catch {
  process.exitCode = 1; // it has said why
}
