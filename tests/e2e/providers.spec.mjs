// Who answers: every wire format over real requests, presets, stand-ins for a model.
import { expect, test } from "./fixtures.mjs";
import { startRecorded } from "./support/pairs.mjs";
import { download, expectResult, fillNewRun, open, start, startButton, toResult, untilFinished } from "./support/page.mjs";

const formats = [
  ["openai-completions", "OpenAI completions (base models)"],
  ["openai-responses", "OpenAI Responses"],
  ["azure-openai-chat", "Azure OpenAI"],
  ["anthropic-messages", "Anthropic Messages"],
  ["gemini-generate-content", "Gemini generateContent"],
  ["cohere-chat-v2", "Cohere v2"],
  ["ollama-chat", "Ollama"],
];
const sample = { kind: "Sample rows", rows: 5, tasks: ["SA"] };
const who = (page) => page.getByLabel("Service or server");

for (const [format, label] of formats) {
  test(`a run in the format ${label}`, async ({ page }) => {
    const server = await startRecorded(format);
    try {
      await open(page, "new/");
      await page.getByLabel("It speaks").selectOption(label);
      await fillNewRun(page, { address: server.base, key: "susi-12345", model: "modelo-1", ...sample });
      await page.getByRole("button", { name: "Try it and list models" }).click();
      const listed = format.startsWith("azure") ? /does not list its models/ : /^It answers and lists/;
      await expect(page.getByText(listed)).toBeVisible();
      await start(page);
      await untilFinished(page);
      expect(server.requests).toHaveLength(5);
      for (const { headers, body } of server.requests) {
        for (const name of server.headers) expect(headers[name], name).toBeTruthy();
        expect(JSON.stringify(headers)).toContain("susi-12345");
        expect(JSON.stringify(body)).not.toContain("susi-12345");
        expect(server.fields).toEqual(expect.arrayContaining(Object.keys(body)));
      }
      await toResult(page);
      const record = JSON.parse((await download(page, "Record (JSON)")).text);
      expect(JSON.stringify(record)).toContain(format);
      expect(record.rows.map(({ text }) => text)).toEqual(Array(5).fill(server.text));
    } finally {
      await server.close();
    }
  });
}

test("a preset fills in address and format, and says what is known of it", async ({ page }) => {
  await open(page, "new/");
  await who(page).selectOption("Anthropic");
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("https://api.anthropic.com/v1");
  await expect(page.getByLabel("It speaks")).toHaveValue("anthropic-messages");
  await who(page).selectOption("Ollama");
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("http://localhost:11434");
  await expect(page.getByText(/OLLAMA_ORIGINS/).first()).toBeVisible();
  await expect(page.getByText("Requests go to http://localhost:11434/api/chat.")).toBeVisible();
});

test("stand-ins need no endpoint, and give the scores they must", async ({ page, watch }) => {
  await open(page, "new/");
  const foreign = [];
  page.on("request", (request) => request.method() === "POST" && foreign.push(request.url()));
  await fillNewRun(page, { address: "", ...sample, rows: "All", tasks: ["SA", "AS"] });
  await who(page).selectOption("Always right");
  await expect(page.getByLabel("Address", { exact: true })).toHaveCount(0);
  await startButton(page).click();
  await expectResult(page);
  const record = JSON.parse((await download(page, "Record (JSON)")).text);
  const score = (task, metric) => record.scores.find((score) => score.task === task && score.metric === metric).value;
  expect(score("SA", "macro_f1")).toBe(100);
  expect(score("AS", "chrf_pp")).toBe(100);
  expect(JSON.stringify(record)).toContain("stand-in");
  expect(foreign).toEqual([]);
});
