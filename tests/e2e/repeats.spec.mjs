// The same rows several times: one run after the other, and how far their numbers lie apart.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { download, fillNewRun, runState, start, toResult, untilFinished } from "./support/page.mjs";

const few = { kind: "Sample rows", tasks: ["SA"], rows: 5 };
const runs = (page) => page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("row");
const toStart = (page) => page.getByRole("link", { name: "Sukat", exact: true }).click();
const spread = (page) => page.getByRole("table", { name: /^The same rows/ });
const never = new Promise(() => {});

async function fillRepeats(page, mock, times) {
  await fillNewRun(page, { address: mock.url, ...few });
  await page.getByLabel("Repeat the run").fill(String(times));
}

/** Mean, deviation of the sample, lowest, highest, as the page writes them. */
function figures(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const all = [mean, Math.sqrt(squares / (values.length - 1)), Math.min(...values), Math.max(...values)];
  return all.map((value) => value.toFixed(2));
}

test("three runs of the same rows are asked one after the other and compared", async ({ page, mock }) => {
  // Right as ever; always the same word; nothing that can be read.
  mock.answer = ({ idx, prompt }) => [answerByPrompt({ prompt }), "Sagot: Positibo", "wala"][Math.floor(idx / 5)];
  await fillRepeats(page, mock, 3);
  await expect(page.getByText("15 requests")).toBeVisible();
  await expect(page.getByText(/^3 runs, one after the other/)).toBeVisible();
  await start(page);
  await untilFinished(page);
  await expect(page.getByText("run 1 of 3 of the same rows")).toBeVisible();
  await page.getByRole("link", { name: "Run 3 is being asked now" }).click();
  await expect(page.getByText("run 3 of 3 of the same rows")).toBeVisible();
  await untilFinished(page);
  expect(mock.requests).toHaveLength(15);
  expect(mock.mostAtOnce).toBeLessThanOrEqual(6);

  await toResult(page);
  await expect(page.getByRole("heading", { name: "The same rows, 3 times" })).toBeVisible();
  await expect(page.getByText(/^From 3 of 3 runs/)).toBeVisible();
  const links = page.getByRole("list", { name: "Runs" }).getByRole("link");
  await expect(links).toHaveText(["Run 1", "Run 2", "Run 3"]);
  const values = [];
  const shares = [];
  for (const idx of [0, 1, 2]) {
    await links.nth(idx).click();
    await expect(page.getByText(`run ${idx + 1} of 3 of the same rows`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Task by task" })).toBeVisible();
    const record = JSON.parse((await download(page, "Record (JSON)")).text);
    expect(record.repeat).toMatchObject({ index: idx + 1, of: 3 });
    shares.push(record.repeat.group);
    values.push(record.scores.find(({ task, metric }) => task === "SA" && metric === "macro_f1").value);
  }
  expect(new Set(shares).size, "one group").toBe(1);
  const row = spread(page).getByRole("row", { name: /^SA Macro F1/ }).first();
  await expect(row.getByRole("cell")).toHaveText([...figures(values), "3"]);
  // Each is a run of its own in the list.
  await toStart(page);
  await expect(runs(page)).toHaveCount(1 + 3);
  for (const idx of [1, 2, 3]) await expect(runs(page).nth(4 - idx)).toContainText(`run ${idx} of 3`);
});

test("a run of several that is left in the middle goes on, and the next ones after it", async ({ page, mock }) => {
  let isOpen = false;
  mock.answer = ({ idx, prompt }) => (idx < 7 || isOpen ? answerByPrompt({ prompt }) : never);
  await fillRepeats(page, mock, 3);
  await start(page);
  await untilFinished(page);
  await page.getByRole("link", { name: "Run 2 is being asked now" }).click();
  await expect(page.getByText(/^2 of 5 rows/).first()).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole("heading", { name: "Go on with this run" })).toBeVisible();
  isOpen = true;
  const nLost = mock.requests.length - 7;
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await untilFinished(page);
  await page.getByRole("link", { name: "Run 3 is being asked now" }).click();
  await untilFinished(page);
  expect(mock.requests.length - nLost, "no row was asked twice in a run").toBe(15);
  await toResult(page);
  await expect(page.getByText(/^From 3 of 3 runs/)).toBeVisible();
});

test("where the next run could not begin it can be begun later; a part never mixes in", async ({ page, mock }) => {
  mock.answer = ({ idx, prompt }) => (idx < 7 ? answerByPrompt({ prompt }) : never);
  await fillRepeats(page, mock, 2);
  await start(page);
  await page.workers()[0].evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === "heads") throw new DOMException("no space is left", "QuotaExceededError");
      return put.apply(this, given);
    };
  });
  await untilFinished(page);
  await expect(page.getByText("The browser’s storage is full").first()).toBeVisible();
  expect(mock.requests).toHaveLength(5);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Go on with the next run" })).toBeVisible();
  await page.getByRole("button", { name: "Begin the next run" }).click();
  await expect(page.getByText("run 2 of 2 of the same rows")).toBeVisible();
  await expect(page.getByText(/^2 of 5 rows/).first()).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(runState(page)).toHaveText("stopped");
  await toResult(page);
  await expect(page.getByText(/^From 1 of 2 runs/)).toBeVisible();
  await expect(spread(page).getByRole("row", { name: /^SA Macro F1/ }).first().getByRole("cell").nth(1)).toContainText("needs two runs");
});

test("how often must be a number from 1 to 10, and a batch is one run", async ({ page, mock }) => {
  await fillRepeats(page, mock, 11);
  await page.getByRole("button", { name: "Start the run" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Give a whole number from 1 to 10." })).toBeVisible();
  await page.getByLabel("Repeat the run").fill("2");
  await expect(page.getByText(/every time should give the same/)).toBeVisible();
  await page.getByRole("button", { name: /batch/i }).first().click();
  await expect(page.getByText(/A batch is a single run/)).toBeVisible();
  expect(mock.requests).toHaveLength(0);
});

test("that every run has the same replies is said, for a server may keep them", async ({ page, mock }) => {
  mock.answer = answerByPrompt;
  await fillRepeats(page, mock, 3);
  await start(page);
  await untilFinished(page);
  await page.getByRole("link", { name: "Run 3 is being asked now" }).click();
  await untilFinished(page);
  expect(mock.requests).toHaveLength(15);
  await toResult(page);
  await expect(page.getByText("All replies are the same, word for word. The server may keep replies")).toBeVisible();
});
