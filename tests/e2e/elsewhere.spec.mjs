// Scores of other programs: rows taken away, scores brought back, a server asked.
import { expect, test as base } from "./fixtures.mjs";
import { noOfficialRows } from "./support/official.mjs";
import { choose, download, drop, expectResult, fillNewRun, start, toResult, untilFinished } from "./support/page.mjs";
import { predicted, startScoring } from "./support/scoring.mjs";
import { zstd } from "./support/zstd.mjs";

const test = base.extend({
  scoring: async ({}, use) => {
    const scoring = await startScoring();
    await use(scoring);
    await scoring.close();
  },
});

/** A finished run of translations, and its result. */
async function translations(page, mock, { kind = "Sample rows", rows = "5", tasks = ["SA", "MT-en-tl", "MT-tl-en"] } = {}) {
  mock.answer = ({ idx }) => `Salin: Ika-${idx} na salin, may “ñ”.`;
  await fillNewRun(page, { address: mock.url, kind, rows, tasks });
  await start(page);
  await untilFinished(page);
  await toResult(page);
}

const section = (page) => page.getByRole("region", { name: "Scores from elsewhere" });
const paperCell = (page, task) => page.getByRole("table", { name: /^(As|In the columns of) the Batayan paper/ }).locator(`td[data-label^="${task} MetricX-24"]`);
const extraTag = (page) => page.getByRole("table").getByText("from elsewhere");

test("rows go away, scores come back in parts, and the number is there once all are", async ({ page, mock }) => {
  await translations(page, mock);
  const part = section(page);
  await expect(part.getByText(/^python -m metricx24\.predict .* --input_file mock-small-mt-en-tl\.jsonl /)).toBeVisible();
  await expect(part.getByRole("button", { name: "Copy the command for MT-tl-en" })).toBeVisible();
  const file = await download(page, "Rows of MT-en-tl (JSONL)");
  expect(file.name).toBe("mock-small-mt-en-tl.jsonl");
  const lines = file.text.trim().split("\n").map((line) => JSON.parse(line));
  expect(lines).toHaveLength(5);
  for (const [idx, line] of lines.entries()) {
    expect(Object.keys(line)).toEqual(["id", "source", "hypothesis", "reference"]);
    expect(line.id).toBe(`mt-en-tl:00000${idx}`);
    expect(line.source && line.hypothesis && line.reference).toBeTruthy();
  }

  await expect(paperCell(page, "MT-en-tl")).toContainText("not computed");
  const back = predicted(file.text, (idx) => idx);
  await drop(page, [{ name: "una.jsonl", text: back.split("\n").slice(0, 2).join("\n") }]);
  await expect(part.getByText("2 scores joined to MT-en-tl, MetricX-24. 2 of 5 rows have one now.")).toBeVisible();
  await expect(paperCell(page, "MT-en-tl")).toContainText("2 of 5");
  await drop(page, [{ name: "lahat.jsonl.zst", text: zstd(back) }]);
  await expect(part.getByText("5 scores joined to MT-en-tl, MetricX-24. 5 of 5 rows have one now.")).toBeVisible();
  // 100 - 4 × (0 + 1 + 2 + 3 + 4) / 5
  await expect(paperCell(page, "MT-en-tl")).toContainText("92.00");
  await expect(paperCell(page, "MT-tl-en")).toContainText("not computed");
  await expect(part.getByText("metricx24.predict, google/metricx-24-hybrid-xxl-v2p6-bfloat16, bfloat16")).toBeVisible();
  await expect(part.getByText("from una.jsonl, lahat.jsonl")).toBeVisible();

  await page.reload();
  await expectResult(page);
  await expect(paperCell(page, "MT-en-tl")).toContainText("92.00");
  await page.getByText("Signature", { exact: true }).click();
  await expect(page.getByText(/\|metricx-24:MT-en-tl\{program=metricx24\.predict;/)).toBeVisible();
  const record = JSON.parse((await download(page, "Record (JSON)")).text);
  expect(record.external[0]).toMatchObject({ name: "metricx-24", task: "MT-en-tl", precision: "bfloat16" });
  expect(record.external[0].values).toHaveLength(5);

  await part.getByRole("button", { name: "Remove MetricX-24 of MT-en-tl" }).click();
  await part.getByRole("group", { name: "Remove these scores from the run?" }).getByRole("button", { name: "Remove" }).click();
  await expect(paperCell(page, "MT-en-tl")).toContainText("not computed");
});

test("a file that cannot be right is refused with its lines", async ({ page, mock }) => {
  await translations(page, mock);
  const part = section(page);
  const { text } = await download(page, "Rows of MT-tl-en (JSONL)");
  await drop(page, [{ name: "baligtad.jsonl", text: predicted(text, () => 1) }]);
  await expect(part.getByRole("alert")).toContainText("Nothing was taken from baligtad.jsonl");
  await expect(part.getByText(/^Lines 1, 2, 3, 4, 5: the id is of MT-tl-en\./)).toBeVisible();
  await part.getByLabel("Task", { exact: true }).selectOption("MT-tl-en");
  await drop(page, [{ name: "labis.jsonl", text: predicted(text, (idx) => (idx === 3 ? 25.5 : 1)) }]);
  await expect(part.getByText(/^Line 4: outside 0 to 25/)).toBeVisible();
  await expect(paperCell(page, "MT-tl-en")).toContainText("not computed");
  await drop(page, [{ name: "tama.jsonl", text: predicted(text, () => 1) }]);
  await expect(paperCell(page, "MT-tl-en")).toContainText("96.00");
});

test("another score stands beside the numbers under its name", async ({ page, mock }) => {
  await translations(page, mock);
  const part = section(page);
  const { text } = await download(page, "Rows of MT-en-tl (JSONL)");
  await choose(page, "What the scores are", "Another score");
  const csv = ["id,score", ...text.trim().split("\n").map((line, idx) => `${JSON.parse(line).id},0.${idx}`)].join("\n");
  await drop(page, [{ name: "comet.csv", text: csv }]);
  await expect(part.getByText("Give the column a name first.")).toBeVisible();
  await part.getByLabel("Name of the column").fill("MetricX-24");
  await expect(part.getByText(/^This name is kept for the official column/)).toBeVisible();
  await part.getByLabel("Name of the column").fill("COMET-22");
  await part.getByLabel("Name of the program").fill("comet-score 2.2.2");
  await drop(page, [{ name: "comet.csv", text: csv }]);
  await expect(part.getByText("5 scores joined to MT-en-tl, COMET-22. 5 of 5 rows have one now.")).toBeVisible();
  await page.locator("summary", { hasText: "MT-en-tl" }).first().click();
  await expect(extraTag(page)).toBeVisible();
  await expect(page.getByRole("cell", { name: "0.2000" })).toBeVisible();
  await expect(paperCell(page, "MT-en-tl")).toContainText("not computed");
});

test("a server gets the rows a few at a time, with the key, and nobody else gets anything", async ({ page, mock, scoring }) => {
  test.skip(Boolean(noOfficialRows), String(noOfficialRows));
  await translations(page, mock, { kind: "Official rows", rows: "50", tasks: ["MT-en-tl"] });
  const part = section(page);
  await part.getByText("Or ask a scoring server of yours").click();
  await part.getByLabel("Address of the server").fill(scoring.url);
  await expect(part.getByText(`answers and references leave this tab and go to ${scoring.origin}, and nowhere else.`)).toBeVisible();
  await part.getByLabel("Key", { exact: true }).fill("susi-ng-server-123");
  scoring.needsKey = "susi-ng-server-123";
  await part.getByRole("button", { name: "Send the rows and join the scores" }).click();
  await expect(part.getByText("50 scores joined to MT-en-tl, MetricX-24. 50 of 50 rows have one now.")).toBeVisible({ timeout: 20_000 });
  expect(scoring.requests.map(({ rows }) => rows.length)).toEqual([32, 18]);
  for (const { url, contentType, authorization } of scoring.requests) {
    expect({ url, contentType, authorization }).toEqual({
      url: "/score",
      contentType: "application/x-ndjson",
      authorization: "Bearer susi-ng-server-123",
    });
  }
  await expect(paperCell(page, "MT-en-tl")).toContainText("90.00");
  await expect(part.getByText(/^endpoint, google/)).toBeVisible();
  await part.getByRole("button", { name: "Send the rows and join the scores" }).click();
  await expect(part.getByText("Every row of this task has its score.")).toBeVisible();
  const stored = await download(page, "Record (JSON)");
  expect(stored.text).not.toContain("susi-ng-server");
  // Another server does not get the key that was typed for this one.
  await part.getByLabel("Address of the server").fill("http://127.0.0.1:9/score");
  await expect(part.locator("#scoring-key-error")).not.toBeEmpty();
});

test("a server in trouble is asked again, one that hangs can be stopped, and what came stays", async ({ page, mock, scoring, watch }) => {
  watch.expect(/503|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET|401/);
  await translations(page, mock, { tasks: ["MT-en-tl"] });
  const part = section(page);
  await part.getByText("Or ask a scoring server of yours").click();
  await part.getByLabel("Address of the server").fill(scoring.url);
  scoring.next = ["hang"];
  await part.getByRole("button", { name: "Send the rows and join the scores" }).click();
  await expect.poll(() => scoring.requests.length).toBe(1);
  expect(scoring.requests[0].authorization).toBeUndefined();
  await part.getByRole("button", { name: "Stop" }).click();
  await expect(part.getByText("Stopped: 0 of 5 rows were scored. Send again to go on with the rest.")).toBeVisible();
  scoring.next = [503, "reset"];
  await part.getByRole("button", { name: "Send the rows and join the scores" }).click();
  await expect(part.getByText(/^No answer; trying again in/).first()).toBeVisible();
  await expect(part.getByText("5 scores joined to MT-en-tl, MetricX-24.")).toBeVisible({ timeout: 20_000 });
  expect(scoring.requests).toHaveLength(4);
});

test("a wrong key and scores out of range are told, not tried again", async ({ page, mock, scoring, watch }) => {
  watch.expect(/401/);
  await translations(page, mock, { tasks: ["MT-en-tl"] });
  const part = section(page);
  await part.getByText("Or ask a scoring server of yours").click();
  await part.getByLabel("Address of the server").fill(scoring.url);
  scoring.needsKey = "tamang-susi-1";
  await part.getByLabel("Key", { exact: true }).fill("maling-susi-1");
  await part.getByRole("button", { name: "Send the rows and join the scores" }).click();
  await expect(part.getByRole("alert").filter({ hasText: /key/i })).toBeVisible();
  expect(scoring.requests).toHaveLength(1);
  scoring.needsKey = null;
  scoring.predict = () => 90;
  await part.getByRole("button", { name: "Send the rows and join the scores" }).click();
  await expect(part.getByText(/^Lines 1, 2, 3, 4, 5: outside 0 to 25/)).toBeVisible();
  await expect(paperCell(page, "MT-en-tl")).toContainText("not computed");
});
