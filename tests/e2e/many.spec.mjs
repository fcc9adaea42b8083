// Files of several models at once; columns, duplicates and encodings that the user chooses.
import { expect, test } from "./fixtures.mjs";
import { goldOf, noOfficialRows, officialRows, suite } from "./support/official.mjs";
import { expectResult, open, upload } from "./support/page.mjs";
import { readScores } from "./support/scores.mjs";

test.skip(Boolean(noOfficialRows), noOfficialRows || "");

const file = (name, content) => ({ name, mimeType: "", buffer: Buffer.from(content) });
const task = suite.tasks.find(({ id }) => id === "QA");
const answers = (model) =>
  officialRows(task).map((row) => ({ id: String(row.id), prediction: `Sagot: ${goldOf(task, row)}`, ...(model && { model }) }));
const jsonl = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const csv = (rows, names) =>
  [names.join(","), ...rows.map((row) => names.map((name) => `"${row[name]}"`).join(","))].join("\n");
const runsTable = (page) => page.getByRole("table", { name: "Models and runs" });
const tasksTable = (page) => page.getByRole("table", { name: "Answers by task" });
const filesTable = (page) => page.getByRole("table", { name: "Files" });

test("files of several models become several runs", async ({ page }) => {
  await open(page, "score/");
  await upload(page, [
    file("QA-una.jsonl", jsonl(answers("alon-7b"))),
    file("QA-dalawa.jsonl", jsonl(answers("bagyo-2b"))),
    file("QA-tatlo.jsonl", jsonl(answers("dagat-1b"))),
    file("QA.jsonl", jsonl(answers())),
  ]);
  await expect(runsTable(page).getByRole("row")).toHaveCount(4);
  await expect(runsTable(page).getByRole("row").nth(1)).toContainText("QA-una.jsonl");
  // Whose answers the last file holds is not guessed.
  const unknown = filesTable(page).getByRole("row").filter({ hasText: /^QA\.jsonl/ });
  await expect(unknown).toContainText("nothing says whose answers these are");

  await runsTable(page).getByLabel("Score bagyo-2b").uncheck();
  await runsTable(page).getByLabel("Name of the result of alon-7b").fill("Alon");
  const list = page.getByLabel("Model of QA.jsonl", { exact: true });
  await list.focus();
  await list.selectOption({ label: "a model of its own" });
  await expect(runsTable(page).getByRole("row")).toHaveCount(5);
  await expect(list).toBeFocused();
  // What was said about the runs stays.
  await expect(runsTable(page).getByLabel("Score bagyo-2b")).not.toBeChecked();
  await expect(runsTable(page).getByLabel("Name of the result of alon-7b")).toHaveValue("Alon");

  await page.getByRole("button", { name: "Score these 3" }).click();
  await expect(page.getByRole("heading", { name: "3 runs scored" })).toBeVisible();
  for (const name of ["Alon", "dagat-1b", "QA"]) await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Alon", exact: true }).click();
  await expectResult(page);
  expect((await readScores(page)).tasks.QA["Macro F1"].parity).toBe(100);
  // They are stored.
  await open(page);
  await expect(page.getByRole("link", { name: "Alon" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "dagat-1b" }).first()).toBeVisible();
  await expect(page.getByText("bagyo-2b")).toHaveCount(0);
});

test("nothing is stored before the press", async ({ page }) => {
  await open(page, "score/");
  await upload(page, [file("QA-una.jsonl", jsonl(answers("alon-7b"))), file("QA-dalawa.jsonl", jsonl(answers("bagyo-2b")))]);
  await expect(page.getByRole("button", { name: "Score these 2" })).toBeEnabled();
  await runsTable(page).getByLabel("Score alon-7b").uncheck();
  await expect(page.getByRole("button", { name: "Score this one" })).toBeEnabled();
  await runsTable(page).getByLabel("Score bagyo-2b").uncheck();
  await expect(page.getByRole("button", { name: /^Score these/ })).toBeDisabled();
  await open(page);
  await expect(page.getByText("alon-7b")).toHaveCount(0);
  await expect(page.getByText("bagyo-2b")).toHaveCount(0);
});

test("columns are chosen by keyboard, remembered for the next file of that shape, and forgotten", async ({ page }) => {
  const rows = answers().map(({ id, prediction }) => ({ bilang: id, sagot: prediction, output: "wala" }));
  const content = csv(rows, ["bilang", "sagot", "output"]);
  await open(page, "score/");
  await upload(page, file("QA.csv", content));
  const columns = page.getByText("Columns of QA.csv");
  await columns.focus();
  await page.keyboard.press("Enter");
  const first = page.getByRole("table", { name: "First rows" });
  await expect(first.getByRole("row")).toHaveCount(6);
  await expect(first.getByRole("row").nth(1)).toContainText("Sagot:");
  const answer = page.getByLabel("Answer of the model");
  await expect(answer).toHaveValue("output");
  await answer.focus();
  // Slowly: the page takes what was typed, not each letter of it.
  await page.keyboard.type("sagot", { delay: 150 });
  const kept = () => page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.includes("columns")));
  await expect.poll(async () => (await kept())[0]?.[1]).toBe("-,-,2,-,-,-,-");
  await expect(answer).toHaveValue("sagot");
  await expect(answer).toBeFocused();
  await page.getByLabel("Row id").focus();
  await page.getByLabel("Row id").selectOption("bilang");
  await expect(tasksTable(page)).toContainText("100 of 100");
  await expect(tasksTable(page)).not.toContainText("no ids");
  await expect(page.getByLabel("Row id")).toBeFocused();
  // Remembered: places and nothing else, under a name that says nothing.
  expect(await kept()).toEqual([[expect.stringMatching(/^sukat-columns-[0-9a-f]{16}$/), "-,0,2,-,-,-,-"]]);

  await open(page, "score/");
  await upload(page, file("iba/QA.csv", csv(rows, ["sagot", "output", "bilang"])));
  await expect(page.getByText("These columns were chosen earlier")).toBeVisible();
  await expect(tasksTable(page)).toContainText("100 of 100");
  await expect(tasksTable(page)).not.toContainText("no ids");
  await page.getByRole("button", { name: "Forget this choice" }).click();
  await expect(tasksTable(page)).toContainText("no ids");
  await expect(page.getByText("These columns were chosen earlier")).toHaveCount(0);
  await open(page, "score/");
  await upload(page, file("QA.csv", content));
  await expect(tasksTable(page)).toContainText("no ids");
});

test("from the choice of the file to its score with the keyboard alone", async ({ page }) => {
  const rows = answers().map(({ id, prediction }) => ({ bilang: id, sagot: prediction, output: "wala" }));
  await open(page, "score/");
  /** Tabs on until something has the focus; what is passed on the way does not matter. */
  const tabTo = async (target) => {
    await expect(target).toBeVisible();
    for (let n = 0; n < 80; n += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`never reached: ${target}`);
  };
  const press = (key) => page.keyboard.press(key);

  await page.waitForLoadState("networkidle");
  // Waited for from here on: what is asked in the same breath as the key, a busy page hears after it.
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page.getByRole("button", { name: "Choose files" }).first());
  await press("Enter");
  await (await chooser).setFiles(file("sagot.csv", `${csv(rows, ["bilang", "sagot", "output"])}\n`));

  // Nothing is mapped as it should be: the list of tasks and two lists of columns mend it.
  const taskList = page.getByLabel("Task of sagot.csv");
  await tabTo(taskList);
  await page.keyboard.type("QA", { delay: 150 });
  await expect(page.getByRole("cell", { name: /QA · chosen by you/ })).toBeVisible();
  await expect(taskList).toHaveValue("QA");
  await expect(taskList).toBeFocused();
  await tabTo(page.getByText("Columns of sagot.csv"));
  await press("Enter");
  const id = page.getByLabel("Row id");
  await tabTo(id);
  await press("ArrowDown");
  await expect(id).toHaveValue("bilang");
  await expect(id).toBeFocused();
  const answer = page.getByLabel("Answer of the model");
  await press("Tab");
  await expect(answer).toBeFocused();
  await press("ArrowUp");
  await expect(answer).toHaveValue("sagot");
  await expect(answer).toBeFocused();
  await expect(tasksTable(page)).toContainText("100 of 100");
  await expect(tasksTable(page)).not.toContainText("no ids");

  await tabTo(page.getByRole("button", { name: "Score this file" }));
  await press("Enter");
  await expectResult(page);
  expect((await readScores(page)).tasks.QA["Macro F1"].parity).toBe(100);
});

test("a file without a column of answers asks for it", async ({ page }) => {
  const rows = answers().map(({ id, prediction }) => ({ id, tugon: prediction }));
  await open(page, "score/");
  await upload(page, file("QA.jsonl", jsonl(rows)));
  await expect(page.getByText("Nothing here can be scored")).toBeVisible();
  await page.getByLabel("Answer of the model").selectOption("tugon");
  await expect(tasksTable(page)).toContainText("100 of 100");
  await page.getByRole("button", { name: "Score this file" }).click();
  await expectResult(page);
  expect((await readScores(page)).tasks.QA["Macro F1"].parity).toBe(100);
});

test("of several answers to a row the first or the last is taken", async ({ page }) => {
  const rows = answers();
  const wrong = rows.map((row) => ({ ...row, prediction: "hindi ko alam" }));
  await open(page, "score/");
  await upload(page, file("QA.jsonl", jsonl([...wrong, ...rows])));
  await expect(tasksTable(page)).toContainText("100 ids more than once; the first was taken");
  await page.getByRole("group", { name: "If a row has several answers, take" }).getByRole("radio", { name: "the last" }).check();
  await expect(tasksTable(page)).toContainText("100 ids more than once; the last was taken");
  await page.getByRole("button", { name: "Score this file" }).click();
  await expectResult(page);
  expect((await readScores(page)).tasks.QA["Macro F1"].parity).toBe(100);
});

test("Windows-1252 is offered for the file, and not assumed", async ({ page }) => {
  const text = csv(answers().map((row) => ({ ...row, prediction: `ni\u00f1o\n\n${row.prediction}` })), ["id", "prediction"]);
  await open(page, "score/");
  await upload(page, file("QA.csv", Buffer.from(text, "latin1")));
  await expect(page.getByText("Nothing here can be scored")).toBeVisible();
  const tick = page.getByLabel("Read this file as Windows-1252");
  await expect(tick).not.toBeChecked();
  await tick.check();
  await expect(tasksTable(page)).toContainText("100 of 100");
  await expect(page.getByLabel("Read this file as Windows-1252")).toBeChecked();
  await expect(page.getByLabel("Read this file as Windows-1252")).toBeFocused();
});
