// Rows of a list asked again, and what a run took.
import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import { expectResult, fillNewRun, start, toResult, untilFinished } from "./support/page.mjs";

const sample = { kind: "Sample rows", rows: 5, tasks: ["SA", "PI"] };
const counted = (page) => page.getByText(/^(\d+ of )?\d+ rows?$/);
const filter = (page, name) => page.getByLabel("Filter").selectOption(name);
const again = (page) => page.getByRole("button", { name: /^Ask (this row|these \d+ rows) again$/ });

async function finished(page, mock, more = {}) {
  await fillNewRun(page, { address: mock.url, ...sample, ...more });
  await start(page);
  await untilFinished(page);
}

test("unreadable rows are asked again at once where the run is open in this tab", async ({ page, mock }) => {
  mock.answer = ({ idx }) => (idx < 3 ? "Hindi ko alam." : "Sagot: A");
  await finished(page, mock, { tasks: ["PI"] });
  await toResult(page);
  await filter(page, "Unreadable");
  await expect(again(page)).toHaveText("Ask these 3 rows again");
  mock.answer = () => "Sagot: B";
  await again(page).click();
  await expect(page.getByText("3 rows will be asked again.")).toBeVisible();
  expect(mock.requests, "nothing is asked before the user says so").toHaveLength(5);
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect.poll(() => mock.requests.length).toBe(5 + 3);
  await untilFinished(page);
  await toResult(page);
  await filter(page, "Unreadable");
  await expect(page.getByText("No row fits")).toBeVisible();
});

test("after a reload the key is asked for, and a row that gets no reply keeps the old one", async ({ page, mock, watch }) => {
  watch.expect(/status of 400/);
  mock.answer = () => "Sagot: Positibo";
  await finished(page, mock, { tasks: ["SA"], key: "sk-una" });
  await page.reload();
  await page.getByRole("link", { name: "See the result" }).click();
  await expectResult(page);
  await page.getByLabel("Search text or id").fill("sample-2");
  await expect(again(page)).toHaveText("Ask this row again");
  await again(page).click();
  await expect(page.getByText("Some of its rows are to be asked again.")).toBeVisible();
  await expect(page.getByText("1 row will be asked again. A new reply takes the place of the old one")).toBeVisible();
  expect(mock.requests).toHaveLength(5);

  // The user may think better of it.
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Every row has been asked.")).toBeVisible();
  await page.getByRole("link", { name: "See the result" }).click();
  await expect(again(page)).toHaveText("Ask these 5 rows again");
  await again(page).click();
  await page.getByLabel("Key", { exact: true }).fill("sk-una");
  const tooLong = { status: 400, type: "context_length_exceeded", message: "maximum context length is 8 tokens" };
  mock.mode = (idx) => (idx === 6 ? tooLong : "ok");
  mock.answer = () => "Sagot: Negatibo";
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect.poll(() => mock.requests.length).toBe(5 + 5);
  await untilFinished(page);
  await page.reload();
  await page.getByRole("link", { name: "See the result" }).click();
  await expectResult(page);
  const replies = (text) => page.getByRole("grid", { name: "Row by row" }).getByText(text, { exact: true });
  await expect(replies("Sagot: Negatibo")).toHaveCount(4);
  await expect(replies("Sagot: Positibo")).toHaveCount(1);
  await filter(page, "Unscored");
  await expect(page.getByText("No row fits")).toBeVisible();
});

test("prices come from the endpoint's list, and the result tells tokens and cost by task", async ({ page, mock }) => {
  mock.models = [{ id: "mock-small", pricing: { prompt: "0.00000015", completion: "0.0000006" } }, "mock-large"];
  mock.answer = ({ idx }) => ({ content: "Sagot: A", more: idx === 0 ? { usage: undefined } : {} });
  await fillNewRun(page, { address: mock.url, ...sample });
  await page.getByRole("button", { name: "Try it and list models" }).click();
  const listed = page.getByText("The endpoint lists its price: 0.15 for a million prompt tokens, 0.60 for a million reply tokens.");
  await expect(listed).toBeVisible();
  // Another model has none; the first one's are there again with it.
  await page.getByLabel("Model", { exact: true }).fill("mock-large");
  await expect(listed).toHaveCount(0);
  await page.locator("summary", { hasText: "Limits, prices and budget" }).click();
  const [input, output] = ["prompt", "reply"].map((what) => page.getByLabel(`Price of a million ${what} tokens`));
  await expect(input).toHaveValue("");
  await page.getByLabel("Model", { exact: true }).fill("mock-small");
  await expect(input).toHaveValue("0.15");
  await expect(output).toHaveValue("0.60");
  // What the user types is the user's.
  await input.fill("2");
  await page.getByLabel("Model", { exact: true }).fill("mock-large");
  await expect(input).toHaveValue("2");
  await page.getByLabel("Model", { exact: true }).fill("mock-small");
  await start(page);
  await untilFinished(page);
  await toResult(page);
  await page.locator("summary", { hasText: "What it took" }).click();
  const table = page.getByRole("table", { name: /^Tokens as the server counted them/ });
  await expect(table.getByRole("row")).toHaveCount(1 + 2 + 1);
  const cells = await table.getByRole("row", { name: /^All tasks/ }).getByRole("cell").allTextContents();
  const usage = mock.requests.length;
  expect(usage).toBe(10);
  const [prompt, reply, cost, notReported] = cells;
  expect(notReported).toBe("1");
  const number = (text) => Number(text.replaceAll(",", ""));
  expect(number(reply)).toBe(9 * 2);
  const want = Math.ceil(number(prompt) * 2 + number(reply) * 0.6) / 1e6;
  // As many decimals as the longest of the column.
  expect(cost.replace(/0+$/, "")).toBe(`at least ${want.toFixed(6).replace(/0+$/, "")}`);
});
