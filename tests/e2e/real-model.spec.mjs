// A real model behind a real server: what no mock of ours can get wrong for us. `./dev test
// --real-model` starts it and says where it is.
//
// The model is small and knows no Filipino, and the same prompt may get another answer the next
// time: shapes and counts are checked, never words.
import { expect, test } from "./fixtures.mjs";
import { scoreNatively } from "./support/native.mjs";
import { noOfficialRows, suite } from "./support/official.mjs";
import { choosePolicy, download, fillNewRun, open, start, toResult, untilFinished } from "./support/page.mjs";

const address = process.env.SUKAT_REAL_MODEL;
const nRowsEach = 5; // the fewest the page offers
// All of them, unless someone in a hurry names some: SUKAT_REAL_TASKS=SA,TD
const named = process.env.SUKAT_REAL_TASKS?.split(",");
const tasks = suite.tasks.map(({ id }) => id).filter((id) => named?.includes(id) ?? true);
const nRows = nRowsEach * tasks.length;
const formats = ["openai-chat", "openai-completions"];

for (const format of formats) {
  test(`a real model is asked a few rows of every task, as ${format}`, async ({ page }) => {
    test.setTimeout(1_800_000);
    await open(page, "new/");
    await page.getByLabel("It speaks").selectOption(format);
    await fillNewRun(page, { address, key: "sk-not-looked-at", model: "", rows: nRowsEach, atOnce: 2, tasks, kind: noOfficialRows ? "Sample rows" : "Official rows" });
    await page.getByRole("button", { name: "Try it and list models" }).click();
    await expect(page.getByText("It answers and lists 1 model.")).toBeVisible();
    const { data } = await (await fetch(`${address}/models`)).json();
    const model = data[0].id;
    await page.getByLabel("Model", { exact: true }).fill(model);
    await start(page);
    await untilFinished(page, 1_700_000);
    await toResult(page);
    await choosePolicy(page, "parity");

    const saved = await download(page, "Record (JSON)");
    const record = JSON.parse(saved.text);
    expect(record.rows).toHaveLength(nRows);
    for (const id of tasks) {
      const rows = record.rows.filter(({ task }) => task === id);
      expect(new Set(rows.map(({ row }) => row)).size, id).toBe(nRowsEach);
    }
    for (const row of record.rows) {
      const where = `${row.task} ${row.id}`;
      // A model may say nothing or run into the cap; it may not fail.
      expect(["answered", "truncated", "empty"], where).toContain(row.outcome.kind);
      expect(row.text.length > 0, where).toBe(row.outcome.kind !== "empty");
      expect(row.finish_reason, where).toBe(row.outcome.kind === "truncated" ? "length" : "stop");
      expect(row.model, where).toBe(model);
      expect(row.prompt_tokens, where).toBeGreaterThan(10);
      expect(row.output_tokens, where).toBeGreaterThanOrEqual(row.text ? 1 : 0);
      expect(row.attempts, where).toHaveLength(1);
      expect(row.attempts[0], where).toMatchObject({ status: 200, result: "ok" });
    }

    // Whatever it said, its scores are numbers, and those of the core.
    const native = await scoreNatively(saved.path, "parity");
    const shown = Object.fromEntries(record.scores.map(({ task, metric, value }) => [`${task} ${metric}`, value]));
    for (const [task, metrics] of Object.entries(native.tasks)) {
      for (const [metric, value] of Object.entries(metrics)) {
        expect(shown[`${task} ${metric}`], `${task} ${metric}`).toBe(value);
        if (value !== null) expect(value >= 0 && value <= 100, `${task} ${metric}: ${value}`).toBe(true);
      }
    }
    expect(Object.keys(native.tasks).sort()).toEqual(tasks.toSorted());
    expect(saved.text).not.toContain("sk-not-looked-at");
  });
}
