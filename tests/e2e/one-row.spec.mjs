// One row asked before a run: what the page says of the reply, and what the run begins with.
import { expect, test } from "./fixtures.mjs";
import { startRecorded } from "./support/pairs.mjs";
import { download, fillNewRun, open, start, toResult, untilFinished } from "./support/page.mjs";

const sample = { kind: "Sample rows", rows: 5, tasks: ["SA"] };
const askButton = (page) => page.getByRole("button", { name: "Ask it one row" });
const findings = (page) => page.locator(".findings").getByRole("listitem");
const notes = async (page) => JSON.parse((await download(page, "Record (JSON)")).text).notes;

/** Fills in the form, asks one row, and waits for what it told. */
async function askOne(page, mock, more = {}) {
  await fillNewRun(page, { address: mock.url, ...sample, ...more });
  await askButton(page).click();
  await expect(page.getByText("What the one row showed")).toBeVisible();
}

test("an endpoint that does all that is asked is told in a few lines", async ({ page, mock }) => {
  const exposed = [
    "x-ratelimit-limit-requests",
    "x-ratelimit-remaining-requests",
    "x-ratelimit-reset-requests",
  ];
  mock.answer = () => ({
    content: "Sagot: Positibo",
    headers: {
      "x-ratelimit-limit-requests": "60",
      "x-ratelimit-remaining-requests": "59",
      "x-ratelimit-reset-requests": "1s",
      "access-control-expose-headers": exposed.join(", "),
    },
  });
  await fillNewRun(page, { address: mock.url, key: "sk-test", ...sample });
  await expect(page.getByText("That costs a few tokens; nothing is sent before you press.")).toBeVisible();
  expect(mock.requests).toHaveLength(0);
  await askButton(page).click();
  await expect(findings(page)).toHaveText([
    /^It answered in \d+ ms: Sagot: Positibo$/,
    "Read by the rule of SA as: Positibo",
    "Sent and not refused: max_tokens 32, temperature 0.",
    /^It counts tokens \(prompt: \d+, reply: 2\), so the cost can be counted\.$/,
    "The browser can read its rate limits (60 requests a minute): the run keeps to them.",
  ]);
  await expect(page.getByText("The run will begin with what was learnt here")).toHaveCount(0);
  // The very request that the run sends for the same row.
  await start(page);
  await untilFinished(page);
  expect(mock.requests).toHaveLength(6);
  const [{ body: asked, authorization }, ...ofRun] = mock.requests;
  expect(authorization).toBe("Bearer sk-test");
  expect(ofRun.map(({ body }) => JSON.stringify(body))).toContain(JSON.stringify(asked));
});

test("what a server does not report, and what the browser may not read, is said", async ({ page, mock }) => {
  // Sent, but not exposed to pages.
  const headers = { "x-ratelimit-limit-requests": "60" };
  mock.answer = () => ({ content: "Sagot: Positibo", more: { usage: undefined, model: "iba-pang-model" }, headers });
  await askOne(page, mock);
  await expect(findings(page).filter({ hasText: "does not say how many tokens" })).toBeVisible();
  await expect(findings(page).filter({ hasText: "cannot read any rate limits" })).toBeVisible();
  await expect(findings(page).filter({ hasText: "“iba-pang-model”, which is not the name you gave" })).toBeVisible();
});

test("a refused temperature is learnt once, said, and not sent by the run", async ({ page, mock, watch }) => {
  watch.expect(/status of 400/);
  const message = "Unsupported value: 'temperature' does not support 0. Only the default (1) value is supported.";
  mock.mode = (_, body) => ("temperature" in body ? { status: 400, type: "unsupported_value", message } : "ok");
  await askOne(page, mock);
  await expect(findings(page).nth(2)).toHaveText("Sent and not refused: max_tokens 32.");
  await expect(findings(page).nth(3)).toHaveText(/^It refused temperature: the run does not send it/);
  await expect(page.getByText("The run will begin with what was learnt here, and its record says so.")).toBeVisible();
  expect(mock.requests).toHaveLength(2);
  await start(page);
  await untilFinished(page);
  expect(mock.requests.slice(2).map(({ body }) => "temperature" in body)).toEqual(Array(5).fill(false));
  await toResult(page);
  expect(await notes(page)).toEqual(["temperature: server default, the server refused the one asked for"]);
});

test("a refused name of the cap is learnt, and forgotten with the model it was learnt of", async ({ page, mock, watch }) => {
  watch.expect(/status of 400/);
  const message =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  mock.mode = (_, body) => ("max_tokens" in body ? { status: 400, type: "unsupported_parameter", message } : "ok");
  await askOne(page, mock);
  await expect(findings(page).nth(2)).toHaveText("Sent and not refused: max_completion_tokens 32, temperature 0.");
  await expect(findings(page).nth(3)).toContainText("It refused max_tokens and takes max_completion_tokens");

  await page.getByLabel("Model", { exact: true }).fill("mock-large");
  await expect(findings(page)).toHaveCount(0);
  mock.mode = "ok";
  await start(page);
  await untilFinished(page);
  expect(mock.requests.slice(2).every(({ body }) => body.max_tokens === 32)).toBe(true);
});

test("what was learnt of an endpoint holds for no other address, key, or format", async ({ page, mock }) => {
  await askOne(page, mock, { key: "sk-test" });
  const changes = [
    () => page.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:1/v1"),
    () => page.getByLabel("Key", { exact: true }).fill("sk-iba"),
    () => page.getByLabel("It speaks").selectOption("Ollama"),
    () => page.getByLabel("Service or server").selectOption("SEA-LION"),
  ];
  for (const change of changes) {
    await expect(findings(page)).toHaveCount(5);
    await change();
    await expect(findings(page)).toHaveCount(0);
    await page.getByLabel("It speaks").selectOption("OpenAI chat");
    await page.getByLabel("Address", { exact: true }).fill(mock.url);
    await page.getByLabel("Key", { exact: true }).fill("sk-test");
    await askButton(page).click();
  }
});

test("thinking is seen, and the page says what the run makes of it", async ({ page, mock }) => {
  mock.answer = () => ({ content: "Sagot: Positibo", message: { reasoning_content: "masaya ang tono" } });
  await askOne(page, mock);
  await expect(findings(page).nth(2)).toHaveText(/returns that beside the text\. Tick “This model thinks/);
  await page.getByLabel("This model thinks before it answers").check();
  mock.answer = () => ({ content: "<think>masaya ang to", finishReason: "length" });
  await askButton(page).click();
  await expect(findings(page).nth(0)).toContainText("<think>masaya ang to");
  await expect(findings(page).nth(1)).toHaveText("The reply was cut: it reached the limit of 20,032 tokens that this task has.");
  await expect(findings(page).nth(2)).toHaveText(/^By the reading rule of SA there is no answer in it/);
  await expect(findings(page).nth(3)).toHaveText(/inside the text \(<think>\)\. The run raises the token limit by 20,000 tokens/);
  expect(mock.requests.map(({ body }) => body.max_tokens)).toEqual([32, 20_032]);
});

test("a refused key is said as ever, and is in no text though the server repeats it", async ({ page, mock, watch }) => {
  watch.expect(/status of 401/);
  const key = "sk-MARKER-123";
  mock.mode = "unauthorized";
  await fillNewRun(page, { address: mock.url, key, ...sample });
  await askButton(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "does not accept this key" });
  await expect(alert).toBeVisible();
  await alert.locator("summary").click();
  await expect(alert).toContainText("Incorrect API key provided");
  expect(mock.requests).toHaveLength(1);
  const shown = () => page.evaluate(() => document.documentElement.outerHTML);
  expect(await shown()).not.toContain(key);

  mock.mode = "ok";
  mock.answer = () => ({ content: `Sagot: ${key}`, message: { reasoning_content: key }, more: { model: key } });
  await askButton(page).click();
  await expect(findings(page).first()).toContainText("Sagot:");
  expect(await shown()).not.toContain(key);
});

test("a silent endpoint is named after ten seconds, and can be given up", async ({ page, mock }) => {
  mock.mode = "hang";
  await page.clock.install();
  await fillNewRun(page, { address: mock.url, ...sample });
  await askButton(page).click();
  await expect.poll(() => mock.requests.length).toBe(1);
  await expect(askButton(page)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Try it and list models" })).toBeDisabled();
  await expect(page.getByText("Asking one row…")).toBeVisible();
  await page.clock.fastForward(10_100);
  await expect(page.getByRole("status").filter({ hasText: "No reply has come for 10 s" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("No reply has come for 10 s")).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(askButton(page)).toBeFocused();
  await page.clock.fastForward(700_000);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  // A press that was given up teaches nothing, and the next one works.
  mock.mode = "ok";
  await askButton(page).click();
  await expect(findings(page)).toHaveCount(5);
});

test("without a model or an address nothing is sent, and the page says what is missing", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, model: "", ...sample });
  await askButton(page).click();
  await expect(page.getByText("Which model should be asked?").first()).toBeVisible();
  expect(mock.requests).toHaveLength(0);
});

test("an endpoint that cannot be reached gives the checklist", async ({ page, mock, watch }) => {
  watch.expect(/CORS policy|ERR_FAILED/);
  mock.mode = "no-cors";
  await fillNewRun(page, { address: mock.url, ...sample });
  await askButton(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "could not reach the endpoint" });
  await expect(alert.getByRole("listitem").first()).toBeVisible();
});

for (const [format, label] of [
  ["anthropic-messages", "Anthropic Messages"],
  ["gemini-generate-content", "Gemini generateContent"],
  ["openai-completions", "OpenAI completions (base models)"],
]) {
  test(`one row in the format ${label}`, async ({ page }) => {
    const server = await startRecorded(format);
    try {
      await open(page, "new/");
      await page.getByLabel("It speaks").selectOption(label);
      await fillNewRun(page, { address: server.base, key: "susi-12345", model: "modelo-1", ...sample });
      await askButton(page).click();
      await expect(findings(page).first()).toContainText(/^It answered in/);
      expect(server.requests).toHaveLength(1);
    } finally {
      await server.close();
    }
  });
}
