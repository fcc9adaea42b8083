// Replies that are stored already are not asked for and paid for again; nothing else is taken for them.
import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import { startMock } from "./mock.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { choose, download, expectResult, fillNewRun, open, runState, start, toResult, untilFinished, upload } from "./support/page.mjs";

const nSampleRows = 12;
const few = { kind: "Sample rows", tasks: ["SA"], rows: 5 };
const all = { ...few, rows: "All" };
const reuse = (page) => page.getByRole("checkbox", { name: /^Use answers that are already stored/ });
const prompts = (requests) => requests.map(({ body }) => body.messages.at(-1).content);

/** A run from the form to its end, with what is stored or without; `change` is one more wish. */
async function run(page, mock, wish, { takes = true, change } = {}) {
  await fillNewRun(page, { address: mock.url, ...wish });
  await reuse(page).setChecked(takes);
  await change?.();
  const before = mock.requests.length;
  await start(page);
  await untilFinished(page);
  return mock.requests.length - before;
}

async function record(page) {
  await toResult(page);
  const saved = await download(page, "Record (JSON)");
  return { ...JSON.parse(saved.text), path: saved.path };
}

/** A value that changes with every request: a reply that is asked for again is another one. */
const counting = (mock) => {
  let n = 0;
  mock.answer = async ({ prompt }) => {
    const answer = await answerByPrompt({ prompt });
    const given = typeof answer === "string" ? { content: answer } : answer;
    return { ...given, more: { ...given.more, system_fingerprint: `fp-${(n += 1)}` } };
  };
};

test("what a run has asked is not asked again by the next one, and scores the same", async ({ page, mock }) => {
  counting(mock);
  const key = "sk-MARKER-123";
  expect(await run(page, mock, { ...few, key })).toBe(5);
  await expect(page.getByText(/taken from earlier runs/)).toBeHidden();
  const first = await record(page);
  expect(new Set(first.rows.map(({ request_sha256 }) => request_sha256)).size).toBe(5);
  expect(first.rows.every(({ request_sha256 }) => /^[0-9a-f]{64}$/.test(request_sha256))).toBe(true);

  expect(await run(page, mock, { ...all, key })).toBe(nSampleRows - 5);
  expect(new Set(prompts(mock.requests)).size, "each row was asked once").toBe(nSampleRows);
  await expect(page.getByText("5 of 12 rows were taken from earlier runs")).toBeVisible();
  const second = await record(page);
  await expect(page.getByText("5 of 12 rows were taken from earlier runs")).toBeVisible();
  expect(second.notes).toContain("5 of 12 rows were taken from earlier runs that had asked exactly the same");
  expect(second.rows.filter(({ reused }) => reused).map(({ reused }) => reused.run)).toEqual(Array(5).fill(first.id));
  expect(second.rows.slice(0, 5).map(({ fingerprint }) => fingerprint)).toEqual(first.rows.map(({ fingerprint }) => fingerprint));
  expect(second.rows[0].reused.asked_millis).toBe(first.rows[0].attempts[0].at_millis);
  expect(second.rows[0].attempts).toMatchObject([{ result: "reused" }]);
  const csv = (await download(page, "Rows (CSV)")).text;
  expect(csv.match(new RegExp(`,${first.id}\r\n`, "g"))).toHaveLength(5);
  // The row says it, and leads to the run that asked.
  await page.getByRole("grid", { name: "Row by row" }).getByRole("row").nth(1).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/asked on \d+ \w+ \d{4}, \d\d:\d\d/)).toBeVisible();
  await expect(dialog.getByRole("link", { name: first.id })).toHaveAttribute("href", new RegExp(first.id));
  await page.keyboard.press("Escape");

  // After a reload it still knows.
  await page.reload();
  await expectResult(page);
  await expect(page.getByText("5 of 12 rows were taken from earlier runs")).toBeVisible();
  for (const { path } of [first, second]) expect(await readFile(path, "utf8")).not.toContain(key);

  // The same without: every row is asked, and the numbers are the same.
  expect(await run(page, mock, { ...all, key }, { takes: false })).toBe(nSampleRows);
  const third = await record(page);
  expect(third.rows.filter(({ reused }) => reused)).toEqual([]);
  expect(third.scores).toEqual(second.scores);
  expect(third.rows.map(({ request_sha256 }) => request_sha256)).toEqual(second.rows.map(({ request_sha256 }) => request_sha256));
});

test("whatever else is asked is asked", async ({ page, mock }) => {
  mock.answer = answerByPrompt;
  const other = await startMock({ answer: answerByPrompt });
  expect(await run(page, mock, few)).toBe(5);
  expect(await run(page, mock, few), "exactly the same").toBe(0);
  expect(await run(page, mock, { ...few, model: "mock-large" }), "model").toBe(5);
  expect(await run(page, other, few), "address").toBe(5);
  const thinks = page.getByLabel("This model thinks before it answers");
  expect(await run(page, mock, few, { change: () => thinks.check() }), "temperature and cap").toBe(5);
  const english = () => choose(page, "Instructions in", "English");
  expect(await run(page, mock, few, { change: english }), "prompt").toBe(5);
  await other.close();
});

test("what is switched off, asked again or deleted is asked", async ({ page, mock }) => {
  // The second row comes back empty: that is never taken for an answer.
  mock.answer = ({ idx }) => (idx === 1 ? "" : "Sagot: Positibo");
  expect(await run(page, mock, few, { takes: false })).toBe(5);
  expect(await run(page, mock, few, { takes: false }), "switched off").toBe(5);
  expect(await run(page, mock, few), "all are there by now").toBe(0);
  const toStart = () => page.getByRole("link", { name: "Sukat", exact: true }).click();
  await toStart();
  const rows = page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("row");
  await expect(rows).toHaveCount(1 + 3);
  for (let left = 3; left > 0; left -= 1) {
    await deleteFirst(page);
    await expect(rows).toHaveCount(left > 1 ? left : 0);
  }
  mock.answer = ({ idx }) => (idx === 11 ? "" : "Sagot: Negatibo");
  expect(await run(page, mock, few), "deleted").toBe(5);
  // Asked again, it is really asked, though it is stored with this run itself.
  const before = mock.requests.length;
  await page.getByRole("button", { name: "Ask 1 row without text again" }).click();
  await expect(page.getByRole("button", { name: /without text again/ })).toBeHidden();
  await untilFinished(page);
  expect(mock.requests.length - before).toBe(1);
});

/** Deletes the newest run in the list. */
async function deleteFirst(page) {
  const row = page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("row").nth(1);
  await row.getByRole("button", { name: /^Delete/ }).click();
}

test("a row that is asked again is asked, even where another run has its answer", async ({ page, mock }) => {
  let isEmpty = true;
  mock.answer = () => (isEmpty ? "" : "Sagot: Positibo");
  expect(await run(page, mock, few)).toBe(5);
  const address = page.url();
  isEmpty = false;
  // By the link: this tab keeps the first run.
  await page.getByRole("link", { name: "Run a model" }).first().click();
  expect(await run(page, mock, few), "an empty reply is no answer").toBe(5);
  // Back to the first run, which this tab still has.
  await page.goBack();
  await page.goBack();
  await expect.poll(() => page.url()).toBe(address);
  await page.getByRole("button", { name: "Ask 5 rows without text again" }).click();
  await expect.poll(() => mock.requests.length).toBe(15);
  await untilFinished(page);
  await expect(page.getByText(/taken from earlier runs/)).toBeHidden();
});

test("a record from a file gives no answers to anybody", async ({ page, mock, browser, baseURL }) => {
  mock.answer = answerByPrompt;
  expect(await run(page, mock, few)).toBe(5);
  const { path } = await record(page);
  const elsewhere = await browser.newPage({ baseURL });
  await open(elsewhere, "score/");
  await upload(elsewhere, path);
  await expectResult(elsewhere);
  expect(await run(elsewhere, mock, few)).toBe(5);
  await elsewhere.close();
});

test("where another model can stand behind a name, nothing is taken unless it is wanted", async ({ page, mock }) => {
  const note = page.getByText("another model can stand behind the same name");
  await open(page, "new/");
  for (const [address, isOn] of [
    ["https://api.example.org/v1", true],
    ["http://api.example.org/v1", false],
    ["https://localhost:8000/v1", false],
    ["http://127.0.0.1:8000/v1", false],
  ]) {
    await page.getByLabel("Address", { exact: true }).fill(address);
    await expect(reuse(page), address).toBeChecked({ checked: isOn });
    await expect(note, address).toBeVisible({ visible: !isOn });
  }
  // What was chosen holds for the run after a reload, too.
  mock.answer = ({ idx }) => (idx < 2 ? "Sagot: Positibo" : new Promise(() => {}));
  await fillNewRun(page, { address: mock.url, ...few });
  await reuse(page).check();
  await start(page);
  await expect(page.getByText(/^2 of 5 rows/).first()).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole("heading", { name: "Go on with this run" })).toBeVisible();
  await expect(reuse(page)).toBeChecked();
  await expect(runState(page)).toBeHidden();
});
