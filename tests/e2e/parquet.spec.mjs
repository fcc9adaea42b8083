// Parquet files, as pyarrow writes them: the page's numbers are those of the core, natively.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures.mjs";
import { scoreNatively } from "./support/native.mjs";
import { noOfficialRows, repository } from "./support/official.mjs";
import { choosePolicy, drop, expectResult, open } from "./support/page.mjs";
import { expectScores } from "./support/scores.mjs";
import { zip } from "./support/zip.mjs";
import { zstd } from "./support/zstd.mjs";

test.skip(Boolean(noOfficialRows), noOfficialRows || "");

const stored = (name) => join(repository, "tests/parquet", name);
const details = readFileSync(stored("details_qa.parquet"));
const filesTable = (page) => page.getByRole("table", { name: "Files" });
const tasksTable = (page) => page.getByRole("table", { name: "Answers by task" });

/** Drops a file and checks that its scores are those of its rows as JSON Lines, read natively. */
async function expectNumbers(page, name, bytes) {
  await open(page, "score/");
  await drop(page, [{ name, text: bytes }]);
  await expect(filesTable(page)).toContainText("lighteval, details");
  await expect(tasksTable(page).getByRole("row").filter({ hasText: "QA" })).toContainText("100 of 100");
  await page.getByRole("button", { name: "Score this file" }).click();
  await expectResult(page);
  for (const policy of ["parity", "strict"]) {
    await choosePolicy(page, policy);
    await expectScores(page, await scoreNatively(stored("details_qa.jsonl"), policy), policy);
  }
}

test("details of lighteval in Parquet give the numbers of the same rows as JSON Lines", async ({ page }) => {
  await expectNumbers(page, "details_custom|qa|0_2025-01-31T12-30-00.123456.parquet", details);
});

test("a Parquet file is known by its content, in an archive and packed with Zstandard, too", async ({ page }) => {
  await expectNumbers(page, "sagot.zip", zip({ "mga sagot": details }));
  await expectNumbers(page, "sagot.bin", zstd(details));
});

test("a cell that is no text is named with its row, and the others count", async ({ page }) => {
  await open(page, "score/");
  await drop(page, [{ name: "SA.parquet", text: readFileSync(stored("damaged_text.parquet")) }]);
  await filesTable(page).getByText("2 things to look at").click();
  const items = filesTable(page).locator("details").getByRole("listitem");
  await expect(items.first()).toHaveText("line 2: “prediction” cannot be read: its 4 bytes are no UTF-8 text");
  await expect(items.last()).toHaveText("line 3: “reasoning” cannot be read: its 2 bytes are no UTF-8 text");
  await expect(tasksTable(page).getByRole("row").nth(1)).toContainText("2 of 600");
});

test("the columns of a Parquet file of one row can be said", async ({ page }) => {
  await open(page, "score/");
  await drop(page, [{ name: "SA.parquet", text: readFileSync(stored("one_row.parquet")) }]);
  await page.getByLabel("Answer of the model").selectOption("sagot");
  await page.getByLabel("Row id").selectOption("bilang");
  await expect(tasksTable(page).getByRole("row").nth(1)).toContainText("1 of 600");
});
