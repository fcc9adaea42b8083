// The model that some browsers have built in. The browser of these tests has none to give: each test
// puts one in its place that does as it is told, and counts what it is asked.
import { expect, test } from "./fixtures.mjs";
import { download, fillNewRun, open, runState, start, startButton, toResult, untilFinished } from "./support/page.mjs";
import { fakeLanguageModel, withoutLanguageModel } from "./support/language-model.mjs";

const sample = { kind: "Sample rows", rows: 5, tasks: ["SA"] };
const who = (page) => page.getByLabel("Service or server");
const asked = (page) => page.evaluate(() => globalThis.fake);
const takeRecord = async (page) => JSON.parse((await download(page, "Record (JSON)")).text);

/** Fills in a run of the browser's own model. The form has no address then. */
async function fillForBrowser(page, more = {}) {
  await open(page, "new/");
  await fillNewRun(page, { address: "", model: "", ...sample, ...more });
  await who(page).selectOption("The browser’s own model");
}

test("a browser without a model says so in one line, and does not offer it", async ({ page }) => {
  await withoutLanguageModel(page);
  await open(page, "new/");
  await expect(page.getByText("The browser’s own model cannot be chosen here")).toBeVisible();
  await expect(who(page).getByRole("option", { name: "The browser’s own model" })).toHaveCount(0);
});

test("the browser's own word is believed: it knows of a model, and has none here", async ({ page }) => {
  await open(page, "new/");
  const isKnown = await page.evaluate(() => typeof LanguageModel === "function");
  test.skip(!isKnown, "this browser has no LanguageModel");
  await fillForBrowser(page);
  await expect(page.getByText("It may be switched off in the settings")).toBeVisible();
});

test("a model that is there is offered, needs no address and no key, and says that it is ready", async ({ page }) => {
  await fakeLanguageModel(page);
  await fillForBrowser(page);
  await expect(page.getByText("The browser’s own model cannot be chosen here")).toHaveCount(0);
  await expect(page.getByText("It is on this computer and can be asked at once.")).toBeVisible();
  await expect(page.getByText("It costs nothing but time")).toBeVisible();
  for (const label of ["Address", "Key", "Model", "It speaks"]) {
    await expect(page.getByLabel(label, { exact: true }).filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.getByRole("heading", { name: "Pace" })).toBeHidden();
  expect((await asked(page)).nSessions, "looking opens no session").toBe(0);
  // Another choice brings the fields back.
  await who(page).selectOption("OpenAI");
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("https://api.openai.com/v1");
});

test("a run over sample rows is asked one by one, scored, and recorded as what it was", async ({ page }) => {
  const requests = [];
  page.on("request", (request) => request.method() !== "GET" && requests.push(request.url()));
  await fakeLanguageModel(page, { reply: "Sagot: Positibo" });
  await fillForBrowser(page, { rows: "All", tasks: ["SA", "AS"] });
  await start(page);
  await untilFinished(page);
  const { prompts, mostAtOnce, nOpen, nSessions } = await asked(page);
  expect(mostAtOnce, "one row after the other").toBe(1);
  expect(nOpen, "every session is let go of").toBe(0);
  expect(nSessions, "one for each row, and one that stays open beside them").toBe(prompts.length + 1);
  expect(new Set(prompts.map(({ messages }) => JSON.stringify(messages))).size).toBe(prompts.length);
  for (const { messages, options } of prompts) {
    expect(messages.map(({ role }) => role)).toEqual(["user"]);
    expect(options.expectedInputs).toEqual([{ type: "text" }]);
    expect(options).not.toHaveProperty("temperature");
  }
  await expect(page.locator(".facts-line")).toContainText("in the browser");

  await toResult(page);
  const record = await takeRecord(page);
  expect(prompts).toHaveLength(record.rows.length);
  expect(record.origin).toMatchObject({ endpoint_kind: "browser-prompt-api", base_url: "browser:LanguageModel" });
  expect(record.origin.model).toMatch(/^built-in model of (this browser|\S.* \d+)$/);
  expect(record.rows[0].model).toBe(record.origin.model);
  expect(record.notes).toEqual([
    "temperature: not sent, the wire format has none",
    "seed: not sent, the wire format has none",
    "output cap: not sent, the wire format has none",
  ]);
  for (const sampling of Object.values(record.settings.sampling)) expect(sampling).not.toHaveProperty("max_tokens");
  const ofSentiment = record.rows.filter(({ task }) => task === "SA");
  expect(ofSentiment.every(({ parity }) => parity === "Positibo")).toBe(true);
  // As the stand-in that always says the same would score.
  const score = record.scores.find(({ task, metric }) => task === "SA" && metric === "macro_f1");
  await open(page, "new/");
  await fillNewRun(page, { address: "", ...sample, rows: "All" });
  await who(page).selectOption("Always the first option");
  await startButton(page).click();
  await expect(page.getByRole("heading", { name: "Task by task" })).toBeVisible();
  const first = (await takeRecord(page)).scores.find(({ task, metric }) => task === "SA" && metric === "macro_f1");
  expect(score.value).toBe(first.value);
  expect(requests).toEqual([]);
});

test("where a page may give a temperature, each task gets its own", async ({ page }) => {
  await fakeLanguageModel(page, { params: { defaultTopK: 3, maxTopK: 128, defaultTemperature: 1, maxTemperature: 2 } });
  await fillForBrowser(page, { tasks: ["SA", "AS"] });
  await start(page);
  await untilFinished(page);
  const { prompts } = await asked(page);
  const given = new Set(prompts.map(({ options }) => `${options.temperature} ${options.topK}`));
  expect([...given].sort()).toEqual(["0 3", "0.3 3"]);
  await toResult(page);
  const { notes, settings } = await takeRecord(page);
  expect(notes.filter((note) => note.startsWith("temperature"))).toEqual([]);
  expect(settings.sampling.AS.temperature).toBe(0.3);
});

test("solved examples are handed over as a conversation", async ({ page }) => {
  await fakeLanguageModel(page);
  await fillForBrowser(page);
  // The current reference asks so; the paper puts them into one text.
  await page.getByRole("group", { name: "Prompts and reading" }).getByRole("radio").nth(1).check();
  await page.getByRole("group", { name: "Solved examples" }).getByRole("radio").nth(1).check();
  await start(page);
  await untilFinished(page);
  const [{ messages }] = (await asked(page)).prompts;
  expect(messages).toHaveLength(11);
  expect(messages.filter(({ role }) => role === "assistant")).toHaveLength(5);
});

test("the model is downloaded at the start of a run, with a figure", async ({ page }) => {
  await fakeLanguageModel(page, { availability: "downloadable", isHeld: true });
  await fillForBrowser(page);
  await expect(page.getByText("It is not on this computer yet")).toBeVisible();
  await startButton(page).click();
  await expect(page.getByText("Making the browser’s model ready")).toBeVisible();
  await page.evaluate(() => globalThis.fake.tell(0.43));
  await expect(page.getByText("43 % of the model downloaded").first()).toBeVisible();
  await expect(startButton(page)).toHaveCount(0);
  await page.evaluate(() => globalThis.fake.letGo());
  await untilFinished(page);
  expect((await asked(page)).prompts).toHaveLength(5);
});

test("a download can be given up, and begins anew when it is wanted again", async ({ page }) => {
  await fakeLanguageModel(page, { availability: "downloadable", isHeld: true });
  await fillForBrowser(page);
  await startButton(page).click();
  await expect(page.getByText("Making the browser’s model ready")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Making the browser’s model ready")).toHaveCount(0);
  await expect(startButton(page)).toBeEnabled();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  expect((await asked(page)).nAborted).toBe(1);
  await page.evaluate(() => globalThis.fake.letGo());
  await start(page);
  await untilFinished(page);
});

test("a model that is not on this computer cannot be started, and the page says why", async ({ page }) => {
  await fakeLanguageModel(page, { availability: "unavailable" });
  await fillForBrowser(page);
  await expect(page.getByText("It may be switched off in the settings")).toBeVisible();
  await startButton(page).click();
  const problems = page.getByRole("alert").filter({ hasText: "The run cannot start yet" });
  await expect(problems.getByRole("listitem")).toHaveText([/The browser has no model for this computer\.$/]);
  expect((await asked(page)).nSessions).toBe(0);
});

test("a model that the browser does not give is said beside the button, with the browser's words", async ({ page }) => {
  await fakeLanguageModel(page, { refusal: "NotAllowedError" });
  await fillForBrowser(page);
  await startButton(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "does not give its model to this page" });
  await expect(alert).toBeVisible();
  await alert.locator("summary").click();
  await expect(alert).toContainText("NotAllowedError: ayaw ng browser");
  await expect(startButton(page)).toBeEnabled();
});

test("stopping aborts the row that is out, and the run goes on from there", async ({ page }) => {
  await fakeLanguageModel(page, { nAnswered: 2 });
  await fillForBrowser(page);
  await start(page);
  await expect(page.getByText(/^2 of 5 rows/).first()).toBeVisible();
  await expect.poll(async () => (await asked(page)).prompts.length).toBe(3);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(runState(page)).toHaveText(/stopped/);
  const { nAborted, nOpen } = await asked(page);
  expect({ nAborted, nOpen }).toEqual({ nAborted: 1, nOpen: 0 });
  await page.evaluate(() => globalThis.fake.letGo());
  await page.getByRole("button", { name: "Go on" }).click();
  await untilFinished(page);
  expect((await asked(page)).prompts).toHaveLength(6);
});

test("a prompt that is too long fails with its reason, once, and the others are answered", async ({ page }) => {
  await fakeLanguageModel(page, { tooLong: [0, 1, 2, 3] });
  await fillForBrowser(page);
  await start(page);
  await untilFinished(page);
  expect((await asked(page)).prompts).toHaveLength(5);
  await toResult(page);
  const { rows } = await takeRecord(page);
  expect(rows.map(({ outcome }) => outcome.kind)).toEqual(["failed", "failed", "failed", "failed", "answered"]);
  expect(rows[0].outcome.message).toContain("QuotaExceededError");
  expect(rows[0].attempts).toHaveLength(1);
});

test("a model that is taken away in mid-run stops the run, and costs no row", async ({ page }) => {
  await fakeLanguageModel(page, { notAllowedFrom: 2 });
  await fillForBrowser(page);
  await start(page);
  await expect(page.getByRole("alert").filter({ hasText: "does not give its model to this page" })).toBeVisible();
  await expect(page.getByText(/^2 of 5 rows/).first()).toBeVisible();
  await page.evaluate(() => (globalThis.fake.notAllowedFrom = Infinity));
  await page.getByRole("button", { name: "Go on" }).click();
  await untilFinished(page);
});

test("a run goes on after a reload, without a key, and asks no row twice", async ({ page }) => {
  await fakeLanguageModel(page, { nAnswered: 2 });
  await fillForBrowser(page);
  await start(page);
  await expect(page.getByText(/^2 of 5 rows/).first()).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole("heading", { name: "Go on with this run" })).toBeVisible();
  await expect(page.getByText("It is on this computer and can be asked at once.")).toBeVisible();
  await expect(page.getByLabel("Key", { exact: true })).toHaveCount(0);
  await page.evaluate(() => globalThis.fake.letGo());
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await untilFinished(page);
  expect((await asked(page)).prompts).toHaveLength(3);
});

test("a run of the browser's model that is opened where there is none says so", async ({ page, context }) => {
  await fakeLanguageModel(page, { nAnswered: 2 });
  await fillForBrowser(page);
  await start(page);
  await expect(page.getByText(/^2 of 5 rows/).first()).toBeVisible();
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  const other = await context.newPage();
  await withoutLanguageModel(other);
  await other.goto(address);
  await expect(other.getByText("The browser’s own model cannot be chosen here")).toBeVisible();
  await expect(other.getByRole("button", { name: "Go on", exact: true })).toBeDisabled();
});
