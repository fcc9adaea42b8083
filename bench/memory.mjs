// What a long run takes of the machine:
//
//   ./dev bench memory
//
// A run over all 3,800 official rows, the most the page can ask: the process of its tab holds less than
// 250 MB of its own, and no task of the page takes over 50 ms of a processor while it runs. How long tasks
// took by the clock is printed beside it; that counts what other programs took in between, too.
import { startMock } from "../tests/e2e/mock.mjs";
import { answerByPrompt } from "../tests/e2e/support/answers.mjs";
import { noOfficialRows, suite } from "../tests/e2e/support/official.mjs";
import { fillNewRun, start, startButton, untilFinished } from "../tests/e2e/support/page.mjs";
import { startSite } from "../tests/e2e/support/site.mjs";
import { freshTab, megabytes, note, noteLoad, promise, tabBytes } from "./support/measure.mjs";

const limits = { bytes: 250e6, taskMillis: 50 };
const everyMillis = 250;

if (noOfficialRows) {
  console.error(`bench: ${noOfficialRows}`);
  process.exit(1);
}

/** Tasks of the page's main thread: how long each took by the clock and of the processor, in milliseconds. */
function mainTasks(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const names = traceEvents.filter(({ name }) => name === "thread_name");
  const isMain = new Set(names.filter(({ args }) => args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, pid, tid }) => name === "ThreadControllerImpl::RunTask" && isMain.has(`${pid} ${tid}`))
    // One that was cut off by the end of the recording has no length.
    .filter(({ dur, tdur }) => dur !== undefined && tdur !== undefined)
    .map(({ dur, tdur }) => ({ clock: dur / 1000, processor: tdur / 1000 }));
}

const nRows = suite.tasks.reduce((sum, { test_file }) => sum + test_file.rows, 0);
const site = await startSite();
const mock = await startMock({ answer: answerByPrompt, latencyMillis: 20 });
try {
  const session = await site.browser.newBrowserCDPSession();
  const { page } = await freshTab(site);
  const atRest = await tabBytes(session);
  await page.getByRole("link", { name: "Run a model" }).click();
  await fillNewRun(page, { address: mock.url, rows: "All", atOnce: 16 });
  await startButton(page).waitFor();
  const began = performance.now();
  await start(page);
  await site.browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const seen = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      seen.push(await tabBytes(session));
      await new Promise((resolve) => setTimeout(resolve, everyMillis));
    }
  })();
  await untilFinished(page, 900_000);
  isOver = true;
  await watching;
  const seconds = (performance.now() - began) / 1000;
  const tasks = mainTasks(await site.browser.stopTracing());
  const over = (by) => tasks.map((task) => task[by]).filter((millis) => millis > limits.taskMillis);
  const rounded = (all) => all.map((millis) => `${millis.toFixed(0)} ms`).join(", ") || "none";
  const busy = tasks.reduce((sum, { processor }) => sum + processor, 0);
  console.log(`A run over ${mock.requests.length} of ${nRows} rows, 16 requests at once, ${seconds.toFixed(0)} s`);
  const quarters = [1, 2, 3, 4].map((nth) => megabytes(seen[Math.ceil((seen.length * nth) / 4) - 1]));
  note(`before the run ${megabytes(atRest)}; after each quarter of its time ${quarters.join(", ")}; ${seen.length} looks`);
  noteLoad();
  note(`${tasks.length} tasks of the page, ${(busy / nRows).toFixed(1)} ms of the processor a row`);
  note(`over 50 ms by the clock: ${over("clock").length}, the longest ${Math.max(...tasks.map(({ clock }) => clock)).toFixed(0)} ms`);
  promise("most memory of the tab's process", Math.max(...seen) < limits.bytes, `${megabytes(Math.max(...seen))} (under ${megabytes(limits.bytes)})`);
  promise("tasks of the page over 50 ms of the processor while it runs", tasks.length > 0 && over("processor").length === 0, rounded(over("processor")));
} finally {
  await site.close();
  await mock.close();
}
