// Replies, ids and names that try to be more than text: markup, characters that turn the line
// around, towers of accents, words without an end. All of it is shown as text, and the page keeps
// its shape.
import { expect, test } from "./fixtures.mjs";
import { download, drop, expectResult, fillNewRun, open, start, toResult, untilFinished } from "./support/page.mjs";
import { goldOf, noOfficialRows, officialRows, suite } from "./support/official.mjs";

const replies = {
  markup: `Sagot: Positibo <img src=x onerror="alert('labas')"> </script><script>alert(1)</script>`,
  entities: "Sagot: Positibo &lt;b&gt; &amp;amp; ]]> --> {{7*7}} ${7*7}",
  "turned around": "Sagot: Positibo \u202egnay tnirp\u202c \u2066\u2067pabaliktad\u2069\u2069 \u200f\u061c",
  "turned around and left so": "Sagot: Positibo \u202e\u202e\u2067\u2067",
  "an endless word": `Sagot: Positibo ${"napakahaba".repeat(2_000)}`,
  accents: `Sagot: Positibo a${"\u0301".repeat(20_000)}`,
  controls: "Sagot: Positibo \u0000\u0001\u0008\u001b[31m\u007f\u0085\u2028\u2029",
  "not a character": "Sagot: Positibo \ufffe\uffff \u{10ffff}",
};

/** How far the page is wider than the window; 0 when it fits. */
const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The innermost element that reaches beyond the window, to find it by. */
const widest = (page) =>
  page.evaluate(() => {
    const isOut = (element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
    const out = [...document.querySelectorAll("main *")].filter(isOut).at(-1);
    return out ? `${out.tagName}.${out.className}` : "nothing";
  });

async function expectInShape(page, where) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page), `${where}, ${width} px: ${await widest(page)}`).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.locator("main script, main img").count(), where).toBe(0);
}

test("hostile replies are text while they come, in the list, opened, and taken away", async ({ page, mock }) => {
  const dialogs = [];
  page.on("dialog", (dialog) => (dialogs.push(dialog.message()), dialog.dismiss()));
  const texts = Object.values(replies);
  mock.answer = ({ idx }) => texts[idx % texts.length];
  await fillNewRun(page, { address: mock.url, model: "<b>modelo</b>\u202e", kind: "Sample rows", tasks: ["SA"], rows: "All", atOnce: 1 });
  await start(page);
  await untilFinished(page);
  await expect(page.getByRole("region", { name: "Last replies" }).getByRole("listitem")).toHaveCount(8);
  await expectInShape(page, "the run");
  await toResult(page);
  await expectInShape(page, "the result");

  const list = page.getByRole("grid", { name: "Row by row" });
  for (const [idx, [name, text]] of Object.entries(replies).entries()) {
    await list.getByRole("row").nth(idx + 1).click();
    const reply = page.getByRole("dialog").getByLabel("Reply", { exact: true });
    await expect(reply, name).toBeVisible();
    expect(await reply.evaluate((element) => element.textContent), name).toContain("Sagot: Positibo");
    // The text is all there; a browser shows U+0000 as U+FFFD.
    const shown = (await reply.evaluate((element) => element.textContent)).trim();
    expect(shown.replaceAll("\ufffd", "\u0000"), name).toBe(text.trim());
    await expectInShape(page, name);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }

  const { rows } = JSON.parse((await download(page, "Record (JSON)")).text);
  expect(rows.map(({ text }) => text)).toEqual(rows.map((_, idx) => texts[idx % texts.length]));
  await page.goto("./");
  await expect(page.getByRole("table", { name: /Kept in this browser only/ })).toContainText("<b>modelo</b>");
  await expectInShape(page, "the start");
  expect(dialogs).toEqual([]);
});

test("hostile ids and names of a file are text, and the report keeps its shape", async ({ page }) => {
  test.skip(Boolean(noOfficialRows), noOfficialRows || "");
  const task = suite.tasks.find(({ id }) => id === "QA");
  const rows = officialRows(task).map((row) => ({ task: "QA", id: String(row.id), prediction: `Sagot: ${goldOf(task, row)}` }));
  const ids = ["<svg onload=alert(1)>", "\u202eid\u2067", "mahaba".repeat(3_000), `a${"\u0301".repeat(10_000)}`, "../../etc", "__proto__"];
  rows.push(...ids.map((id) => ({ task: "QA", id, prediction: `</pre>${id}` })));
  rows[0].prediction += ` ${replies["turned around"]}`;
  rows[1].prediction += ` a${"\u0301".repeat(500_000)}`; // a megabyte of accents
  await open(page, "score/");
  const name = `QA \u202e${"haba".repeat(40)}<b>.jsonl`;
  await drop(page, [{ name, text: rows.map((row) => `${JSON.stringify(row)}\n`).join("") }]);
  const tasks = page.getByRole("table", { name: "Answers by task" });
  await expect(tasks).toContainText("6 ids the official data does not have");
  await expect(tasks).toContainText(ids[0]);
  await expect(page.getByRole("table", { name: "Files" })).toContainText("<b>.jsonl");
  await expectInShape(page, "the report");
  await page.getByRole("button", { name: "Score this file" }).click();
  await expectResult(page);
  await expectInShape(page, "the result");
});
