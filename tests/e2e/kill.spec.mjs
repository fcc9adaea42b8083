// The browser's process is killed in the middle of a run, started again, and the run gone on with.
// `./dev bench kill` does it fifty times.
import { expect, test } from "@playwright/test";
import { account, runAndKill } from "./support/kills.mjs";

test("a browser that is killed thrice loses no row and doubles none", async ({ baseURL }) => {
  // Slow enough that a slot asks only after its last row was stored: what is out is all that can be lost.
  const form = { kind: "Sample rows", nRows: 87 };
  const { runs, kills } = await runAndKill({
    baseURL, form, nKills: 3, seed: 20241130, withinMillis: 800, latencyMillis: 300, atOnce: 6,
  });
  expect(kills).toHaveLength(3);
  for (const run of runs) {
    const { nRequests, nAgain, nAnsweredAgain, nMostAgain, ...rows } = account(run, form.nRows);
    expect(rows).toEqual({ nLost: 0, nDoubled: 0, nWithoutText: 0, nNeverAsked: 0, nUnexplained: 0 });
    expect(nMostAgain, "rows asked again after one kill").toBeLessThanOrEqual(6);
    expect(nRequests).toBe(form.nRows + nAgain);
    expect(nAnsweredAgain).toBeLessThanOrEqual(nAgain);
  }
});
