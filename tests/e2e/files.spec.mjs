// Files as people have them: wrong, damaged, incomplete, oddly encoded, hostile. Each is read as far
// as it goes, and what is wrong is named with its place.
import { expect, test } from "./fixtures.mjs";
import { goldOf, noOfficialRows, officialRows, suite } from "./support/official.mjs";
import { choosePolicy, download, drop, expectResult, open, upload } from "./support/page.mjs";
import { readScores } from "./support/scores.mjs";
import { inFilipino } from "./support/states.mjs";

const taskOf = (id) => suite.tasks.find((task) => task.id === id);
const file = (name, content) => ({ name, mimeType: "", buffer: Buffer.from(content) });

/** Right answers to every row of a task: `[{ task, id, prediction }]`. */
function rightAnswers(id) {
  const task = taskOf(id);
  return officialRows(task).map((row) => ({
    task: id,
    id: String(row.id),
    prediction: `${task.labels.length ? "Sagot:" : task.head.answer_tag} ${goldOf(task, row)}`,
  }));
}

const jsonl = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
const csv = (rows, newline = "\n") =>
  ["task,id,prediction", ...rows.map(({ task, id, prediction }) => [task, id, quoted(prediction)].join(","))]
    .map((line) => line + newline)
    .join("");
const utf16 = (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

const tasksTable = (page) => page.getByRole("table", { name: "Answers by task" });
const filesTable = (page) => page.getByRole("table", { name: "Files" });
const score = (page) => page.getByRole("button", { name: "Score this file" }).click();
/** Unfolds what is wrong with the only file. */
const complaints = async (page) => {
  await filesTable(page).getByText(/things? to look at/).click();
  return filesTable(page).locator("details").getByRole("listitem");
};

test.describe("with the official rows", () => {
  test.skip(Boolean(noOfficialRows), noOfficialRows || "");

  test("CSV with a byte order mark, CRLF, and UTF-16 all give the same numbers", async ({ page }) => {
    const rows = rightAnswers("QA").map((row, idx) =>
      idx % 10 === 0 ? { ...row, prediction: `Mahaba, "may panipi", ñ 🙂\r\n\r\n${row.prediction}` } : row,
    );
    const shapes = {
      "plain.csv": csv(rows),
      "bom.csv": `\ufeff${csv(rows)}`,
      "crlf.csv": csv(rows, "\r\n"),
      "utf16.csv": utf16(csv(rows, "\r\n")),
      "utf16.jsonl": utf16(jsonl(rows)),
      "tabs.tsv": csv(rows).replace("task,id,prediction", "task\tid\tprediction").replace(/^QA,(\d+),/gm, "QA\t$1\t"),
    };
    const seen = [];
    for (const [name, content] of Object.entries(shapes)) {
      await open(page, "score/");
      await upload(page, file(name, content));
      await expect(tasksTable(page).getByRole("row").nth(1), name).toContainText("100 of 100");
      await score(page);
      await expectResult(page);
      seen.push((await readScores(page)).tasks.QA);
    }
    for (const scores of seen) expect(scores).toEqual(seen[0]);
    expect(seen[0]["Macro F1"].parity).toBe(100);
  });

  test("the page says how it knows a file's task, and takes another from a list", async ({ page }) => {
    const answers = rightAnswers("QA");
    const bare = csv(answers).replace("task,id", "id").replace(/^QA,/gm, "");
    await open(page, "score/");
    await upload(page, [file("QA.csv", bare), file("rows.csv", csv(rightAnswers("SA").slice(0, 30)))]);
    const inFiles = (name) => filesTable(page).getByRole("row").filter({ hasText: name });
    await expect(inFiles("QA.csv")).toContainText("QA · from the file name");
    await expect(inFiles("rows.csv")).toContainText("SA · named in the rows");

    await upload(page, file("sagot.csv", bare));
    await expect(inFiles("sagot.csv")).toContainText("QA · guessed from the ids or texts");
    await expect(tasksTable(page).getByRole("row").nth(1)).toContainText("it was guessed");
    const list = page.getByLabel("Task of sagot.csv");
    await expect(list).toHaveValue("");
    await list.focus();
    await list.selectOption("QA");
    await expect(inFiles("sagot.csv")).toContainText("QA · chosen by you");
    await expect(tasksTable(page)).not.toContainText("it was guessed");
    await expect(list).toBeFocused();
    await list.selectOption("AS");
    await expect(tasksTable(page).getByRole("row").nth(1)).toContainText("AS");
    await expect(tasksTable(page)).not.toContainText("100 of 100");
    await list.selectOption({ label: "as recognised" });
    await expect(inFiles("sagot.csv")).toContainText("QA · guessed");
    await expect(list).toBeFocused();
    await list.selectOption("QA");
    await expect(list).toHaveValue("QA");
    await score(page);
    await expectResult(page);
    expect((await readScores(page)).tasks.QA["Macro F1"].parity).toBe(100);
  });

  test("strange task names are shown by name with their rows, and the task can be chosen", async ({ page }) => {
    const rows = rightAnswers("QA");
    const strange = csv(rows.map((row, idx) => ({ ...row, task: idx < 70 ? "POS" : "NER" })));
    await open(page, "score/");
    await upload(page, file("lahat.csv", strange));
    await expect(page.getByText("Nothing here can be scored")).toBeVisible();
    const cell = filesTable(page).getByRole("row").nth(1);
    await expect(cell).toContainText("“POS” is not a task of Batayan: 70 rows not used");
    await expect(cell).toContainText("“NER” is not a task of Batayan: 30 rows not used");
    await expect(filesTable(page).getByText(/things? to look at/)).toHaveCount(0);
    await page.getByLabel("Task of lahat.csv").selectOption("QA");
    await expect(tasksTable(page).getByRole("row").nth(1)).toContainText("100 of 100");
    await expect(cell).not.toContainText("is not a task");
  });

  test("missing, extra and repeated ids are named", async ({ page }) => {
    const rows = rightAnswers("QA");
    const [first, second, third] = rows;
    const damaged = [
      ...rows.slice(3),
      first,
      { ...first, prediction: "Sagot: iba" },
      second,
      second,
      { task: "QA", id: "walang-ganito", prediction: "Sagot: A" },
    ];
    await open(page, "score/");
    await upload(page, file("QA.jsonl", jsonl(damaged)));
    const row = tasksTable(page).getByRole("row").nth(1);
    await expect(row).toContainText("99 of 100");
    await expect(row.getByRole("listitem").filter({ hasText: "1 row without an answer" })).toContainText(`(${third.id})`);
    await expect(row.getByRole("listitem").filter({ hasText: "1 id the official data does not have" })).toContainText("(walang-ganito)");
    const repeated = row.getByRole("listitem").filter({ hasText: "2 ids more than once; the first was taken" });
    await expect(repeated).toContainText(`${first.id}: answers differ`);
    await expect(repeated).toContainText(`${second.id}: same answer`);
    const report = await download(page, "Download this report");
    expect(report.text).toContain(`QA: missing ${third.id}`);
    expect(report.text).toContain("extra walang-ganito");
    await score(page);
    await expectResult(page);
    await expect(page.getByText("Not finished: 99 of 100 rows")).toBeVisible();
  });

  test("a damaged line is named with its number, and the others count", async ({ page }) => {
    const lines = jsonl(rightAnswers("QA")).split("\n").filter(Boolean);
    lines[41] = lines[41].slice(0, 30);
    lines[54] = lines[54].replace(":", " ");
    lines[77] = '"hindi row"';
    await open(page, "score/");
    await upload(page, file("QA.jsonl", lines.join("\n")));
    const items = await complaints(page);
    await expect(items.filter({ hasText: "line 42" })).toContainText("the row is cut off and was not read");
    await expect(items.filter({ hasText: "line 55" })).toContainText(/not JSON at column \d+; the line was not read/);
    await expect(items.filter({ hasText: "line 78" })).toContainText("not a row of named values");
    await expect(tasksTable(page).getByRole("row").nth(1)).toContainText("97 of 100");
  });

  test("a line that cannot be read does not shrink what the score is out of", async ({ page }) => {
    const [first, second] = rightAnswers("QA");
    await open(page, "score/");
    await upload(page, file("QA.jsonl", `${JSON.stringify(first)}\n${JSON.stringify(second).slice(0, 20)}\n`));
    await expect((await complaints(page)).filter({ hasText: "line 2" })).toContainText("was not read");
    await expect(tasksTable(page).getByRole("row").nth(1)).toContainText("1 of 100");
    await score(page);
    await expectResult(page);
    await expect(page.getByText("Not finished: 1 of 100 rows")).toBeVisible();
    for (const policy of ["strict", "parity"]) {
      await choosePolicy(page, policy);
      const { table } = await readScores(page);
      const { facts } = table.paper["QA Macro F1"];
      expect(facts, policy).toContain("1/100");
      expect(facts.join(), policy).toContain("99 unscored");
      expect(table.paper["NLU: incomplete"].value, policy).toBeNull();
    }
  });

  test("a file that was cut off says so", async ({ page }) => {
    const whole = jsonl(rightAnswers("QA"));
    await open(page, "score/");
    await upload(page, file("QA.jsonl", whole.slice(0, -20)));
    const items = await complaints(page);
    await expect(items).toContainText("the row is cut off and was not read");
    await expect(items).toContainText("line 100");
    // And without looking for it.
    const cell = filesTable(page).getByRole("row").nth(1);
    await expect(cell).toContainText("1 row is cut off, not read (line 100)");
    await inFilipino(page);
    await expect(page.getByRole("table", { name: "Mga file" })).toContainText("1 row na putol, hindi nabasa (linya 100)");
  });

  test("a table that ends in its last cell says that the cell may be cut off", async ({ page }) => {
    const rows = csv(rightAnswers("QA")).trimEnd().replaceAll('"', "");
    await open(page, "score/");
    await upload(page, file("QA.csv", rows.slice(0, -4)));
    const cell = filesTable(page).getByRole("row").nth(1);
    await expect(cell).toContainText("1 row may be cut off: the file ends without a line end (line 101)");
    await expect(tasksTable(page).getByRole("row").nth(1)).toContainText("100 of 100");
    await inFilipino(page);
    await expect(page.getByRole("table", { name: "Mga file" })).toContainText(
      "1 row na baka putol: walang dulo ng linya ang hulihan ng file (linya 101)",
    );
  });

  test("answers of another task are not taken for this one's", async ({ page }) => {
    // Called NLI, but the ids and words are those of sentiment analysis.
    const rows = rightAnswers("SA").map(({ id, prediction }) => ({ id, prediction }));
    await open(page, "score/");
    await upload(page, file("NLI.jsonl", jsonl(rows)));
    await expect(page.getByText("Nothing here can be scored")).toBeVisible();
    await expect(tasksTable(page)).toContainText("this looks like the answers of SA");
    await expect(page.getByRole("button", { name: "Score this file" })).toHaveCount(0);
  });

  test("why none of a task's answers is used is said", async ({ page }) => {
    const rows = rightAnswers("SA");
    await open(page, "score/");
    await upload(page, file("SA.jsonl", jsonl(rows.map((row) => ({ ...row, id: String(row.id - 1) })))));
    await expect(tasksTable(page)).toContainText("the ids count from 0 and the official ones from 1");
    await upload(page, file("SA.jsonl", jsonl(rows.slice(1).map(({ prediction }) => ({ prediction })))));
    await expect(tasksTable(page)).toContainText(/no ids, and \d+ answers where the task has \d+ rows/);
    await expect(page.getByRole("button", { name: "Score this file" })).toHaveCount(0);
  });

  test("answers without ids are matched by order only with the user's word", async ({ page }) => {
    const rows = rightAnswers("QA").map(({ prediction }) => ({ prediction }));
    await open(page, "score/");
    await upload(page, file("QA.jsonl", jsonl(rows)));
    const button = page.getByRole("button", { name: "Score this file" });
    await expect(button).toBeDisabled();
    await page.getByLabel("The answers stand in the order of the official rows").check();
    await button.click();
    await expectResult(page);
    await expect(page.getByText("QA: rows were matched by their order, not by ids")).toBeVisible();
  });

  test("one file of many that is not recognised does not spoil the others", async ({ page }) => {
    await open(page, "score/");
    await upload(page, [
      file("QA.jsonl", jsonl(rightAnswers("QA"))),
      file("litrato.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])),
      file("blangko.csv", ""),
      file("login.html", "<!DOCTYPE html><title>Sign in</title>"),
    ]);
    const row = (name) => filesTable(page).getByRole("row").filter({ hasText: name });
    await row("litrato.png").getByText(/to look at/).click();
    await expect(row("litrato.png")).toContainText(/not read here|not recognised|not UTF-8/);
    await row("blangko.csv").getByText(/to look at/).click();
    await expect(row("blangko.csv")).toContainText("the file is empty");
    await row("login.html").getByText(/to look at/).click();
    await expect(row("login.html")).toContainText("this is a web page, not data");
    await score(page);
    await expectResult(page);
    expect((await readScores(page)).tasks.QA["Macro F1"].parity).toBe(100);
  });

  test("hostile text is text: in names, ids, replies, everywhere", async ({ page }) => {
    const evil = `<img src=x onerror="alert('labas')">`;
    const dialogs = [];
    page.on("dialog", (dialog) => (dialogs.push(dialog.message()), dialog.dismiss()));
    const rows = rightAnswers("QA");
    rows[0].prediction = `${evil} <script>alert(1)</script>`;
    rows.push({ task: "QA", id: evil, prediction: evil });
    await open(page, "score/");
    await drop(page, [{ name: `QA ${evil}.csv`, text: csv(rows) }]);
    await expect(tasksTable(page)).toContainText(evil);
    await expect(filesTable(page)).toContainText(evil);
    await page.getByLabel("Name of this result").fill(evil);
    await score(page);
    await expectResult(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(evil);
    await page.getByLabel("Search text or id").fill("<script>");
    const list = page.getByRole("grid", { name: "Row by row" });
    await expect(list.getByRole("row")).toHaveCount(2);
    await list.getByRole("row").nth(1).click();
    await expect(page.getByRole("dialog").getByLabel("Reply", { exact: true })).toHaveText(rows[0].prediction);
    await page.goto("./");
    await expect(page.getByRole("table", { name: /Kept in this browser only/ })).toContainText(evil);
    await expect(page.locator("img, main script")).toHaveCount(0);
    expect(dialogs).toEqual([]);
  });

  test("a file is read although the rows must be loaded first", async ({ page, context, watch }) => {
    watch.expect(/status of 404/);
    let hasRows = false;
    await context.route("**/data/official/**", (route) =>
      hasRows ? route.fallback() : route.fulfill({ status: 404, body: "" }),
    );
    await open(page, "score/");
    await upload(page, file("QA.csv", csv(rightAnswers("QA"))));
    await expect(page.getByText("The official rows are needed first")).toBeVisible();
    hasRows = true;
    await page.getByRole("button", { name: "Load the official rows" }).click();
    await score(page);
    await expectResult(page);
    await choosePolicy(page, "parity");
    expect((await readScores(page)).tasks.QA["Macro F1"].parity).toBe(100);
  });

  test("files that hold nothing of ours say what would work", async ({ page }) => {
    await open(page, "score/");
    await upload(page, file("gatas.csv", "petsa,presyo\n2024-01-01,55\n"));
    await expect(page.getByText(/no column looks like predictions|Nothing in these files could be recognised|Nothing here can be scored/).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Score this file" })).toHaveCount(0);
  });

  test("a damaged record is refused, and says where reading stopped", async ({ page }) => {
    await open(page, "score/");
    await upload(page, file("record.json", '{"format":"sukat-record-1","id":"a","title":"x","rows":[{"task":"SA"'));
    await expect(page.getByText(/cannot be read|cut off|could be recognised|can be scored/).first()).toBeVisible();
    await page.goto("./");
    await expect(page.getByText(/^None yet\./)).toBeVisible();
  });
});
