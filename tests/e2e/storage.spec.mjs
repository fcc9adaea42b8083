// Storage that is full or refused, and a worker that breaks down: what is said, and that no reply is
// lost or paid for twice.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt, answerOnly } from "./support/answers.mjs";
import { noOfficialRows } from "./support/official.mjs";
import { download, expectResult, fillNewRun, open, runState, start, toResult, untilFinished } from "./support/page.mjs";

const nSampleRows = 87;
const sample = { kind: "Sample rows", rows: "All" };
const prompts = (requests) => requests.map(({ body }) => body.messages.at(-1).content);
const alert = (page) => page.getByRole("alert").filter({ hasText: /./ });

/** Has the worker find its storage full whenever it stores rows, until it is switched off again. */
const setFull = (page, isFull) =>
  page.workers()[0].evaluate((isFull) => {
    const { prototype } = IDBObjectStore;
    self.realPut ??= prototype.put;
    prototype.put = isFull
      ? function (...given) {
          if (this.name === "rows") throw new DOMException("no space is left", "QuotaExceededError");
          return self.realPut.apply(this, given);
        }
      : self.realPut;
  }, isFull);

test("storage that is full in the middle pauses the run, and no reply is lost", async ({ page, mock }) => {
  const { reopen } = answerOnly(mock, 12);
  await fillNewRun(page, { address: mock.url, ...sample, atOnce: 3 });
  await start(page);
  await expect(page.getByText(/^12 of 87 rows/).first()).toBeVisible();
  await setFull(page, true);
  reopen();
  await expect(runState(page)).toHaveText("paused");
  await expect(alert(page).filter({ hasText: "A reply could not be stored" })).toBeVisible();
  await expect(alert(page).filter({ hasText: "The browser’s storage is full" })).toBeVisible();
  const nAsked = mock.requests.length;
  // Three that were out; and as replies come at once here, twice as many on their way to the storage.
  expect(nAsked, "nothing new is asked").toBeLessThanOrEqual(12 + 3 + 2 * 3);

  // What came back is in the file, and only that.
  const saved = JSON.parse((await download(page, "Download what could not be stored")).text);
  expect(saved.format).toMatch(/^sukat-record/);
  expect(saved.rows.length).toBeGreaterThan(0);
  expect(12 + saved.rows.length).toBe(nAsked);

  // Still no space: it rests again and has lost nothing. Then there is space.
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(runState(page)).toHaveText("paused");
  await setFull(page, false);
  await page.getByRole("button", { name: "Go on" }).click();
  await untilFinished(page);
  const all = prompts(mock.requests);
  expect(all).toHaveLength(nSampleRows);
  expect(new Set(all).size, "nothing was asked twice").toBe(nSampleRows);
  await toResult(page);
  const record = JSON.parse((await download(page, "Record (JSON)")).text);
  expect(record.rows).toHaveLength(nSampleRows);

  // All of it is really stored.
  await page.reload();
  await expectResult(page);
  expect(JSON.parse((await download(page, "Record (JSON)")).text).rows).toHaveLength(nSampleRows);
});

test("the file of what could not be stored opens elsewhere", async ({ page, mock, browser, baseURL }) => {
  const { reopen } = answerOnly(mock, 12);
  await fillNewRun(page, { address: mock.url, ...sample, atOnce: 3 });
  await start(page);
  await expect(page.getByText(/^12 of 87 rows/).first()).toBeVisible();
  await setFull(page, true);
  reopen();
  await expect(runState(page)).toHaveText("paused");
  const file = await download(page, "Download what could not be stored");
  const nRows = JSON.parse(file.text).rows.length;
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await open(other, "score/");
  const chooser = other.waitForEvent("filechooser");
  await other.getByRole("button", { name: "Choose files" }).first().click();
  await (await chooser).setFiles({ name: file.name, mimeType: "", buffer: Buffer.from(file.text) });
  await expectResult(other);
  await expect(other.getByText(`Not finished: ${nRows} of 87 rows`)).toBeVisible();
  await elsewhere.close();
});

/** Before the worker's own script, one that has the browser refuse it any storage. */
async function refuseStorage(page) {
  await page.context().route(/\/worker-boot-\w+\.js$/, async (route) => {
    const response = await route.fetch();
    const refuse = 'IDBFactory.prototype.open = () => { throw new DOMException("storage is off", "SecurityError"); };\n';
    await route.fulfill({ response, body: refuse + (await response.text()) });
  });
}

test("a browser that stores nothing says so, and a run works in memory", async ({ page, mock }) => {
  await refuseStorage(page);
  mock.answer = answerByPrompt;
  await open(page);
  const notice = page.getByRole("status").filter({ hasText: "This browser stores nothing" });
  await expect(notice).toContainText("download the record before that");
  await fillNewRun(page, { address: mock.url, ...sample });
  await start(page);
  await untilFinished(page);
  expect(mock.requests).toHaveLength(nSampleRows);
  await toResult(page);
  expect(JSON.parse((await download(page, "Record (JSON)")).text).rows).toHaveLength(nSampleRows);
});

/** Ends the worker's program as a defect of it would: `how` is "panic" or "error". */
const crash = (page, how) =>
  page.workers()[0].evaluate((how) => {
    if (how === "panic") postMessage([-1, true, "panicked at the test's wish"]);
    else
      setTimeout(() => {
        throw new Error("broke down at the test's wish");
      });
  }, how);

for (const how of ["panic", "error"]) {
  test(`a worker that ends by ${how} in the middle of a run loses nothing`, async ({ page, mock, watch }) => {
    if (how === "error") watch.expect(/broke down/);
    const { reopen } = answerOnly(mock, 12);
    await fillNewRun(page, { address: mock.url, ...sample, atOnce: 3 });
    await start(page);
    await expect(page.getByText(/^12 of 87 rows/).first()).toBeVisible();
    const before = page.workers()[0];
    const ended = new Promise((resolve) => before.on("close", resolve));
    await crash(page, how);
    await ended;
    reopen();
    await finishAnyhow(page);
    const all = prompts(mock.requests);
    expect(all).toHaveLength(nSampleRows);
    expect(new Set(all).size, "nothing was asked twice").toBe(nSampleRows);
    await toResult(page);
    const record = JSON.parse((await download(page, "Record (JSON)")).text);
    expect(record.rows).toHaveLength(nSampleRows);
    await page.reload();
    await expectResult(page);
    expect(JSON.parse((await download(page, "Record (JSON)")).text).rows).toHaveLength(nSampleRows);
  });
}

/** To the end, pressing "Go on" where the run rests; whoever rests must have said why. */
async function finishAnyhow(page) {
  await expect(async () => {
    const state = await runState(page).textContent();
    if (["paused", "stopped"].includes(state)) {
      await expect(alert(page).first()).toBeVisible();
      await page.getByRole("button", { name: "Go on", exact: true }).click();
    }
    await expect(runState(page)).toHaveText("finished", { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test("a worker that breaks down while it stores is said, and going on loses nothing", async ({ page, mock }) => {
  const { reopen } = answerOnly(mock, 12);
  await fillNewRun(page, { address: mock.url, ...sample, atOnce: 3 });
  await start(page);
  await expect(page.getByText(/^12 of 87 rows/).first()).toBeVisible();
  // It takes the rows and never comes back.
  await page.workers()[0].evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      postMessage([-1, true, "panicked while storing"]);
      for (;;);
    };
  });
  reopen();
  await expect(runState(page)).toHaveText("paused");
  await expect(alert(page).first()).toContainText("A reply could not be stored");
  await finishAnyhow(page);
  expect(new Set(prompts(mock.requests)).size).toBe(nSampleRows);
  expect(mock.requests).toHaveLength(nSampleRows);
  await toResult(page);
  expect(JSON.parse((await download(page, "Record (JSON)")).text).rows).toHaveLength(nSampleRows);
});

test("a fresh worker finds the official rows again", async ({ page, mock }) => {
  test.skip(Boolean(noOfficialRows), noOfficialRows || "");
  const { reopen } = answerOnly(mock, 12);
  await fillNewRun(page, { address: mock.url, tasks: ["SA"], rows: "All", atOnce: 3 });
  await start(page);
  await expect(page.getByText(/^12 of /).first()).toBeVisible();
  const nRows = Number(await page.getByRole("progressbar", { name: "Progress" }).getAttribute("max"));
  const before = page.workers()[0];
  const ended = new Promise((resolve) => before.on("close", resolve));
  await crash(page, "panic");
  await ended;
  reopen();
  await finishAnyhow(page);
  expect(mock.requests).toHaveLength(nRows);
  await toResult(page);
  const { rows } = JSON.parse((await download(page, "Record (JSON)")).text);
  expect(new Set(rows.map(({ row }) => row)).size).toBe(nRows);
});
