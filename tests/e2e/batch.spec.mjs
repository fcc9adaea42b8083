// A run that a batch answers: prepared, taken away, brought back.
import { expect, test } from "./fixtures.mjs";
import { download, drop, fillNewRun, open, toResult } from "./support/page.mjs";
import { zstd } from "./support/zstd.mjs";

/** What OpenAI's batches write for a line of requests. */
const reply = ({ custom_id }) =>
  JSON.stringify({
    id: `batch_req_${custom_id}`,
    custom_id,
    response: {
      status_code: 200,
      request_id: custom_id,
      body: {
        id: "chatcmpl-1",
        object: "chat.completion",
        model: "mock-small",
        choices: [
          { index: 0, finish_reason: "stop", message: { role: "assistant", content: "Sagot: Positibo" } },
        ],
        usage: { prompt_tokens: 100, completion_tokens: 4, total_tokens: 104 },
      },
    },
    error: null,
  });

test("a batch round trip answers every row, and nothing is asked from here", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: 5, tasks: ["SA", "MT-en-tl"] });
  await page.getByRole("button", { name: "Only prepare it, for a batch" }).click();
  await expect(page.getByRole("heading", { name: "Let a batch answer" })).toBeVisible();

  // What needs no key stands above what asks for one.
  const headings = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  expect(headings.indexOf("Let a batch answer")).toBeLessThan(headings.indexOf("Start this run"));

  const file = await download(page, "Batch file for OpenAI, Azure or vLLM (JSONL)");
  await page.getByText("How the files are used").click();
  await expect(page.getByText(`file=@${file.name}`)).toBeVisible();
  await expect(page.getByText(`vllm run-batch -i ${file.name} -o`)).toBeVisible();
  expect(file.name).toBe("mock-small-openai-batch.jsonl");
  const requests = file.text.trim().split("\n").map((line) => JSON.parse(line));
  expect(requests).toHaveLength(10);
  expect(new Set(requests.map(({ custom_id }) => custom_id)).size).toBe(10);
  expect(requests[0]).toMatchObject({ method: "POST", url: "/v1/chat/completions", body: { model: "mock-small" } });

  const lines = requests.map(reply);
  const { custom_id } = requests[9];
  const expired = JSON.stringify({ custom_id, response: null, error: { code: "batch_expired" } });
  await drop(page, [{ name: "expired.jsonl", text: expired }]);
  await expect(page.getByText(/^MT-en-tl \S+: not asked \(expired\)$/)).toBeVisible();
  await drop(page, [{ name: "one.jsonl", text: `${lines.slice(0, 4).join("\n")}\n{"custom_id": "iba"}\n` }]);
  await expect(page.getByText("4 rows stored, 4 of them with a text; 6 rows still without a reply.")).toBeVisible();
  await expect(page.getByText(/^one\.jsonl: /)).toBeVisible();
  await drop(page, [{ name: "two.jsonl", text: lines.slice(2).join("\n") }]);
  await expect(page.getByText("6 rows stored, 6 of them with a text; 0 rows still without a reply.")).toBeVisible();
  await expect(page.getByText("2 rows had a reply already; it stays.")).toBeVisible();
  expect(mock.requests).toHaveLength(0);

  await toResult(page);
  await expect(page.getByText("some rows were answered by a batch")).toBeVisible();
});

test("a batch output dropped under Score a file leads to its run, packed or not", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: 5, tasks: ["SA"] });
  await page.getByRole("button", { name: "Only prepare it, for a batch" }).click();
  const file = await download(page, "Batch file for OpenAI, Azure or vLLM (JSONL)");
  const lines = file.text.trim().split("\n").map((line) => reply(JSON.parse(line)));
  const runPage = page.url();

  await open(page, "score/");
  await drop(page, [{ name: "output.jsonl", text: lines.slice(0, 2).join("\n") }]);
  await expect(page.getByText("These are replies to a batch of one of your runs")).toBeVisible();
  await expect(page.getByText("Nothing here can be scored")).toHaveCount(0);
  await page.getByRole("button", { name: "Read them into the run" }).click();
  await expect(page.getByText("2 rows stored, 2 of them with a text; 3 rows still without a reply.")).toBeVisible();
  await page.getByRole("link", { name: "Open the run" }).click();
  await expect(page).toHaveURL(runPage);
  await drop(page, [{ name: "output.zst", text: zstd(lines.slice(2).join("\n")) }]);
  await expect(page.getByText("3 rows stored, 3 of them with a text; 0 rows still without a reply.")).toBeVisible();
  await toResult(page);

  // Another browser's run.
  await open(page, "score/");
  const elsewhere = lines.map((line) => line.replace(/run-\d+_/g, "run-17_"));
  await drop(page, [{ name: "output.jsonl", text: elsewhere.join("\n") }]);
  await page.getByRole("button", { name: "Read them into the run" }).click();
  await expect(page.getByText("This run is not in this browser")).toBeVisible();
});
