// How well a run keeps to a limit that it is not told:
//
//   ./dev bench pace
//
// A server takes 60 requests in any minute and declines the others, naming no wait and no limit. After the first
// minute at most 2 % of the requests are declined, and at least 95 % of what is allowed is used. Takes five
// minutes by the clock.
import { startMock } from "../tests/e2e/mock.mjs";
import { answerByPrompt } from "../tests/e2e/support/answers.mjs";
import { noOfficialRows } from "../tests/e2e/support/official.mjs";
import { fillNewRun, start } from "../tests/e2e/support/page.mjs";
import { startSite } from "../tests/e2e/support/site.mjs";
import { freshTab, note, percent, promise } from "./support/measure.mjs";

const perMinute = 60;
const minutes = 5;
const limits = { declined: 0.02, used: 0.95 };

if (noOfficialRows) {
  console.error(`bench: ${noOfficialRows}`);
  process.exit(1);
}

const taken = [];
/** Whether one more goes into the minute that ends now. */
function isTaken() {
  const now = performance.now();
  while (taken.length > 0 && taken[0] <= now - 60_000) taken.shift();
  if (taken.length >= perMinute) return false;
  taken.push(now);
  return true;
}

console.log(`A limit of ${perMinute} a minute, told by nobody; ${minutes} minutes`);
const site = await startSite();
const seen = [];
const mode = () => {
  const isGood = isTaken();
  seen.push({ at: performance.now(), isGood });
  return isGood ? "ok" : "rate-limited";
};
const mock = await startMock({ answer: answerByPrompt, mode, latencyMillis: 300 });
try {
  const { page } = await freshTab(site);
  await page.getByRole("link", { name: "Run a model" }).click();
  await fillNewRun(page, { address: mock.url, tasks: ["NLI"], rows: "All", atOnce: 16 });
  await start(page);
  await new Promise((resolve) => setTimeout(resolve, minutes * 60_000 + 500));
  const first = seen[0].at;
  for (let minute = 0; minute < minutes; minute += 1) {
    const within = seen.filter(({ at }) => at >= first + minute * 60_000 && at < first + (minute + 1) * 60_000);
    note(`minute ${minute + 1}: ${within.length} requests, ${within.filter(({ isGood }) => !isGood).length} declined`);
  }
  const later = seen.filter(({ at }) => at >= first + 60_000 && at < first + minutes * 60_000);
  const nGood = later.filter(({ isGood }) => isGood).length;
  const declined = 1 - nGood / later.length;
  const used = nGood / (perMinute * (minutes - 1));
  promise("declined after the first minute", declined <= limits.declined, `${(declined * 100).toFixed(1)} % (at most ${percent(limits.declined)})`);
  promise("of the allowed rate used", used >= limits.used, `${(used * 100).toFixed(1)} % (at least ${percent(limits.used)})`);
} finally {
  await site.close();
  await mock.close();
}
