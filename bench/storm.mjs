// A run of all official rows against a server in trouble:
//
//   ./dev bench storm
//
// Of the requests, 30 % are declined for their pace (half of them name a wait that the page can read), 5 %
// meet a broken server, 2 % a connection that is cut, 1 % no answer at all, 1 % an error inside a success.
// Every row ends with the reply that belongs to it, and there are at most 1.75 requests a row: 1.64 is what
// these rates force. The page's clock runs faster than ours, so that waits of minutes take seconds; SUKAT_SEED
// sets another storm.
import { startMock } from "../tests/e2e/mock.mjs";
import { answerByPrompt } from "../tests/e2e/support/answers.mjs";
import { seeded } from "../tests/e2e/support/kills.mjs";
import { noOfficialRows, suite } from "../tests/e2e/support/official.mjs";
import { download, fillNewRun, runState, start, toResult } from "../tests/e2e/support/page.mjs";
import { startSite } from "../tests/e2e/support/site.mjs";
import { freshTab, note, promise } from "./support/measure.mjs";

const most = 1.75;
const stepMillis = 1_000;

if (noOfficialRows) {
  console.error(`bench: ${noOfficialRows}`);
  process.exit(1);
}

const seed = Number(process.env.SUKAT_SEED ?? 1);
const random = seeded(seed);
const counts = {};
const declined = { status: 429, type: "rate_limit_exceeded", message: "Rate limit reached" };
const told = { ...declined, headers: { "retry-after": "1", "access-control-expose-headers": "retry-after" } };

/** What becomes of a request. The first one gets through: only that tells a cut connection from a wrong address. */
function weather(idx) {
  const pick = idx === 0 ? 1 : random();
  const [name, mode] =
    pick < 0.15 ? ["declined, with a wait", told]
    : pick < 0.3 ? ["declined", declined]
    : pick < 0.35 ? ["broken", "server-error"]
    : pick < 0.37 ? ["cut", "reset"]
    : pick < 0.38 ? ["hangs", "hang"]
    : pick < 0.39 ? ["error in a success", "error-in-success"]
    : ["answered", "ok"];
  counts[name] = (counts[name] ?? 0) + 1;
  return mode;
}

const nRows = suite.tasks.reduce((sum, { test_file }) => sum + test_file.rows, 0);
console.log(`${nRows} rows in storm ${seed}`);
const site = await startSite();
const mock = await startMock({ answer: answerByPrompt, mode: weather, latencyMillis: 5 });
try {
  const { page } = await freshTab(site, { withClock: true });
  await page.getByRole("link", { name: "Run a model" }).click();
  await fillNewRun(page, { address: mock.url, rows: "All", atOnce: 16 });
  await start(page);
  const began = performance.now();
  let millis = 0;
  for (;;) {
    await page.clock.runFor(stepMillis);
    millis += stepMillis;
    const state = await runState(page).textContent();
    if (process.env.SUKAT_SAY && millis % 60_000 === 0) {
      note(`${((performance.now() - began) / 1000).toFixed(0)} s: ${state}; ${await page.locator(".run-head").innerText()}`.replaceAll("\n", " "));
    }
    if (state === "finished") break;
    if (/paused|stopped/i.test(state)) throw new Error(`the run rests: ${state}`);
    if (performance.now() - began > 900_000) throw new Error(`not over after 15 minutes: ${await page.locator("main").innerText()}`);
  }
  const took = (performance.now() - began) / 1000;
  await page.clock.resume();
  await toResult(page);
  const { rows } = JSON.parse((await download(page, "Record (JSON)")).text);
  const textOf = (answer) => (typeof answer === "string" ? answer : answer.content);
  const wrong = rows.filter(({ prompt, text }) => (text ?? "") !== textOf(answerByPrompt({ prompt })));
  const perRow = mock.requests.length / nRows;
  note(`${JSON.stringify(counts)}; ${(millis / 60_000).toFixed(0)} minutes by the page's clock, ${took.toFixed(0)} s by ours`);
  promise("rows with the reply that is theirs", rows.length === nRows && wrong.length === 0, `${rows.length - wrong.length} of ${nRows}`);
  promise("requests a row", perRow <= most, `${perRow.toFixed(3)} (at most ${most})`);
} finally {
  await site.close();
  await mock.close();
}
