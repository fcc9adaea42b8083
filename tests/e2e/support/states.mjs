// Every page in every state that people see: for pictures, and for checks that hold everywhere.
import { expect } from "@playwright/test";
import { answerByPrompt } from "./answers.mjs";
import { chooseRun, compareTwoRuns, first, storeTwoRuns } from "./compare.mjs";
import { fakeLanguageModel, withoutLanguageModel } from "./language-model.mjs";
import { goldOf, noOfficialRows, officialRows, suite } from "./official.mjs";
import { choose, download, drop, expectResult, fillNewRun, open, start, toResult, untilDataLoaded, untilFinished, upload } from "./page.mjs";
import { predicted } from "./scoring.mjs";

const sample = { kind: "Sample rows", rows: "All" };
const never = new Promise(() => {});

async function finished(page, mock) {
  mock.answer = answerByPrompt;
  await fillNewRun(page, { address: mock.url, model: "haka-haka-7b-instruct", ...sample });
  await start(page);
  await untilFinished(page);
}

/** A finished run of translations, at its result. */
async function translated(page, mock) {
  mock.answer = ({ idx }) => `Salin: Ika-${idx} na salin.`;
  await fillNewRun(page, { address: mock.url, model: "haka-haka-7b-instruct", kind: "Sample rows", rows: "5", tasks: ["MT-en-tl", "MT-tl-en"] });
  await start(page);
  await untilFinished(page);
  await toResult(page);
}

async function openRow(page) {
  const list = page.getByRole("grid", { name: "Row by row" });
  await list.getByRole("row").nth(2).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Reply" })).toBeVisible();
}

/** A CSV with something wrong in every way that is named on the page. */
function damagedCsv() {
  const task = suite.tasks.find(({ id }) => id === "QA");
  const lines = officialRows(task).map((row) => `QA,${row.id},Sagot: ${goldOf(task, row)}`);
  return ["task,id,prediction", ...lines.slice(2), lines[5], "QA,walang-ganito,Sagot: A", "QA,kulang"].join("\n");
}

/** Files of two models, and one that could be of either. */
function filesOfModels() {
  const row = (id, prediction) => `${JSON.stringify({ id, prediction })}\n`;
  const file = (name, text) => ({ name, mimeType: "", buffer: Buffer.from(text) });
  return [
    file("alon-7b_sentiment_tl.jsonl", row("1", "Positibo") + row("2", "Negatibo")),
    file("alon-7b_toxicity_tl.jsonl", row("1", "Malinis")),
    file("bagyo-2b-instruct_sentiment_tl.jsonl", row("1", "Positibo")),
    file("SA.jsonl", row("1", "Negatibo") + row("2", "Negatibo")),
  ];
}

/** Answers of a task that only their texts tell, and others under names that are no tasks. */
function strangeFiles() {
  const task = suite.tasks.find(({ id }) => id === "QA");
  const lines = officialRows(task).map((row) => `${row.id},Sagot: ${goldOf(task, row)}`);
  const named = lines.map((line, idx) => `${["POS", "NER", "SA"][idx % 3]},${line}`);
  const csv = (name, rows) => ({ name, mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) });
  return [csv("mga-sagot.csv", ["id,prediction", ...lines]), csv("iba-iba.csv", ["task,id,prediction", ...named])];
}

/** As in a private window of some browsers: the worker finds no database. */
async function withoutStorage(page) {
  await page.route("**/worker-boot-*.js", async (route) => {
    const response = await route.fetch();
    const body = `Object.defineProperty(self, "indexedDB", { value: undefined });\n${await response.text()}`;
    await route.fulfill({ response, body });
  });
}

/** Opens what holds the limits of a run, and types some. */
async function typeLimits(page, { budget }) {
  await page.getByText("Limits, prices and budget").click();
  await page.getByLabel("Price of a million prompt tokens").fill("0.15");
  await page.getByLabel("Price of a million reply tokens").fill("0.6");
  await page.getByLabel("Stop before it takes more tokens than").fill(String(budget));
}

/** What OpenAI's batches write for a line of requests. */
const batchReply = ({ custom_id }) =>
  JSON.stringify({
    custom_id,
    response: {
      status_code: 200,
      body: { model: "mock-small", choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Sagot: Positibo" } }] },
    },
    error: null,
  });

async function prepareBatch(page, mock) {
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: 5, tasks: ["SA", "MT-en-tl"] });
  await page.getByRole("button", { name: "Only prepare it, for a batch" }).click();
  await expect(page.getByRole("heading", { name: "Let a batch answer" })).toBeVisible();
}

/** How a server refuses a temperature. */
const refusedTemperature = {
  status: 400,
  type: "unsupported_value",
  message: "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
};

/** Name of the state, and the way there. `official` marks those that need the official rows. */
export const states = [
  { name: "start", go: (page) => open(page) },
  {
    name: "start-with-runs",
    go: async (page, mock) => {
      await finished(page, mock);
      await page.getByRole("link", { name: "Sukat", exact: true }).click();
      await expect(page.getByRole("table", { name: /Kept in this browser only/ })).toBeVisible();
    },
  },
  {
    name: "start-no-storage",
    go: async (page) => {
      await withoutStorage(page);
      await open(page);
      await expect(page.getByRole("status").filter({ hasText: "This browser stores nothing" })).toBeVisible();
    },
  },
  {
    name: "start-two-runs",
    go: async (page, mock) => {
      await finished(page, mock);
      await page.goto("./new/");
      await finished(page, mock);
      await page.getByRole("link", { name: "Sukat", exact: true }).click();
      await expect(page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("row")).toHaveCount(3);
    },
  },
  {
    name: "start-renaming",
    go: async (page, mock) => {
      await finished(page, mock);
      await page.getByRole("link", { name: "Sukat", exact: true }).click();
      await page.getByRole("button", { name: /^Rename/ }).click();
      await expect(page.getByLabel("New name")).toBeVisible();
    },
  },
  {
    name: "tasks-loading",
    official: true,
    go: async (page) => {
      await page.route("**/tl_elections_sentiment.jsonl", () => never);
      await open(page, "suites/");
      await expect(page.getByRole("progressbar")).toBeVisible();
    },
  },
  {
    name: "start-deleted",
    go: async (page, mock) => {
      await finished(page, mock);
      await page.getByRole("link", { name: "Sukat", exact: true }).click();
      await page.getByRole("button", { name: /^Delete/ }).click();
      await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
    },
  },
  {
    name: "tasks-not-loaded",
    go: async (page) => {
      await page.route("**/data/official/**", (route) => route.fulfill({ status: 404, body: "" }));
      await open(page, "suites/");
      await expect(page.getByText(/^Not loaded yet/)).toBeVisible();
    },
  },
  {
    name: "tasks-loaded",
    official: true,
    go: async (page) => {
      await open(page, "suites/");
      await untilDataLoaded(page);
    },
  },
  {
    name: "tasks-refused",
    official: true,
    go: async (page) => {
      await page.route("**/tl_elections_sentiment.jsonl", (route) => route.fulfill({ body: "{}" }));
      await open(page, "suites/");
      await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
      await page.locator("summary", { hasText: "File by file" }).click();
    },
  },
  {
    name: "task-row",
    go: async (page) => {
      await open(page, "task/?suite=batayan&task=SA&rows=sample&row=0");
      await expect(page.getByRole("heading", { name: /^Row 1/ })).toBeVisible();
    },
  },
  {
    name: "task-official",
    official: true,
    go: async (page) => {
      await open(page, "task/?suite=batayan&task=NLI&rows=official&row=3");
      await expect(page.getByRole("heading", { name: /^Row 4/ })).toBeVisible();
    },
  },
  { name: "task-unknown", go: (page) => open(page, "task/?suite=batayan&task=XX") },
  {
    name: "new-run",
    go: async (page) => {
      await open(page, "new/");
      await expect(page.getByRole("button", { name: "Start the run" })).toBeVisible();
    },
  },
  {
    name: "new-run-tried",
    go: async (page, mock) => {
      await fillNewRun(page, { address: mock.url, key: "sk-halimbawa", ...sample });
      await page.getByRole("button", { name: "Try it and list models" }).click();
      await expect(page.getByText(/It answers and lists/)).toBeVisible();
    },
  },
  {
    name: "new-run-priced",
    go: async (page, mock) => {
      mock.models = [{ id: "mock-small", pricing: { prompt: "0.00000015", completion: "0.0000006" } }];
      await fillNewRun(page, { address: mock.url, ...sample });
      await page.getByRole("button", { name: "Try it and list models" }).click();
      await expect(page.getByText(/^The endpoint lists its price/)).toBeVisible();
    },
  },
  {
    name: "new-run-repeats",
    go: async (page, mock) => {
      await fillNewRun(page, { address: mock.url, ...sample });
      await page.getByLabel("Repeat the run").fill("3");
      await expect(page.getByText(/^3 runs, one after the other/)).toBeVisible();
    },
  },
  {
    name: "new-run-silent",
    go: async (page, mock) => {
      mock.isListSilent = true;
      await page.clock.install();
      await fillNewRun(page, { address: mock.url, ...sample });
      await page.getByRole("button", { name: "Try it and list models" }).click();
      await page.clock.fastForward(10_100);
      await expect(page.getByText("No reply has come for 10 s")).toBeVisible();
    },
  },
  {
    name: "new-run-one-row",
    go: async (page, mock) => {
      mock.answer = () => ({
        content: "<think>Positibo ang tono ng post, kaya</think> Sagot: Positibo",
        more: { model: "haka-haka-7b-instruct-2026-01" },
      });
      mock.mode = (idx) => (idx === 0 ? refusedTemperature : "ok");
      await fillNewRun(page, { address: mock.url, key: "sk-halimbawa", model: "haka-haka-7b-instruct", ...sample });
      await page.getByRole("button", { name: "Ask it one row" }).click();
      await expect(page.getByText(/It answered in/)).toBeVisible();
    },
    errors: true,
  },
  {
    name: "new-run-one-row-refused",
    errors: true,
    go: async (page, mock) => {
      mock.mode = "unauthorized";
      await fillNewRun(page, { address: mock.url, key: "sk-mali", ...sample });
      await page.getByRole("button", { name: "Ask it one row" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "does not accept this key" })).toBeVisible();
    },
  },
  {
    name: "new-run-browser-model",
    go: async (page) => {
      await fakeLanguageModel(page, { availability: "downloadable", isHeld: true });
      await fillNewRun(page, { address: "", ...sample });
      await page.getByLabel("Service or server").selectOption("The browser’s own model");
      await page.getByRole("button", { name: "Start the run" }).click();
      await expect(page.getByText("Making the browser’s model ready")).toBeVisible();
      await page.evaluate(() => globalThis.fake.tell(0.43));
      await expect(page.getByText("43 % of the model downloaded").first()).toBeVisible();
    },
  },
  {
    name: "new-run-no-browser-model",
    go: async (page) => {
      await withoutLanguageModel(page);
      await open(page, "new/");
      await expect(page.getByText("The browser’s own model cannot be chosen here")).toBeVisible();
    },
  },
  {
    name: "new-run-unreachable",
    errors: true,
    go: async (page, mock) => {
      mock.mode = "no-cors";
      await fillNewRun(page, { address: mock.url, ...sample });
      await page.getByRole("button", { name: "Try it and list models" }).click();
      await expect(page.getByRole("alert").getByRole("listitem").first()).toBeVisible();
    },
  },
  {
    name: "new-run-incomplete",
    go: async (page) => {
      await fillNewRun(page, { address: "htp:/mali", model: "", ...sample });
      await page.getByRole("button", { name: "Start the run" }).click();
      await expect(page.getByText("The run cannot start yet")).toBeVisible();
    },
  },
  {
    name: "new-run-limits",
    go: async (page, mock) => {
      await fillNewRun(page, { address: mock.url, ...sample });
      await typeLimits(page, { budget: 20_000 });
    },
  },
  {
    name: "new-run-locked-key",
    go: async (page, mock) => {
      await fillNewRun(page, { address: mock.url, key: "sk-halimbawa", ...sample });
      await choose(page, "Keep the key", "On this device, locked");
      await page.getByLabel("Passphrase", { exact: true }).fill("maikli");
      await page.getByRole("button", { name: "Lock the key away" }).click();
      await expect(page.getByText("The passphrase needs at least 8 characters.")).toBeVisible();
    },
  },
  {
    name: "run-batch",
    go: prepareBatch,
  },
  {
    name: "run-batch-read",
    go: async (page, mock) => {
      await prepareBatch(page, mock);
      const file = await download(page, "Batch file for OpenAI, Azure or vLLM (JSONL)");
      const lines = file.text.trim().split("\n").map((line) => batchReply(JSON.parse(line)));
      await drop(page, [{ name: "mga-tugon.jsonl", text: `${lines.slice(0, 4).join("\n")}\n{"custom_id": "iba"}\n` }]);
      await expect(page.getByText("4 rows stored, 4 of them with a text; 6 rows still without a reply.")).toBeVisible();
    },
  },
  {
    name: "run-budget-spent",
    go: async (page, mock) => {
      mock.answer = answerByPrompt;
      await fillNewRun(page, { address: mock.url, ...sample });
      await typeLimits(page, { budget: 3_000 });
      await start(page);
      await expect(page.getByText(/^Stopped before your budget of 3,000 tokens/)).toBeVisible();
    },
  },
  {
    name: "run-going",
    go: async (page, mock) => {
      mock.answer = ({ idx, prompt }) => (idx < 34 ? answerByPrompt({ prompt }) : never);
      await fillNewRun(page, { address: mock.url, ...sample });
      await start(page);
      await expect(page.getByText(/^34 of 87 rows/).first()).toBeVisible();
    },
  },
  {
    name: "run-silent",
    go: async (page, mock) => {
      mock.answer = ({ idx, prompt }) => (idx < 34 ? answerByPrompt({ prompt }) : never);
      await page.clock.install();
      await fillNewRun(page, { address: mock.url, ...sample });
      await start(page);
      await expect(page.getByText(/^34 of 87 rows/).first()).toBeVisible();
      await page.clock.runFor(70_000);
      await expect(page.getByText(/^No reply for 1 min/)).toBeVisible();
    },
  },
  {
    name: "run-finished",
    go: finished,
  },
  {
    name: "run-finished-before",
    go: async (page, mock) => {
      await finished(page, mock);
      await page.reload();
      await expect(page.getByText("Every row has been asked.")).toBeVisible();
    },
  },
  {
    name: "run-wrong-key",
    errors: true,
    go: async (page, mock) => {
      mock.mode = "unauthorized";
      await fillNewRun(page, { address: mock.url, key: "sk-mali", ...sample });
      await start(page);
      await expect(page.getByLabel("Another key")).toBeVisible();
    },
  },
  {
    name: "run-resume",
    go: async (page, mock) => {
      mock.answer = ({ idx, prompt }) => (idx < 34 ? answerByPrompt({ prompt }) : never);
      await fillNewRun(page, { address: mock.url, ...sample });
      await start(page);
      await expect(page.getByText(/^34 of 87 rows/).first()).toBeVisible();
      page.once("dialog", (dialog) => dialog.accept());
      await page.reload();
      await expect(page.getByRole("heading", { name: "Go on with this run" })).toBeVisible();
    },
  },
  { name: "run-unknown", go: (page) => open(page, "run/?id=wala") },
  { name: "run-no-id", go: (page) => open(page, "run/") },
  {
    name: "result",
    go: async (page, mock) => {
      await finished(page, mock);
      await toResult(page);
    },
  },
  {
    name: "result-repeats",
    go: async (page, mock) => {
      mock.answer = ({ idx, prompt }) => (idx % 7 ? answerByPrompt({ prompt }) : "Sagot: A");
      await fillNewRun(page, { address: mock.url, ...sample, rows: 5 });
      await page.getByLabel("Repeat the run").fill("2");
      await start(page);
      await untilFinished(page);
      await page.getByRole("link", { name: "Run 2 is being asked now" }).click();
      await untilFinished(page);
      await toResult(page);
      await expect(page.getByRole("table", { name: /^The same rows/ })).toBeVisible();
    },
  },
  {
    name: "result-reused",
    go: async (page, mock) => {
      await finished(page, mock);
      await fillNewRun(page, { address: mock.url, model: "haka-haka-7b-instruct", ...sample });
      await page.getByRole("checkbox", { name: /^Use answers/ }).check();
      await start(page);
      await untilFinished(page);
      await toResult(page);
      await openRow(page);
    },
  },
  {
    name: "result-took",
    go: async (page, mock) => {
      mock.answer = answerByPrompt;
      await fillNewRun(page, { address: mock.url, ...sample });
      await typeLimits(page, { budget: 1_000_000 });
      await start(page);
      await untilFinished(page);
      await toResult(page);
      await page.locator("summary", { hasText: "What it took" }).click();
    },
  },
  {
    name: "run-again",
    go: async (page, mock) => {
      await finished(page, mock);
      await toResult(page);
      await page.reload();
      await page.getByLabel("Filter").selectOption("Unreadable");
      await page.getByRole("button", { name: /^Ask these/ }).click();
      await expect(page.getByRole("button", { name: "Ask again" })).toBeVisible();
    },
  },
  {
    name: "result-elsewhere",
    go: async (page, mock) => {
      await translated(page, mock);
      const { text } = await download(page, "Rows of MT-en-tl (JSONL)");
      await drop(page, [{ name: "mga-iskor.jsonl", text: predicted(text, (idx) => idx / 2) }]);
      await expect(page.getByText(/^5 scores joined/)).toBeVisible();
      await page.getByText("Or ask a scoring server of yours").click();
      await page.getByLabel("Address of the server").fill("http://localhost:8024/score");
    },
  },
  {
    name: "result-elsewhere-refused",
    go: async (page, mock) => {
      await translated(page, mock);
      const { text } = await download(page, "Rows of MT-en-tl (JSONL)");
      const lines = predicted(text, (idx) => (idx < 2 ? 30 : 1)).replace("mt-en-tl:000004", "mt-tl-en:000004");
      await choose(page, "What the scores are", "MetricX-24");
      await drop(page, [{ name: "mga-iskor.jsonl", text: lines }]);
      await expect(page.getByText(/^Nothing was taken/)).toBeVisible();
    },
  },
  {
    name: "result-sample",
    go: async (page) => {
      await open(page, "result/?id=sample");
      await expectResult(page);
    },
  },
  {
    name: "result-tasks-open",
    go: async (page) => {
      await open(page, "result/?id=sample");
      await expectResult(page);
      for (const summary of await page.locator("details.task-details > summary").all()) await summary.click();
    },
  },
  {
    name: "result-row",
    go: async (page) => {
      await open(page, "result/?id=sample");
      await expectResult(page);
      await openRow(page);
    },
  },
  {
    name: "result-no-match",
    go: async (page) => {
      await open(page, "result/?id=sample&q=walang-ganitong-salita");
      await expect(page.getByText("No row fits")).toBeVisible();
    },
  },
  { name: "compare-empty", go: (page) => open(page, "compare/") },
  {
    name: "compare-choose",
    official: true,
    go: async (page) => {
      await storeTwoRuns(page);
      await open(page, "compare/");
      await chooseRun(first(page), "alon-7b");
      await expect(page.getByText(/^Choose two runs above/)).toBeVisible();
    },
  },
  { name: "compare", official: true, go: compareTwoRuns },
  {
    name: "compare-row",
    official: true,
    go: async (page) => {
      await compareTwoRuns(page);
      await page.getByRole("button", { name: /^Show 52 rows/ }).click();
      await page.getByRole("grid", { name: "Row by row" }).getByRole("row").nth(1).click();
      await expect(page.getByRole("dialog").getByRole("heading", { name: /^Reply of bagyo/ })).toBeVisible();
    },
  },
  { name: "result-unknown", go: (page) => open(page, "result/?id=wala") },
  { name: "board", go: (page) => open(page, "board/") },
  { name: "score", go: (page) => open(page, "score/") },
  {
    name: "score-report",
    official: true,
    go: async (page) => {
      await open(page, "score/");
      await upload(page, { name: "mga-sagot.csv", mimeType: "text/csv", buffer: Buffer.from(damagedCsv()) });
      await expect(page.getByRole("table", { name: "Answers by task" })).toBeVisible();
      await page.locator("summary", { hasText: "to look at" }).first().click();
    },
  },
  {
    name: "score-tasks",
    official: true,
    go: async (page) => {
      await open(page, "score/");
      await upload(page, strangeFiles());
      await expect(page.getByText("“POS” is not a task of Batayan")).toBeVisible();
    },
  },
  {
    name: "score-runs",
    official: true,
    go: async (page) => {
      await open(page, "score/");
      await upload(page, filesOfModels());
      await expect(page.getByRole("table", { name: "Models and runs" })).toBeVisible();
    },
  },
  {
    name: "score-columns",
    official: true,
    go: async (page) => {
      await open(page, "score/");
      const content = "bilang,tugon ng model,paliwanag\n1,Positibo,maganda ang pelikula\n2,Negatibo,ayaw ko\n2,Positibo,iba\n";
      await upload(page, { name: "sagot-SA.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
      await page.getByLabel("Row id").selectOption("bilang");
      await page.getByLabel("Answer of the model").selectOption("tugon ng model");
      await expect(page.getByRole("table", { name: "First rows" })).toBeVisible();
      await expect(page.getByText("1 id more than once")).toBeVisible();
    },
  },
  { name: "help", go: (page) => open(page, "help/") },
  { name: "not-found", go: (page) => open(page, "wala/") },
].filter(({ official }) => !(official && noOfficialRows));

/** The same state in Filipino: what was typed and done stays. */
export async function inFilipino(page) {
  await page.getByRole("group", { name: "Language" }).getByRole("radio", { name: "Filipino" }).check();
  await expect(page.locator("html")).toHaveAttribute("lang", "fil");
}

