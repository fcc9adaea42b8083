// Another language in the middle of something: what was typed, opened and told is still there, in the
// other language, and belongs to what it was about.
import { expect, test } from "./fixtures.mjs";
import { fakeLanguageModel } from "./support/language-model.mjs";
import { goldOf, noOfficialRows, officialRows, suite } from "./support/official.mjs";
import { choose, download, drop, expectResult, fillNewRun, open, start, startButton, toResult, untilFinished, upload } from "./support/page.mjs";
import { predicted, startScoring } from "./support/scoring.mjs";
import { inFilipino } from "./support/states.mjs";

const small = { kind: "Sample rows", rows: 5 };
const home = (page) => page.getByRole("link", { name: "Sukat", exact: true }).click();
const ownRuns = (page) => page.getByRole("table").filter({ has: page.getByRole("button", { name: /^(Delete|Burahin)/ }) });
const switched = (page) => page.getByRole("radio", { name: "Filipino", exact: true }).first();

/** A finished run of translations, or `times` of them; at the result of the last. */
async function translated(page, mock, times = 1) {
  mock.answer = ({ idx }) => `Salin: Ika-${idx} na salin.`;
  await fillNewRun(page, { address: mock.url, ...small, tasks: ["MT-en-tl"] });
  await page.getByLabel("Repeat the run").fill(String(times));
  await start(page);
  await untilFinished(page);
  for (let run = 2; run <= times; run += 1) {
    await page.getByRole("link", { name: `Run ${run} is being asked now` }).click();
    await untilFinished(page);
  }
  await toResult(page);
}

test("a name that is being typed stays, and the switch keeps the focus", async ({ page, mock }) => {
  await translated(page, mock);
  await home(page);
  await page.getByRole("button", { name: /^Rename/ }).click();
  await expect(page.getByLabel("New name")).toBeFocused();
  await page.getByLabel("New name").fill("Salin ko");
  await switched(page).focus();
  await inFilipino(page);
  const box = page.getByLabel("Bagong pangalan");
  await expect(box).toHaveValue("Salin ko");
  await expect(switched(page)).toBeFocused();
  await box.press("Enter");
  await expect(box).toHaveCount(0);
  await expect(ownRuns(page).getByRole("link", { name: "Salin ko" })).toBeVisible();

  // Given up, nothing of it comes again.
  const rename = page.getByRole("button", { name: /^Palitan ang pangalan/ });
  await rename.click();
  await expect(box).toBeFocused();
  await box.fill("iba");
  await box.press("Escape");
  await rename.click();
  await expect(box).toHaveValue("Salin ko");
  // Nor when the page was left.
  await box.fill("iba pa");
  await page.getByRole("link", { name: "Tulong" }).click();
  await expect(page).toHaveURL(/\/help\//);
  await home(page);
  await expect(ownRuns(page)).toBeVisible();
  await expect(box).toHaveCount(0);
});

test("what keeps a run from starting, and the passphrase of a key, stay with the form", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, key: "sk-halimbawa", model: "", ...small });
  await startButton(page).click();
  await expect(page.getByText("The run cannot start yet")).toBeVisible();
  await choose(page, "Keep the key", "On this device, locked");
  await page.getByLabel("Passphrase", { exact: true }).fill("maikli");
  await page.getByRole("button", { name: "Lock the key away" }).click();
  await expect(page.getByText("The passphrase needs at least 8 characters.")).toBeVisible();
  await page.getByText("Limits, prices and budget").click();
  await inFilipino(page);
  await expect(page.getByText("Hindi pa masisimulan ang run")).toBeVisible();
  await expect(page.getByLabel("Passphrase", { exact: true })).toHaveValue("maikli");
  await expect(page.getByText("Kailangang hindi bababa sa 8 karakter ang passphrase.")).toBeVisible();
  await expect(page.locator("details", { hasText: "Mga limit, presyo, at budget" })).toHaveAttribute("open");

  await home(page);
  await page.getByRole("navigation").getByRole("link", { name: "Sukatin ang model" }).click();
  await expect(page.getByRole("button", { name: "Simulan ang run" })).toBeVisible();
  await expect(page.getByText("Hindi pa masisimulan ang run")).toHaveCount(0);
  await expect(page.getByLabel("Passphrase", { exact: true })).toHaveCount(0);
});

test("a run that is about to start starts", async ({ page }) => {
  await fakeLanguageModel(page, { availability: "downloadable", isHeld: true });
  await fillNewRun(page, { address: "", ...small, tasks: ["SA"] });
  await page.getByLabel("Service or server").selectOption("The browser’s own model");
  await startButton(page).click();
  await expect(page.getByRole("button", { name: "Starting" })).toBeDisabled();
  await inFilipino(page);
  await expect(page.locator("form button[type=submit]")).toBeDisabled();
  await page.evaluate(() => globalThis.fake.letGo());
  await expect(page).toHaveURL(/\/run\/\?id=/);
  await expect(page.locator(".run-state")).toHaveText("tapos na");
});

test("a result keeps what is open, typed and told, and another result has nothing of it", async ({ page, mock }) => {
  await translated(page, mock, 2);
  const details = (text) => page.locator("details", { hasText: text }).first();
  const { text } = await download(page, "Rows of MT-en-tl (JSONL)");
  await drop(page, [{ name: "mga-iskor.jsonl", text: predicted(text, (idx) => idx) }]);
  await expect(page.getByText(/^5 scores joined/)).toBeVisible();
  await page.locator("details.task-details > summary").click();
  await page.locator("summary", { hasText: "Signature" }).click();
  await page.getByText("Or ask a scoring server of yours").click();
  await page.getByLabel("Address of the server").fill("http://localhost:8024/score");
  await page.getByLabel("Precision").fill("int8");
  await page.getByRole("button", { name: /^Remove MetricX-24/ }).click();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("New name").fill("Salin ko");
  await inFilipino(page);
  await expect(page.getByText(/^5 iskor ang naikabit sa MT-en-tl/)).toBeVisible();
  await expect(page.locator("details.task-details")).toHaveAttribute("open");
  await expect(details("Signature")).toHaveAttribute("open");
  await expect(page.getByLabel("Address ng server")).toHaveValue("http://localhost:8024/score");
  await expect(page.locator("#column-precision")).toHaveValue("int8");
  await expect(page.getByRole("group", { name: "Alisin sa run ang mga iskor na ito?" })).toBeVisible();
  await expect(page.getByLabel("Bagong pangalan")).toHaveValue("Salin ko");

  const isOther = async () => {
    await expect(page.locator("details.task-details")).toBeVisible();
    await expect(page.locator("#column-precision")).toHaveValue("bfloat16");
    await expect(page.getByText(/^5 iskor ang naikabit/)).toHaveCount(0);
    await expect(page.locator("details[open]")).toHaveCount(0);
    await expect(page.getByLabel("Address ng server")).toHaveValue("");
    await expect(page.getByLabel("Bagong pangalan")).toHaveCount(0);
  };
  const here = page.url();
  await page.locator(`.facts-line a:not([href="${new URL(here).pathname}${new URL(here).search}"])`).first().click();
  await expect(page).not.toHaveURL(here);
  await isOther();
  // Nor is it there when one comes back.
  await page.goBack();
  await expect(page).toHaveURL(here);
  await isOther();
});

test("rows that are out to a scoring server stay out, and their scores are seen", async ({ page, mock }) => {
  const scoring = await startScoring();
  await translated(page, mock);
  await page.getByText("Or ask a scoring server of yours").click();
  await page.getByLabel("Address of the server").fill(scoring.url);
  scoring.next = ["hang"];
  await page.getByRole("button", { name: "Send the rows and join the scores" }).click();
  await expect.poll(() => scoring.requests.length).toBe(1);
  await inFilipino(page);
  await page.getByRole("button", { name: "Itigil" }).click();
  await expect(page.getByText(/^Itinigil: 0 sa 5 row ang naiskoran/)).toBeVisible();
  await page.locator("details", { hasText: "O magpaiskor sa sarili mong server" }).locator("button[data-kind=primary]").click();
  await expect(page.getByText(/^5 iskor ang naikabit sa MT-en-tl/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Alisin ang MetricX-24/ })).toBeVisible();
  await scoring.close();
});

test("what was read of a batch stays told, and another key stays typed", async ({ page, mock, watch }) => {
  watch.expect(/401/);
  await fillNewRun(page, { address: mock.url, ...small, tasks: ["SA"] });
  await page.getByRole("button", { name: "Only prepare it, for a batch" }).click();
  await page.locator("summary", { hasText: "How the files are used" }).click();
  await drop(page, [{ name: "mga-tugon.jsonl", text: '{"custom_id": "iba"}\n' }]);
  const told = page.locator("section", { has: page.locator("#batch") }).getByText("mga-tugon.jsonl");
  await expect(told.first()).toBeVisible();
  await inFilipino(page);
  await expect(page.getByRole("heading", { name: "Ipasagot sa batch" })).toBeVisible();
  await expect(told.first()).toBeVisible();
  await expect(page.locator("details", { hasText: "Paano gamitin ang mga file" })).toHaveAttribute("open");

  mock.mode = "unauthorized";
  await page.getByRole("group", { name: "Wika" }).getByRole("radio", { name: "English" }).check();
  await fillNewRun(page, { address: mock.url, key: "sk-mali", ...small, tasks: ["SA"] });
  await start(page);
  await page.getByLabel("Another key").fill("sk-iba");
  await inFilipino(page);
  await expect(page.getByLabel("Ibang key")).toHaveValue("sk-iba");
});

test("what was said of answers in a file stays until they are read again", async ({ page }) => {
  test.skip(Boolean(noOfficialRows), String(noOfficialRows));
  const task = suite.tasks.find(({ id }) => id === "QA");
  const lines = officialRows(task).map((row) => `${JSON.stringify({ prediction: `Sagot: ${goldOf(task, row)}` })}\n`);
  const file = { name: "QA.jsonl", mimeType: "", buffer: Buffer.from(lines.join("")) };
  await open(page, "score/");
  await upload(page, file);
  await page.getByLabel("The answers stand in the order of the official rows").check();
  const profile = page.locator("input[name=profile]").last();
  await profile.check();
  await page.getByLabel("Name of this result").fill("Sagot ko");
  await inFilipino(page);
  const order = page.getByLabel("Magkapareho ang ayos ng mga sagot at ng opisyal na mga row");
  await expect(order).toBeChecked();
  await expect(profile).toBeChecked();
  await expect(page.getByLabel("Pangalan ng resultang ito")).toHaveValue("Sagot ko");
  await page.locator("input[type=file]").first().setInputFiles(file);
  await expect(order).not.toBeChecked();
});

test("a list of prompts stays filtered, and another task's is not", async ({ page }) => {
  await open(page, "task/?suite=batayan&task=SA&rows=sample");
  const grid = page.getByRole("grid");
  await expect(grid).toHaveAttribute("aria-rowcount", "13");
  await page.getByLabel("Filter").fill("lang");
  await expect(grid).not.toHaveAttribute("aria-rowcount", "13");
  const nRows = await grid.getAttribute("aria-rowcount");
  await grid.getByRole("row").last().click();
  const heading = page.getByRole("heading", { name: /^Row / });
  const row = await heading.textContent();
  await inFilipino(page);
  await expect(page.getByLabel("I-filter")).toHaveValue("lang");
  await expect(grid).toHaveAttribute("aria-rowcount", nRows);
  await expect(heading).toHaveText(row);
  await page.getByLabel("Task", { exact: true }).selectOption("QA");
  await expect(page).toHaveURL(/task=QA/);
  await expect(page.getByLabel("I-filter")).toHaveValue("");
});

test("on a phone the menu closes when a language was chosen there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "result/?id=sample");
  await expectResult(page);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.click();
  await expect(menu).toHaveAttribute("aria-expanded", "true");
  await inFilipino(page);
  await expect(menu).toHaveAttribute("aria-expanded", "false");
  await expect(menu).toBeFocused();
  await expect(page.getByRole("navigation")).toBeHidden();
});
