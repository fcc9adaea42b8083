// The suite's facts, and the official rows where this machine has them.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const repository = resolve(import.meta.dirname, "../../..");

/** `data/suites/batayan.json`: what the benchmark is. */
export const suite = JSON.parse(readFileSync(join(repository, "data/suites/batayan.json"), "utf8"));

/** Where the official rows are; the same folder that `./dev` puts behind the page. */
export const officialFolder = process.env.SUKAT_OFFICIAL ?? join(repository, "../shared/data/batayan");

/** Why a test is skipped on a machine without the rows; else `false`. */
export const noOfficialRows =
  !existsSync(officialPath(suite.tasks[0].test_file)) && `no official rows in ${officialFolder}`;

/** Every file of the benchmark: `{ path, bytes, sha256, rows }`. */
export const officialFiles = suite.tasks.flatMap(({ test_file, examples_file }) => [test_file, examples_file]);

export function officialPath(file) {
  return join(officialFolder, file.path);
}

/** The task's test rows as they stand in the file. */
export function officialRows(task) {
  const text = readFileSync(officialPath(task.test_file), "utf8");
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The word that is right for a row of a task with labels, or its reference text. */
export function goldOf(task, row) {
  const label = task.labels.find(({ gold_v1 }) => gold_v1 === row.label);
  return label ? label.answer : String(row.label);
}
