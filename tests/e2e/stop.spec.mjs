// Everything that can keep a run from going on: what is said, what to do next, and that nothing
// already done is lost or asked twice.
import { expect, test } from "./fixtures.mjs";
import { answerOnly } from "./support/answers.mjs";
import { download, fillNewRun, open, runState, start, startButton, toResult, untilFinished } from "./support/page.mjs";

const nSampleRows = 87;
const sample = { kind: "Sample rows", rows: "All" };
const answered = (mock) => mock.requests.filter(({ isAnswered }) => isAnswered);
const prompts = (requests) => requests.map(({ body }) => body.messages.at(-1).content);
const alert = (page) => page.getByRole("alert").filter({ hasText: /./ });
const tryIt = (page) => page.getByRole("button", { name: "Try it and list models" }).click();
const checklist = (page) => page.getByRole("alert").getByRole("listitem");

test("stopping is at once; going on asks only for what is not there", async ({ page, mock }) => {
  const { reopen } = answerOnly(mock, 12);
  await fillNewRun(page, { address: mock.url, ...sample });
  await start(page);
  await expect(page.getByText(/^12 of 87 rows/).first()).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(runState(page)).toHaveText("stopped");
  const nAsked = mock.requests.length;
  expect(nAsked).toBe(12 + 6);
  reopen();
  await page.getByRole("button", { name: "Go on" }).click();
  await untilFinished(page);
  const all = prompts(answered(mock));
  expect(all).toHaveLength(nSampleRows);
  expect(new Set(all).size, "nothing was answered twice").toBe(nSampleRows);
});

test("a reload in the middle of a run loses nothing", async ({ page, mock }) => {
  const { reopen } = answerOnly(mock, 15);
  await fillNewRun(page, { address: mock.url, key: "sk-first", ...sample });
  await start(page);
  await expect(page.getByText(/^15 of 87 rows/).first()).toBeVisible();
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText(/^15 of 87 rows already have a reply and will not be asked again/).first()).toBeVisible();
  reopen();
  await page.getByLabel("Key", { exact: true }).fill("sk-second");
  await page.getByRole("button", { name: "Go on" }).click();
  await untilFinished(page);
  const all = prompts(answered(mock));
  expect(all).toHaveLength(nSampleRows);
  expect(new Set(all).size, "nothing was answered twice").toBe(nSampleRows);
  expect(answered(mock).slice(15).every(({ authorization }) => authorization === "Bearer sk-second")).toBe(true);
});

test("the first page leads back to a run that was left", async ({ page, mock }) => {
  answerOnly(mock, 10);
  await fillNewRun(page, { address: mock.url, ...sample });
  await start(page);
  await expect(page.getByText(/^10 of 87 rows/).first()).toBeVisible();
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto("./");
  const run = page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("row").nth(1);
  await expect(run).toContainText("mock-small");
  await expect(run).toContainText("10 of 87");
  await run.getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Go on with this run" })).toBeVisible();
  await page.getByRole("link", { name: "See the result so far" }).click();
  await expect(page.getByText("Not finished: 10 of 87 rows")).toBeVisible();
});

test("leaving the page of a run does not stop it", async ({ page, mock }) => {
  const { reopen } = answerOnly(mock, 5);
  await fillNewRun(page, { address: mock.url, ...sample });
  await start(page);
  await expect(page.getByText(/^5 of 87 rows/).first()).toBeVisible();
  await page.getByRole("link", { name: "Help" }).click();
  reopen();
  await expect.poll(() => answered(mock).length).toBe(nSampleRows);
  await page.goBack();
  await untilFinished(page);
});

test("a wrong key costs one request, and another key goes on", async ({ page, mock, watch }) => {
  watch.expect(/status of 401/);
  mock.mode = "unauthorized";
  await fillNewRun(page, { address: mock.url, key: "sk-wrong-123", ...sample });
  await start(page);
  await expect(alert(page)).toHaveCount(1);
  await expect(alert(page)).toContainText("The endpoint does not accept this key");
  await expect(runState(page)).toHaveText("stopped");
  expect(mock.requests).toHaveLength(1);
  // The server repeats the key in its message; the page does not.
  await page.getByText("Technical details").click();
  await expect(alert(page)).toContainText("HTTP 401");
  await expect(page.locator("body")).not.toContainText("sk-wrong-123");
  mock.mode = "ok";
  await page.getByLabel("Another key").fill("sk-right-456");
  await page.getByRole("button", { name: "Go on with this key" }).click();
  await untilFinished(page);
  expect(mock.requests).toHaveLength(1 + nSampleRows);
  expect(mock.requests.slice(1).every(({ authorization }) => authorization === "Bearer sk-right-456")).toBe(true);
});

test("a wrong key is named when trying, too", async ({ page, mock, watch }) => {
  watch.expect(/status of 401/);
  mock.mode = "unauthorized";
  await fillNewRun(page, { address: mock.url, key: "sk-wrong-123" });
  await tryIt(page);
  await expect(alert(page)).toContainText("The endpoint does not accept this key");
  await expect(page.locator("body")).not.toContainText("sk-wrong-123");
  expect(mock.requests).toHaveLength(0);
});

test("a rate limit is waited for as long as the endpoint says", async ({ page, mock, watch }) => {
  watch.expect(/status of 429/);
  mock.mode = (idx) => (idx === 0 ? "rate-limited-with-header" : "ok");
  await fillNewRun(page, { address: mock.url, ...sample, tasks: ["SA", "TD"] });
  await start(page);
  await expect(runState(page)).toHaveText(/^waiting .* as the endpoint asks$/);
  await untilFinished(page);
  const [first, second] = mock.requests;
  expect(second.at - first.at).toBeGreaterThanOrEqual(1000);
  expect(mock.requests).toHaveLength(1 + 12 + 10);
  await expect(alert(page)).toHaveCount(0);
});

test("trouble at the endpoint is tried again, and costs no row", async ({ page, mock, watch }) => {
  watch.expect(/status of 500/);
  mock.mode = (idx) => (idx % 10 === 3 ? "server-error" : "ok");
  await fillNewRun(page, { address: mock.url, ...sample, tasks: ["SA", "TD"] });
  await start(page);
  await untilFinished(page);
  const all = prompts(answered(mock));
  expect(new Set(all).size).toBe(22);
  await expect(page.getByRole("button", { name: /^Ask .* again/ })).toHaveCount(0);
});

test("rows without text can be asked again, and count once", async ({ page, mock }) => {
  mock.mode = (idx) => (idx === 2 ? "refuse" : idx === 4 ? "empty" : "ok");
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", tasks: ["SA"], rows: "All", atOnce: 1 });
  await start(page);
  await untilFinished(page);
  expect(mock.requests).toHaveLength(12);
  mock.answer = () => "Sagot: Negatibo";
  await page.getByRole("button", { name: "Ask 2 rows without text again" }).click();
  await expect.poll(() => mock.requests.length).toBe(14);
  await untilFinished(page);
  await expect(page.getByRole("button", { name: /^Ask .* again/ })).toHaveCount(0);
  expect(new Set(prompts(mock.requests)).size).toBe(12);
  await toResult(page);
  const record = JSON.parse((await download(page, "Record (JSON)")).text);
  expect(record.rows).toHaveLength(12);
  expect(record.rows.filter(({ text }) => text === "Sagot: Negatibo")).toHaveLength(2);
});

test("two tabs do not ask for the same rows", async ({ page, mock }) => {
  const { reopen } = answerOnly(mock, 5);
  await fillNewRun(page, { address: mock.url, ...sample });
  await start(page);
  await expect(page.getByText(/^5 of 87 rows/).first()).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Go on" }).click();
  await expect(other.getByRole("alert").filter({ hasText: "This run is open in another tab" })).toBeVisible();
  expect(mock.requests).toHaveLength(5 + 6);
  page.on("dialog", (dialog) => dialog.accept());
  await page.close({ runBeforeUnload: false });
  reopen();
  // The browser frees what a closed tab held a moment later.
  await expect(async () => {
    if ((await runState(other).count()) === 0) await other.getByRole("button", { name: "Go on" }).click();
    await expect(runState(other)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await untilFinished(other);
  const all = prompts(answered(mock));
  expect(new Set(all).size).toBe(nSampleRows);
  // What was stored is not asked again; what was out when the other tab died is.
  expect(mock.requests).toHaveLength(nSampleRows + 6);
});

test("an endpoint that forbids the page gets a checklist", async ({ page, mock, watch }) => {
  watch.expect(/CORS policy|ERR_FAILED/);
  mock.mode = "no-cors";
  await fillNewRun(page, { address: mock.url, ...sample });
  await tryIt(page);
  await expect(alert(page)).toContainText("The browser could not reach the endpoint");
  await expect(checklist(page).filter({ hasText: "OLLAMA_ORIGINS=http://127.0.0.1" })).toBeVisible();
  await start(page);
  await expect(alert(page)).toContainText("The browser could not reach the endpoint");
  await expect(checklist(page).filter({ hasText: "Does the server allow this page?" })).toBeVisible();
  await expect(runState(page)).toHaveText("stopped");
  expect(mock.requests.length).toBeLessThanOrEqual(1);
  // The way around it: the prompts, to be run elsewhere.
  const prompts = await download(page, "Download the prompts");
  const lines = prompts.text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  expect(lines).toHaveLength(nSampleRows);
  expect(lines.every(({ messages }) => messages.at(-1).content.length > 20)).toBe(true);
});

test("an address where nobody listens gets a checklist", async ({ page, mock, watch }) => {
  watch.expect(/ERR_CONNECTION_REFUSED/);
  const address = mock.url;
  await mock.close();
  await fillNewRun(page, { address, ...sample });
  await tryIt(page);
  await expect(alert(page)).toContainText("The browser could not reach the endpoint");
  await expect(checklist(page).filter({ hasText: "Is the server running?" })).toBeVisible();
});

test("being offline is the first thing the checklist asks", async ({ page, mock, context, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await fillNewRun(page, { address: mock.url, ...sample });
  await context.setOffline(true);
  await start(page);
  await expect(alert(page)).toContainText("The browser could not reach the endpoint");
  await expect(checklist(page).first()).toHaveText("Are you offline?");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Go on" }).click();
  await untilFinished(page);
  expect(mock.requests).toHaveLength(nSampleRows);
});

test("a connection that is lost in the middle loses no row", async ({ page, mock, context, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION/);
  await page.clock.install();
  const { reopen } = answerOnly(mock, 9);
  await fillNewRun(page, { address: mock.url, ...sample });
  await start(page);
  await expect(page.getByText(/^9 of 87 rows/).first()).toBeVisible();
  await context.setOffline(true);
  mock.hangUp();
  // Retries wait longer each time: the clock goes on faster than it does for people.
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(runState(page)).toHaveText("paused", { timeout: 50 });
  }).toPass();
  await expect(alert(page)).toContainText("The connection is gone");
  await context.setOffline(false);
  reopen();
  await page.getByRole("button", { name: "Go on" }).click();
  await untilFinished(page);
  const all = prompts(answered(mock));
  expect(all).toHaveLength(nSampleRows);
  expect(new Set(all).size).toBe(nSampleRows);
});

test("a web page instead of an API is recognised", async ({ page, mock }) => {
  mock.mode = "html";
  await fillNewRun(page, { address: mock.url, ...sample });
  await tryIt(page);
  await expect(alert(page)).toContainText("The reply is not in the OpenAI format");
  await start(page);
  await expect(runState(page)).toHaveText("stopped");
  await expect(alert(page)).toContainText("The address may lead to a web page instead of an API");
  expect(mock.requests.length).toBeLessThanOrEqual(3);
});

test("a wrong path and a wrong model are told apart from a wrong key", async ({ page, mock, watch }) => {
  watch.expect(/status of 404/);
  await fillNewRun(page, { address: mock.url.replace("/v1", "/nowhere"), ...sample });
  await tryIt(page);
  await expect(alert(page)).toContainText("Nothing there by this address or model");
  await page.getByLabel("Address", { exact: true }).fill(mock.url);
  mock.mode = "not-found";
  await start(page);
  await expect(runState(page)).toHaveText("stopped");
  await expect(alert(page)).toContainText("Nothing there by this address or model");
  await page.getByText("Technical details").click();
  await expect(alert(page)).toContainText("The model 'mock-small' does not exist");
  expect(mock.requests.length).toBeLessThanOrEqual(3);
});

test("what is no address is said before anything is sent", async ({ page }) => {
  await open(page, "new/");
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("htp:/nope");
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await expect(address).toHaveAccessibleDescription(/\S/);
  await startButton(page).click();
  await expect(alert(page).filter({ hasText: "The run cannot start yet" })).toBeVisible();
});

test("a model that answers nothing gets no score, and no zero", async ({ page, mock }) => {
  mock.mode = "empty";
  await fillNewRun(page, { address: mock.url, ...sample, tasks: ["SA"] });
  await start(page);
  await untilFinished(page);
  const row = page.getByRole("table", { name: "Scores by task" }).getByRole("row").nth(1);
  await expect(row.getByRole("cell")).toHaveText([/^–/, "12 of 12", "0", "0", "0", "12", "0", "0"]);
  await toResult(page);
  await expect(page.getByRole("table", { name: /^(As|In the columns of) the Batayan paper/ }).locator("data.score")).toHaveCount(0);
  await expect(page.getByText("12 rows came back empty, refused or not at all.")).toBeVisible();
});

test("a model that refuses or is cut off is counted as such", async ({ page, mock }) => {
  mock.mode = (idx) => (idx % 2 ? "refuse" : "truncated");
  await fillNewRun(page, { address: mock.url, ...sample, tasks: ["SA"], atOnce: 1 });
  await start(page);
  await untilFinished(page);
  const row = page.getByRole("table", { name: "Scores by task" }).getByRole("row").nth(1);
  await expect(row.getByRole("cell").nth(4)).toHaveText("6");
  await expect(row.getByRole("cell").nth(6)).toHaveText("6");
});
