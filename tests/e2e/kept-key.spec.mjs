// Keys that outlive the page because the user asked for it, and limits that are never passed.
import { expect, test } from "./fixtures.mjs";
import { startMock } from "./mock.mjs";
import { choose, fillNewRun, open, runState, start, startButton, untilFinished } from "./support/page.mjs";

const key = "sk-itinatago-1234567890";
const keyField = (page) => page.getByLabel("Key", { exact: true });
const stored = (page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

async function typeEndpoint(page, address, typed) {
  await open(page, "new/");
  await page.getByLabel("Address", { exact: true }).fill(address);
  if (typed) await keyField(page).fill(typed);
}

test("a key is stored nowhere until that is asked for, and for the tab only then", async ({ page, context, mock }) => {
  await typeEndpoint(page, mock.url, key);
  expect(await stored(page)).not.toContain(key);
  await choose(page, "Keep the key", "For this tab");
  await page.reload();
  await typeEndpoint(page, mock.url);
  await expect(keyField(page)).toHaveValue(key);
  await page.getByLabel("Address", { exact: true }).fill("https://iba.example/v1");
  await expect(page.getByRole("radio", { name: "No", exact: true })).toBeChecked();

  const other = await context.newPage();
  await typeEndpoint(other, mock.url);
  await expect(keyField(other)).toHaveValue("");

  await typeEndpoint(page, mock.url);
  await page.getByRole("button", { name: "Forget the kept key" }).click();
  expect(await stored(page)).not.toContain(key);
});

test("a key is locked on the device, and opens with its passphrase only", async ({ page, mock }) => {
  await typeEndpoint(page, mock.url, key);
  await choose(page, "Keep the key", "On this device, locked");
  await page.getByLabel("Passphrase", { exact: true }).fill("maikli");
  await page.getByRole("button", { name: "Lock the key away" }).click();
  await expect(page.getByText("The passphrase needs at least 8 characters.")).toBeVisible();
  await page.getByLabel("Passphrase", { exact: true }).fill("bahay kubo kahit munti");
  await page.getByRole("button", { name: "Lock the key away" }).click();
  await expect(page.getByText(/is locked away on this device/)).toBeVisible();
  expect(await stored(page)).not.toContain(key);

  await page.reload();
  await typeEndpoint(page, mock.url);
  await expect(page.getByText(/^A locked key for http:\/\/127\.0\.0\.1:\d+ is on this device/)).toBeVisible();
  await expect(keyField(page)).toHaveValue("");
  await page.getByLabel("Passphrase", { exact: true }).fill("ibang passphrase");
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText("That is not the passphrase.")).toBeVisible();
  await page.getByLabel("Passphrase", { exact: true }).fill("bahay kubo kahit munti");
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(keyField(page)).toHaveValue(key);
  expect(await stored(page)).not.toContain(key);
});

test("a key typed for one service is not offered to another", async ({ page }) => {
  await open(page, "new/");
  await page.getByLabel("Service or server").selectOption({ label: "Groq" });
  await keyField(page).fill(key);
  await page.getByLabel("Service or server").selectOption({ label: "Mistral" });
  await expect(keyField(page)).toHaveValue("");
});

test("a key typed for one address is not sent to another that is typed later", async ({ page, mock }) => {
  const otherMock = await startMock();
  await typeEndpoint(page, mock.url, key);
  await page.getByLabel("Address", { exact: true }).fill(otherMock.url);
  await page.getByRole("button", { name: "Try it and list models" }).click();
  await expect(page.getByText(/^This key was given for another server/)).toBeVisible();
  expect(otherMock.nModelRequests).toBe(0);

  // Nor is one that was kept and came out by itself.
  await typeEndpoint(page, mock.url);
  await page.reload();
  await typeEndpoint(page, mock.url, key);
  await choose(page, "Keep the key", "For this tab");
  await page.reload();
  await typeEndpoint(page, mock.url);
  await expect(keyField(page)).toHaveValue(key);
  await page.getByLabel("Address", { exact: true }).fill(otherMock.url);
  await expect(keyField(page)).toHaveValue("");
  await otherMock.close();
});

test("Enter in the passphrase locks the key and starts nothing; a locked key stays until it is forgotten", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, key, kind: "Sample rows", rows: 5, tasks: ["SA"] });
  await choose(page, "Keep the key", "On this device, locked");
  await page.getByLabel("Passphrase", { exact: true }).fill("bahay kubo kahit munti");
  await page.getByLabel("Passphrase", { exact: true }).press("Enter");
  await expect(page.getByText(/is locked away on this device/)).toBeVisible();
  await choose(page, "Keep the key", "For this tab");
  await keyField(page).fill("");
  expect(await stored(page)).not.toContain(key);
  expect(await stored(page)).toContain("sukat-locked-key");
  await page.getByRole("button", { name: "Forget the kept key" }).click();
  expect(await stored(page)).not.toContain("sukat-locked-key");
  expect(mock.requests).toHaveLength(0);
});

test("a budget stops the run before it is passed, and a higher one lets it go on", async ({ page, mock }) => {
  mock.answer = () => "Sagot: A";
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: "All", tasks: ["SA", "NLI"], atOnce: 2 });
  await page.getByText("Limits, prices and budget").click();
  await page.getByLabel("Price of a million prompt tokens").fill("dalawa");
  await startButton(page).click();
  await expect(page.getByRole("alert").getByText(/^Give an amount such as 2\.50/).first()).toBeVisible();
  await page.getByLabel("Price of a million prompt tokens").fill("");
  await page.getByLabel("Stop before it takes more tokens than").fill("1,500");
  await start(page);
  await expect(page.getByText(/^Stopped before your budget of 1,500 tokens/)).toBeVisible();
  await expect(runState(page)).toHaveText("stopped");
  const nAsked = mock.requests.length;
  expect(nAsked).toBeGreaterThan(0);
  await page.getByLabel("Stop before it takes more tokens than").fill("1,000,000");
  await page.getByRole("button", { name: "Go on with this budget" }).click();
  await untilFinished(page);
  expect(mock.requests.length).toBeGreaterThan(nAsked);
  const prompts = mock.requests.map(({ body }) => body.messages.at(-1).content);
  expect(new Set(prompts).size, "no row was asked twice").toBe(prompts.length);
});

test("the limits of a run are there again after a reload", async ({ page, mock }) => {
  mock.answer = () => "Sagot: A";
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: "All", tasks: ["SA", "NLI"], atOnce: 2 });
  await page.getByText("Limits, prices and budget").click();
  await page.getByLabel("Stop before it takes more tokens than").fill("1,500");
  await start(page);
  await expect(page.getByText(/^Stopped before your budget of 1,500 tokens/)).toBeVisible();
  const nAsked = mock.requests.length;
  await page.reload();
  await page.getByText("Limits, prices and budget").click();
  await expect(page.getByLabel("Stop before it takes more tokens than")).toHaveValue("1,500");
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await expect(page.getByText(/^Stopped before your budget of 1,500 tokens/)).toBeVisible();
  expect(mock.requests.length, "what was taken before the reload counts").toBeLessThanOrEqual(nAsked + 1);
});

test("a run that another tab is asking is not deleted from under it", async ({ page, context, mock }) => {
  mock.latencyMillis = 400;
  mock.answer = () => "Sagot: A";
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: "All", tasks: ["SA", "NLI"], atOnce: 1 });
  await start(page);
  const other = await context.newPage();
  await open(other);
  const row = other.getByRole("row", { name: /mock-small/ });
  await row.getByRole("button", { name: /^Delete/ }).click();
  await expect(other.getByText("This run is open in another tab")).toBeVisible();
  await expect(row).toBeVisible();
});
