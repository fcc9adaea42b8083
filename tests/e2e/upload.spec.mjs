// A complete set of answers from a file: every number, however the file came.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "./fixtures.mjs";
import { predictNatively, scoreNatively } from "./support/native.mjs";
import { noOfficialRows } from "./support/official.mjs";
import { choosePolicy, download, drop, expectResult, open, upload } from "./support/page.mjs";
import { expectRecordScores, expectScores } from "./support/scores.mjs";
import { zip } from "./support/zip.mjs";

test.skip(Boolean(noOfficialRows), noOfficialRows || "");

/** Checks the page, and the record it gives away, against the files scored natively. */
async function expectNative(page, files, policy) {
  const native = await scoreNatively(files, policy);
  await choosePolicy(page, policy);
  await expectScores(page, native, policy);
  const record = await download(page, "Record (JSON)");
  expectRecordScores(JSON.parse(record.text), native);
}

test("nine inference files of SEA-HELM, dropped at once, score as the core does natively", async ({ page }, testInfo) => {
  const { inference } = await predictNatively(testInfo.outputDir);
  expect(inference).toHaveLength(9);
  await open(page, "score/");
  await drop(page, inference.map((path) => ({ name: basename(path), text: readFileSync(path) })));
  await expectResult(page);
  await expect(page.getByText(/part only/)).toHaveCount(0);
  await expectNative(page, inference, "parity");
  await expectNative(page, inference, "strict");
});

test("the same replies as one JSONL give the same numbers", async ({ page }, testInfo) => {
  const { combined, inference } = await predictNatively(testInfo.outputDir);
  await open(page, "score/");
  await upload(page, combined);
  // The file does not say which version made it: the page asks.
  await expect(page.getByText("The file does not say which version made it.")).toBeVisible();
  const tasks = page.getByRole("table", { name: "Answers by task" });
  await expect(tasks.getByRole("row")).toHaveCount(1 + 9);
  await expect(tasks.getByRole("row").filter({ hasText: "NLI" })).toContainText(/583 of 600.*9 answers are empty/);
  await page.getByRole("button", { name: "Score this file" }).click();
  await expectResult(page);
  await expectNative(page, inference, "parity");
});

test("the folder of a SEA-HELM run, zipped, gives the same numbers", async ({ page }, testInfo) => {
  const { inference } = await predictNatively(testInfo.outputDir);
  const folder = "modelong-haka-7b/inference/";
  const files = inference.map((path) => [folder + basename(path), readFileSync(path)]);
  await open(page, "score/");
  const buffer = zip(Object.fromEntries(files));
  await upload(page, { name: "results.zip", mimeType: "application/zip", buffer });
  await expectResult(page);
  await expectNative(page, inference, "parity");
});

test("a scored file is kept, and its rows can be looked at", async ({ page }, testInfo) => {
  const { inference } = await predictNatively(testInfo.outputDir);
  await open(page, "score/");
  await upload(page, inference);
  await expectResult(page);
  await expect(page.getByRole("status").filter({ hasText: /^3,800 rows$/ })).toBeVisible();
  await page.getByLabel("Filter").selectOption("unreadable");
  await page.getByRole("region", { name: "Row by row" }).getByLabel("Task", { exact: true }).selectOption("SA");
  const list = page.getByRole("grid", { name: "Row by row" });
  await expect(list.getByRole("row").nth(1)).toContainText("unreadable");
  await list.getByRole("row").nth(1).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("No answer could be read out of the reply.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.goto("./");
  const kept = page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("row").nth(1);
  await expect(kept).toContainText("modelong-haka-7b");
  await kept.getByRole("link").first().click();
  await expectResult(page);
});
