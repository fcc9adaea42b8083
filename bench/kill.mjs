// Runs of 600 rows in a browser whose process is killed fifty times:
//
//   ./dev bench kill
//
// Whatever the moment, the record has every row once, and the endpoint is asked again only for rows
// that were out or not yet stored when a kill came. Prints every figure, and fails when that is not
// so. SUKAT_SEED and SUKAT_KILLS set other moments and another number.
import { strict as assert } from "node:assert";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scoreNatively } from "../tests/e2e/support/native.mjs";
import { noOfficialRows } from "../tests/e2e/support/official.mjs";
import { account, runAndKill } from "../tests/e2e/support/kills.mjs";
import { startSite } from "../tests/e2e/support/site.mjs";

if (noOfficialRows) {
  console.error(`bench: ${noOfficialRows}`);
  process.exit(1);
}

const seed = Number(process.env.SUKAT_SEED ?? Date.now() % 1_000_000);
const nKills = Number(process.env.SUKAT_KILLS ?? 50);
const atOnce = 6;
// Replies come at once: beside those that are out, twice as many may be on their way to the storage.
const mostAgain = 3 * atOnce;
const form = { tasks: ["NLI"], nRows: 600 };

console.log(`Runs of ${form.nRows} rows, ${atOnce} requests at once, 40 ms latency; ${nKills} kills at moments of seed ${seed}`);
const site = await startSite();
const folder = await mkdtemp(join(tmpdir(), "sukat-kill-"));
const began = performance.now();
const broken = [];
try {
  const { baseURL } = site;
  const { runs, kills } = await runAndKill({
    baseURL, form, nKills, seed, atOnce, withinMillis: 2_500, latencyMillis: 40,
    say: (text) => process.env.SUKAT_SAY && console.log(`        ${text}`),
  });
  console.log(`        kills after (ms): ${kills.map(({ afterMillis }) => afterMillis).join(" ")}`);
  console.log(`        open requests at the kills: ${kills.map(({ nOpen }) => nOpen).join(" ")}`);
  const totals = { lost: 0, doubled: 0, unexplained: 0 };
  let scores;
  for (const [idx, run] of runs.entries()) {
    const rows = account(run, form.nRows);
    console.log(`        run ${idx + 1}: ${JSON.stringify(rows)}`);
    totals.lost += rows.nLost + rows.nWithoutText + rows.nNeverAsked;
    totals.doubled += rows.nDoubled;
    totals.unexplained += rows.nUnexplained + Math.max(0, rows.nMostAgain - mostAgain);
    const path = join(folder, `${idx}.json`);
    await writeFile(path, run.text);
    const native = await scoreNatively(path, "strict");
    totals.doubled += Math.max(0, native.counts.NLI.n_answered - form.nRows);
    scores ??= native.tasks;
    assert.deepEqual(native.tasks, scores, "the same replies give the same scores, however often a run was killed");
  }
  promise("rows lost", totals.lost === 0, totals.lost);
  promise("rows doubled in a record or its score", totals.doubled === 0, totals.doubled);
  promise("requests that no kill explains", totals.unexplained === 0, totals.unexplained);
  promise("kills", kills.length === nKills, `${kills.length} in ${runs.length} runs, ${((performance.now() - began) / 1000).toFixed(0)} s`);
} finally {
  await site.close();
  await rm(folder, { recursive: true });
}
process.exitCode = broken.length > 0 ? 1 : 0;

function promise(name, isKept, figure) {
  console.log(`${isKept ? "kept  " : "BROKEN"}  ${name}: ${figure}`);
  if (!isKept) broken.push(name);
}
