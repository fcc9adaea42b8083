// What can be done with a run of the list: another name, and another run like it.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { choose, download, expectResult, fillNewRun, open, start, toResult, untilFinished, upload } from "./support/page.mjs";

const table = (page) => page.getByRole("table", { name: /Kept in this browser only/ });
const toStart = (page) => page.getByRole("link", { name: "Sukat", exact: true }).click();
const nameBox = (page) => page.getByLabel("New name");

/** A record of a run on sample rows that asked nothing yet. */
const emptyRecord = {
  format: "sukat-record/1",
  started_millis: 1_750_000_000_000,
  suite_id: "batayan",
  data_kind: "sample",
  origin: { kind: "asked", base_url: "http://127.0.0.1:1/v1", model: "isa" },
  settings: { profile: "v1", shots: 0, language: "filipino", thinking: "keep" },
  tasks: [{ task: "SA", n_rows: 5, n_all: 12 }],
  rows: [],
};

async function ask(page, mock, more = {}) {
  mock.answer = answerByPrompt;
  const run = { address: mock.url, model: "isa", kind: "Sample rows", rows: 5, tasks: ["SA", "PI"], ...more };
  await fillNewRun(page, run);
}

test("a run gets another name by keyboard, in the list and on its own page", async ({ page, mock }) => {
  await ask(page, mock);
  await start(page);
  await untilFinished(page);
  await toStart(page);
  const rename = page.getByRole("button", { name: /^Rename “isa/ });
  await rename.click();
  await expect(nameBox(page)).toBeFocused();
  await expect(nameBox(page)).toHaveValue("isa");
  await page.keyboard.press("Escape");
  await expect(nameBox(page)).toBeHidden();
  await rename.click();
  await nameBox(page).fill("  ");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Give it a name.")).toBeVisible();
  await nameBox(page).fill("unang subok");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "unang subok" })).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "unang subok" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("unang subok");
  await page.getByRole("button", { name: "Rename" }).click();
  await nameBox(page).fill("ikalawa");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ikalawa");
  await toStart(page);
  await expect(page.getByRole("link", { name: "ikalawa" })).toBeVisible();
});

test("a stopped run of this tab keeps its new name when it goes on", async ({ page, mock }) => {
  mock.latencyMillis = 300;
  await ask(page, mock, { atOnce: 1 });
  await start(page);
  await page.getByRole("button", { name: "Stop" }).click();
  await toStart(page);
  await page.getByRole("button", { name: /^Rename “isa/ }).click();
  await nameBox(page).fill("bagong pangalan");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "bagong pangalan" }).click();
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await untilFinished(page);
  await page.reload();
  await toResult(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("bagong pangalan");
});

test("another run is asked with the settings of an earlier one", async ({ page, mock }) => {
  await ask(page, mock, { key: "sk-una", tasks: ["SA", "NLI"] });
  await choose(page, "Prompts and reading", "head: current SEA-HELM");
  await page.locator("summary", { hasText: "Limits, prices and budget" }).first().click();
  await page.getByLabel("Requests a minute, at most").fill("500");
  await start(page);
  await untilFinished(page);
  const nAsked = mock.requests.length;

  // After a reload the form knows whom it asked, and no key.
  await page.reload();
  await open(page, "new/");
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue(mock.url);
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("isa");
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Requests a minute, at most")).toHaveValue("");

  await toStart(page);
  await page.getByRole("button", { name: /^A new run with the settings of “isa/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Run a model");
  await expect(page.getByLabel("Requests a minute, at most")).toHaveValue("500");
  await page.getByLabel("Key", { exact: true }).fill("sk-una");
  await page.getByLabel("Model", { exact: true }).fill("dalawa");
  await start(page);
  await untilFinished(page);
  const [first, second] = [mock.requests.slice(0, nAsked), mock.requests.slice(nAsked)];
  const prompts = (requests) => requests.map(({ body }) => JSON.stringify({ ...body, model: "" })).sort();
  expect(prompts(second)).toEqual(prompts(first));
  expect(second.every(({ body }) => body.model === "dalawa")).toBe(true);
});

test("a key for another server does not come along", async ({ page, mock }) => {
  await ask(page, mock);
  await start(page);
  await untilFinished(page);
  await open(page, "new/");
  await page.getByLabel("Address", { exact: true }).fill("https://iba.example/v1");
  await page.getByLabel("Key", { exact: true }).fill("sk-iba");
  await toStart(page);
  await page.getByRole("button", { name: /^A new run with the settings of “isa/ }).click();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue(mock.url);
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("");
});

test("a record that says less than the run that is here opens beside it; the same one is the run", async ({ page, mock }) => {
  await ask(page, mock, { tasks: ["SA"] });
  await start(page);
  await untilFinished(page);
  await toResult(page);
  const record = JSON.parse((await download(page, "Record (JSON)")).text);
  await page.getByRole("button", { name: "Rename" }).click();
  await nameBox(page).fill("buong run");
  await page.getByRole("button", { name: "Save" }).click();
  const file = (record) => ({ name: "rec.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(record)) });

  const toScore = () => page.getByRole("link", { name: "Score a file" }).click();
  await toScore();
  await upload(page, file({ ...record, rows: record.rows.slice(0, 2) }));
  await expectResult(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("isa (file)");
  await expect(page.getByText("Not finished: 2 of 5 rows")).toBeVisible();
  await toScore();
  await upload(page, file(record));
  await expectResult(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("buong run");
  await toStart(page);
  await expect(table(page).getByRole("row")).toHaveCount(1 + 2);
  await page.reload();
  await expect(table(page).getByRole("row", { name: /^buong run/ })).toContainText("5 rows");
  await expect(table(page).getByRole("row", { name: /^isa \(file\)/ })).toContainText("2 of 5 rows");
});

test("files that come with a record are reported beside it", async ({ page }) => {
  await open(page, "score/");
  const answers = Array.from({ length: 12 }, (_, i) => JSON.stringify({ task: "SA", id: String(i + 1), prediction: "Sagot: Positibo" }));
  const record = { ...emptyRecord, id: "run-1", title: "galing sa iba" };
  await upload(page, [
    { name: "rec.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(record)) },
    { name: "sagot.jsonl", mimeType: "application/json", buffer: Buffer.from(answers.join("\n")) },
  ]);
  await expect(page.getByText("1 record was opened")).toBeVisible();
  await expect(page.getByRole("link", { name: "galing sa iba" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Score this file" })).toBeVisible();
});
