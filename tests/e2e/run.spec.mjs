// The first full journey: official rows, a real endpoint, official scores.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { scoreNatively } from "./support/native.mjs";
import { noOfficialRows, suite } from "./support/official.mjs";
import { choosePolicy, download, fillNewRun, runState, start, startButton, toResult, untilFinished } from "./support/page.mjs";
import { expectRecordScores, expectScores } from "./support/scores.mjs";

test.describe("with the official rows", () => {
  test.skip(Boolean(noOfficialRows), noOfficialRows || "");

  test("a run over all nine files scores as the core does natively", async ({ page, mock }) => {
    mock.answer = answerByPrompt;
    await fillNewRun(page, { address: mock.url, key: "sk-test", rows: 50, atOnce: 16 });
    await start(page);
    await expect(page.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("max", "450");
    await untilFinished(page);
    expect(mock.requests).toHaveLength(450);
    const sent = mock.requests.map(({ body }) => body.messages.at(-1).content);
    expect(new Set(sent).size, "each row was asked once").toBe(450);

    await toResult(page);
    for (const policy of ["parity", "strict"]) {
      await choosePolicy(page, policy);
      const record = await download(page, "Record (JSON)");
      expect(record.name).toMatch(/\.json$/);
      const native = await scoreNatively(record.path, policy);
      expect(native.remarks).toEqual([]);
      expect(Object.keys(native.tasks)).toEqual(expect.arrayContaining(suite.tasks.map(({ id }) => id)));
      for (const { n_chosen, is_complete } of Object.values(native.counts)) {
        expect({ n_chosen, is_complete }).toEqual({ n_chosen: 50, is_complete: false });
      }
      await expectScores(page, native, policy);
      expectRecordScores(JSON.parse(record.text), native);
    }
    // A part of the rows is marked as such wherever its numbers stand.
    await expect(page.getByText("part only: 450 of 3,800 rows")).toHaveCount(3);
  });

  test("a run that is started while its rows still come waits for them", async ({ page, mock }) => {
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    await page.route("**/data/official/**", async (route) => {
      await held;
      await route.continue();
    });
    await fillNewRun(page, { address: mock.url, tasks: ["SA"], rows: 5 });
    await startButton(page).click();
    await expect(page.getByRole("button", { name: "Starting" })).toBeDisabled();
    await expect(page.getByText("The run cannot start yet")).toBeHidden();
    letGo();
    await untilFinished(page);
    expect(mock.requests).toHaveLength(5);
  });

  test("the prompts that are sent are those the page shows", async ({ page, mock }) => {
    await fillNewRun(page, { address: mock.url, tasks: ["SA"], rows: 5, atOnce: 1 });
    await start(page);
    await untilFinished(page);
    const [{ body }] = mock.requests;
    expect(body).toMatchObject({ model: "mock-small", temperature: 0, max_tokens: 32 });
    await page.goto("./task/?suite=batayan&task=SA&rows=official&row=0");
    await expect(page.getByRole("heading", { name: /^Row 1 · id / })).toBeVisible();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as JSON" }).click();
    await expect(page.getByText("Copied")).toBeVisible();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(body.messages);
  });

  test("a part of the rows says that its baseline is the task's", async ({ page, mock }) => {
    mock.answer = answerByPrompt;
    await fillNewRun(page, { address: mock.url, tasks: ["NLI", "QA"], rows: 5 });
    await start(page);
    await untilFinished(page);
    await toResult(page);
    await choosePolicy(page, "parity");
    const seahelm = page.getByRole("table", { name: /SEA-HELM/ });
    const cell = seahelm.locator("td[data-label='NLI Normalized accuracy']");
    await expect(cell).toContainText("5/600");
    await expect(cell).toContainText("baseline from the task (1/3)");
    // Of all the numbers, only these depend on it.
    await expect(page.locator(".result-facts").getByText(/baseline/)).toHaveCount(2);
    await page.locator("details.task-details > summary").filter({ hasText: "NLI" }).click();
    const line = page.locator("details.task-details table.table tr").filter({ hasText: "Normalized accuracy" });
    await expect(line.filter({ hasText: "(1/3)" }).getByText("baseline from the task (1/3)")).toBeVisible();
    const { scores } = JSON.parse((await download(page, "Record (JSON)")).text);
    expect(scores.filter(({ is_official }) => is_official)).toEqual([]);
    await page.getByRole("group", { name: "Language" }).getByRole("radio", { name: "Filipino" }).check();
    await expect(page.locator(".result-facts").getByText("baseline ayon sa task (1/3)")).toBeVisible();
  });

  test("a full task carries the official name, a part of it does not", async ({ page, mock }) => {
    mock.answer = answerByPrompt;
    await fillNewRun(page, { address: mock.url, tasks: ["QA"], rows: "All", atOnce: 16 });
    await start(page);
    await untilFinished(page);
    await toResult(page);
    await choosePolicy(page, "parity");
    const record = await download(page, "Record (JSON)");
    const { scores } = JSON.parse(record.text);
    expect(scores.find(({ task, metric }) => task === "QA" && metric === "macro_f1")).toMatchObject({
      n_rows: 100,
      is_official: true,
    });
    const native = await scoreNatively(record.path, "parity");
    expect(native.counts.QA.is_complete).toBe(true);
    await expectScores(page, native, "parity");
    await expect(page.getByText(/part only/)).toHaveCount(0);
    await expect(page.getByText(/baseline from the task/)).toHaveCount(0);
  });
});

test("without a key nothing is sent in its place", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", tasks: ["SA"], rows: 5 });
  await start(page);
  await untilFinished(page);
  expect(mock.requests).toHaveLength(5);
  expect(mock.requests.filter(({ headers }) => "authorization" in headers)).toEqual([]);
});

test("without any data a run over the sample rows is marked as one", async ({ page, mock }) => {
  mock.answer = answerByPrompt;
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: "All" });
  await page.getByRole("button", { name: "Try it and list models" }).click();
  await expect(page.getByText("It answers and lists 2 models.")).toBeVisible();
  await start(page);
  await untilFinished(page);
  expect(mock.mostAtOnce).toBeLessThanOrEqual(6);
  const rows = page.getByRole("table", { name: "Scores by task" }).getByRole("row");
  await expect(rows).toHaveCount(1 + suite.tasks.length);
  await toResult(page);
  await expect(page.getByText("sample rows, not the benchmark").first()).toBeVisible();
  await choosePolicy(page, "strict");
  const record = await download(page, "Record (JSON)");
  await expectScores(page, await scoreNatively(record.path, "strict"), "strict");
});

test("progress, counts and replies are seen while the run goes on", async ({ page, mock }) => {
  const release = deferred();
  mock.answer = async ({ idx, prompt }) => {
    if (idx >= 20) await release.promise;
    return answerByPrompt({ prompt });
  };
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: "All" });
  await start(page);
  const bar = page.getByRole("progressbar", { name: "Progress" });
  await expect(bar).toHaveAttribute("value", "20");
  await expect(runState(page)).toHaveText("asking");
  await expect(page.getByText(/^20 of 87 rows · .* of at most 6 requests waiting/).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Last replies" }).getByRole("listitem")).toHaveCount(8);
  const firstTask = page.getByRole("table", { name: "Scores by task" }).getByRole("row").nth(1);
  await expect(firstTask).toContainText(/PI Macro F1/);
  await expect(firstTask.locator("data.score")).toHaveText(/^\d+\.\d\d$/);
  release.resolve();
  await untilFinished(page);
  // Some came back empty: that is for the user to repeat, or not.
  await expect(page.getByRole("button", { name: /^Ask \d+ rows without text again$/ })).toBeVisible();
});

test("the form says what is missing, and sends nothing", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, model: "", kind: "Sample rows", tasks: [] });
  await page.getByRole("button", { name: "Start the run" }).click();
  const problems = page.getByRole("alert").filter({ hasText: "The run cannot start yet" });
  await expect(problems.getByRole("listitem")).toHaveText([
    "Model: Which model should be asked?",
    "Tasks: Choose at least one task.",
  ]);
  expect(mock.requests).toHaveLength(0);
});

test("a broker that spreads the rows over machines is named, with counts", async ({ page, mock }) => {
  mock.answer = ({ idx }) => ({ content: "Sagot: A", more: { provider: idx % 3 ? "Makina Uno" : "Makina Dos" } });
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", tasks: ["SA"], rows: "All", atOnce: 1 });
  await start(page);
  await untilFinished(page);
  await toResult(page);
  await expect(page.getByText("more than one provider answered: Makina Uno (8), Makina Dos (4)")).toBeVisible();
  const { rows } = JSON.parse((await download(page, "Record (JSON)")).text);
  const served = rows.map(({ served_by }) => served_by);
  expect(served.filter((name) => name === "Makina Uno")).toHaveLength(8);
  expect(served.filter((name) => name === "Makina Dos")).toHaveLength(4);
});

test("thinking is cut off, however it is marked, and thinking that never ends is no answer", async ({ page, mock }) => {
  const replies = [
    "baka Negatibo…</think>Sagot: Positibo",
    { content: "<think>Sagot: Positibo", finishReason: "length" },
    "<think>a<think>b</think>c</think>Sagot: Positibo",
    "<think>Sagot: Negatibo siguro</think>\nSagot: Positibo",
    "Sagot: Positibo",
  ];
  mock.answer = ({ idx }) => replies[idx];
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", tasks: ["SA"], rows: 5, atOnce: 1 });
  await page.getByLabel("This model thinks before it answers").check();
  await start(page);
  await untilFinished(page);
  await toResult(page);
  const { rows } = JSON.parse((await download(page, "Record (JSON)")).text);
  expect(rows.map(({ outcome, parity }) => [outcome.kind, parity ?? null])).toEqual([
    ["answered", "Positibo"],
    ["truncated", null],
    ["answered", "Positibo"],
    ["answered", "Positibo"],
    ["answered", "Positibo"],
  ]);
  expect(rows[1].flags).toContain("thinking-unclosed");
  await expect(page.getByRole("grid", { name: "Row by row" }).getByRole("row").nth(2)).toContainText("thinking never ended");
});

function deferred() {
  const deferred = {};
  deferred.promise = new Promise((resolve) => (deferred.resolve = resolve));
  return deferred;
}
