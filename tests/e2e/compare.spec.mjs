// Two runs side by side: which is better, on what, how sure that is, and the rows that changed.
import { expect, open, test } from "./fixtures.mjs";
import { chooseRun, compareTwoRuns, first, second, storeTwoRuns, untilCompared, valueOf } from "./support/compare.mjs";
import { noOfficialRows } from "./support/official.mjs";
import { choose } from "./support/page.mjs";

const numbers = (page) => page.getByRole("table", { name: /^B minus A/ });
const counts = (page) => page.getByRole("table", { name: /^How single rows/ });
const lineOf = (table, task) => table.getByRole("row").filter({ has: table.page().getByRole("rowheader", { name: new RegExp(`^${task}( |$)`) }) });
const list = (page) => page.getByRole("grid", { name: "Row by row" });
const summary = (page) => page.locator(".compare-summary");

test.describe("with the official rows", () => {
  test.skip(Boolean(noOfficialRows), noOfficialRows || "");

  test("from the first page to three rows that got worse, by keyboard", async ({ page }) => {
    await storeTwoRuns(page);
    await open(page);
    await page.getByRole("link", { name: "Compare two runs" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Compare two runs" })).toBeFocused();
    await expect(page.getByText(/^Choose two runs above/)).toBeVisible();
    // A list takes what is typed: the beginning of a name.
    for (const [select, title] of [[first(page), "alon-7b"], [second(page), "bagyo-7b"]]) {
      const value = await valueOf(select, title);
      await select.focus();
      await page.keyboard.type(title);
      await select.evaluate((list) => list.blur());
      await expect(select).toHaveValue(value);
    }
    await untilCompared(page);
    const worse = page.getByRole("button", { name: "Show 52 rows in which bagyo-7b (B) is worse" });
    await worse.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: /^52 of 400 rows/ })).toBeVisible();
    await list(page).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: "Reply of bagyo-7b (B)" })).toBeVisible();
    const seen = [await dialog.getByRole("heading", { level: 2 }).textContent()];
    for (const position of [2, 3]) {
      await page.keyboard.press("j");
      await expect(dialog.getByText(`${position} of 52`)).toBeVisible();
      await expect(dialog.locator(".compare-pair")).toBeVisible();
      seen.push(await dialog.getByRole("heading", { level: 2 }).textContent());
    }
    expect(new Set(seen).size).toBe(3);
    await page.keyboard.press("k");
    await expect(dialog.getByRole("heading", { level: 2 })).toHaveText(seen[1]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/row=/);
  });

  test("sentences, numbers and counts say what was put into the files", async ({ page }) => {
    await compareTwoRuns(page);
    await expect(summary(page)).toHaveText(
      "bagyo-7b (B) is better on QA, alon-7b (A) on AS; on PI the rows do not tell them apart; on SA they are the same in every row.",
    );
    const sentence = (task) => page.locator(".compare-sentences > li").filter({ hasText: new RegExp(`^${task}:`) });
    await expect(sentence("QA")).toHaveText(/bagyo-7b \(B\) is better by [\d.]+ points \(95% interval [\d.]+ to [\d.]+; p < 0\.001, corrected for 3 tasks\)\.$/);
    await expect(sentence("SA")).toHaveText("SA: The same in every row, so there is nothing to test.");
    await expect(page.getByText("More than the model may differ")).toBeVisible();
    await expect(page.getByText(/^Both were read from files/)).toBeVisible();

    // B has one row of QA wrong, A every fourth.
    const cells = (table, task) => lineOf(table, task).getByRole("cell");
    await expect(cells(counts(page), "QA").nth(0)).toHaveText("100 of 100");
    await expect(cells(counts(page), "QA").nth(1)).toHaveText("25");
    await expect(cells(counts(page), "QA").nth(2)).toHaveText("1");
    await expect(cells(counts(page), "QA").nth(3)).toHaveText("74");
    await expect(cells(counts(page), "QA").nth(4)).toHaveText("0");
    await expect(cells(counts(page), "QA").nth(5)).toHaveText("<0.001");
    await expect(cells(counts(page), "AS").nth(5)).toContainText("only for tasks with labels");
    // Each number is that of the run's own result.
    const result = async (title) => {
      const href = await page.evaluate((name) => {
        const options = [...document.querySelectorAll("option")];
        return options.find((option) => option.textContent.startsWith(name)).value;
      }, title);
      const other = await page.context().newPage();
      await other.goto(`./result/?id=${href}`);
      const qa = other.locator(".result-row td[data-label^='QA']").first().locator("data.score");
      const value = await qa.getAttribute("value");
      await other.close();
      return Number(value);
    };
    const shown = await lineOf(numbers(page), "QA").locator("data.score").evaluateAll((all) => all.map(({ value }) => Number(value)));
    expect(shown).toEqual([await result("alon-7b"), await result("bagyo-7b")]);
    const apart = (shown[1] - shown[0]).toFixed(2);
    await expect(cells(numbers(page), "QA").nth(2)).toHaveText(`+${apart}`);
    await expect(cells(numbers(page), "SA").nth(4)).toContainText("nothing to test");
    await expect(page.getByRole("img", { name: new RegExp(`^Difference by task .*QA \\+${apart.replace(".", "\\.")}`) })).toBeVisible();
  });

  test("a count leads to its rows, a row shows both replies, and a link shows the same view", async ({ page }) => {
    await compareTwoRuns(page);
    await counts(page).getByRole("button", { name: "QA: B worse, 1" }).click();
    await expect(page.getByRole("status").filter({ hasText: /^1 of 400 rows/ })).toBeVisible();
    await expect(page).toHaveURL(/task=QA&filter=worse/);
    await expect(list(page).getByRole("row").nth(1)).toContainText("B worse");
    await list(page).getByRole("row").nth(1).click();
    const dialog = page.getByRole("dialog");
    // Only the word that differs is marked.
    const marks = dialog.locator(".raw-text mark");
    await expect(marks).toHaveCount(2);
    const [right, wrong] = await marks.allTextContents();
    await expect(dialog.getByLabel("Reply of alon-7b (A)")).toHaveText(`Sagot: ${right}`);
    await expect(dialog.getByLabel("Reply of bagyo-7b (B)")).toHaveText(`Sagot: ${wrong}`);
    await expect(dialog.locator(".readings dd").first()).toHaveText(right);
    await expect(dialog.getByText("The settings of both runs make the same prompt of this row.")).toBeVisible();
    await expect(dialog.locator("figure.message")).toHaveCount(1);

    await page.reload();
    await expect(dialog.getByRole("heading", { name: "Reply of bagyo-7b (B)" })).toBeVisible({ timeout: 60_000 });
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Filter")).toHaveValue("worse");
    await expect(page.getByLabel("Task", { exact: true })).toHaveValue("QA");

    // The other way round the same row got better.
    await page.getByRole("button", { name: "Swap" }).click();
    await expect(page.getByLabel("Filter")).toHaveValue("better");
    await expect(page.getByRole("status").filter({ hasText: /^1 of 400 rows/ })).toBeVisible({ timeout: 60_000 });
    await expect(summary(page)).toHaveText(/^alon-7b \(B\) is better on AS, bagyo-7b \(A\) on QA/);

    await page.getByLabel("Search text or id").fill("walang-ganitong-salita");
    await expect(page.getByText("No row fits")).toBeVisible();
    await page.getByRole("button", { name: "Show all rows" }).click();
    await expect(page.getByRole("status").filter({ hasText: /^400 rows/ })).toBeVisible();
    // Files of answers count as the reference counts them, until somebody says otherwise.
    await expect(numbers(page)).toContainText("Rows without a usable reply count as empty answers.");
    await choose(page, "Rows without a usable reply", "Leave them out");
    await expect(numbers(page)).toContainText("Rows without a usable reply are left out.");
    await expect(page).toHaveURL(/policy=strict/);
  });

  test("the result of a run leads to its comparison", async ({ page }) => {
    await storeTwoRuns(page);
    await page.getByRole("link", { name: "bagyo-7b", exact: true }).click();
    await page.getByRole("link", { name: "Compare with another run" }).click();
    await expect(first(page).locator("option:checked")).toHaveText(/^bagyo-7b/);
    // The run itself is not among those that it can be compared with.
    await expect(second(page).locator("option", { hasText: "bagyo-7b" })).toHaveCount(0);
    await chooseRun(second(page), "alon-7b");
    await untilCompared(page);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Task by task" })).toBeVisible();
  });
});

test("without two runs the page says how to get them", async ({ page }) => {
  await open(page, "compare/");
  await expect(page.getByText("Two runs are needed")).toBeVisible();
  await page.locator("main").getByRole("link", { name: "Score a file" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Score a file");
  await open(page);
  await expect(page.getByRole("link", { name: "Compare two runs" })).toHaveCount(0);
});

test("a link with a run that is not here says so, and with one run twice, too", async ({ page }) => {
  await open(page, "compare/?a=sample&b=wala");
  await expect(page.locator("main").getByText("This run is not in this browser")).toBeVisible();
  await expect(second(page).locator("option:checked")).toHaveText("unknown run wala");
  await open(page, "compare/?a=sample&b=sample");
  await expect(page.getByText("A and B are the same run")).toBeVisible();
});
