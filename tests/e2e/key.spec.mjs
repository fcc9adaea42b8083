// The key goes to the endpoint and nowhere else.
import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.mjs";
import { download, fillNewRun, start, toResult, untilFinished } from "./support/page.mjs";
import { unzip } from "./support/zip.mjs";

const key = "sk-MARKER-123";

/** Everything this browser keeps of the page, as one text. */
async function everythingKept(page) {
  const stored = await page.evaluate(async () => {
    const whole = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
    let nRows = 0;
    for (const { name } of await indexedDB.databases()) {
      const database = await whole(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([whole(all.getAllKeys()), whole(all.getAll())]);
        const text = (value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value));
        texts.push(JSON.stringify(keys), ...values.map(text));
        if (store === "rows") nRows = values.length;
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      texts.push(name);
      const cache = await caches.open(name);
      for (const response of await cache.matchAll()) texts.push(response.url, await response.text());
    }
    return { text: texts.join("\n"), nRows };
  });
  expect(stored.nRows, "the run is stored, so there is something to search").toBeGreaterThan(0);
  return stored.text;
}

/** Everything the page shows, attributes and typed values included. */
const everythingShown = (page) =>
  page.evaluate(() => {
    const values = [...document.querySelectorAll("input, textarea")].map(({ value }) => value);
    const address = [document.title, location.href, window.name, history.state && JSON.stringify(history.state)];
    return [document.documentElement.outerHTML, ...values, ...address].join("\n");
  });

test("a key is in no byte that is kept, shown elsewhere, or taken away", async ({ page, mock, watch }) => {
  watch.expect(/status of 401/);
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  // A server that repeats the key in an error, in a reply, and in a header of its own.
  mock.mode = (idx) => (idx === 0 ? "unauthorized" : "ok");
  mock.answer = () => `Sagot: A (${key})`;
  await fillNewRun(page, { address: mock.url, key, kind: "Sample rows", rows: 5, tasks: ["SA", "PI"] });
  await start(page);
  await expect(page.getByRole("alert")).toContainText("does not accept this key");
  expect(await everythingShown(page)).not.toContain(key);
  await expect(page.getByRole("button", { name: "Go on", exact: true })).toHaveCount(0);
  await page.getByLabel("Another key").fill(key);
  await page.getByRole("button", { name: "Go on with this key" }).click();
  await untilFinished(page);
  expect(mock.requests.every(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
  expect(await everythingShown(page)).not.toContain(key);

  await toResult(page);
  expect(await everythingShown(page)).not.toContain(key);
  for (const button of ["Record (JSON)", "Rows (CSV)"]) {
    expect((await download(page, button)).text).not.toContain(key);
  }
  expect(await everythingKept(page)).not.toContain(key);
  await page.getByRole("link", { name: "Sukat", exact: true }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all records (zip)" }).click();
  const inZip = unzip(await readFile(await (await saving).path()));
  expect(inZip, "the run is in it").toContain("Sagot: A");
  expect(inZip).not.toContain(key);
  expect(said.join("\n")).not.toContain(key);
  expect(JSON.stringify(await page.context().storageState())).not.toContain(key);

  // It is gone with the page.
  await page.goto("./new/");
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("");
});

/** A server that repeats the key wherever it can: in every field of a reply, and in its headers. */
const echo = {
  content: `Sagot: Positibo (${key}) Bearer ${key}`,
  message: { reasoning_content: `ang susi ay ${key}`, refusal: null, name: key },
  finishReason: `stop-${key}`,
  more: {
    id: `chatcmpl-${key}`,
    model: `mock-${key}`,
    system_fingerprint: `fp-${key}`,
    provider: `makina ${key}`,
    usage: { prompt_tokens: 3, completion_tokens: 2, note: key },
    warning: { message: key },
  },
  headers: { "x-your-key": key, "set-cookie": `susi=${key}`, "access-control-expose-headers": "*" },
};
const again = { "retry-after": "0", "x-your-key": key, "access-control-expose-headers": "*" };

test("a key that the server repeats everywhere is kept, shown and said nowhere", async ({ page, mock, watch }) => {
  watch.expect(/status of (400|429|500|503)/);
  const said = [];
  page.on("console", (message) => said.push(message.text(), message.location().url));
  page.on("pageerror", (error) => said.push(String(error)));
  mock.models = ["mock-small", `mock-${key}`, key];
  const failures = [
    { status: 500, type: `server_error_${key}`, message: `no luck with ${key}`, headers: again },
    { status: 429, type: "rate_limit_exceeded", message: `Rate limit reached for ${key}`, headers: again },
    { status: 503, type: "overloaded", message: key, headers: again },
  ];
  // A row that the server will never answer, with the reason; it names the key there, too.
  let refused;
  mock.mode = (idx, body) => {
    if (idx === 4) refused = body.messages.at(-1).content;
    if (body.messages.at(-1).content === refused) {
      return { status: 400, type: "context_length_exceeded", message: `This model's maximum context length is 4 tokens (${key})`, headers: again };
    }
    return failures[idx] ?? "ok";
  };
  mock.answer = () => echo;
  await fillNewRun(page, { address: mock.url, key, kind: "Sample rows", rows: "All", tasks: ["SA", "PI"], atOnce: 2 });
  await page.getByRole("button", { name: "Try it and list models" }).click();
  await expect(page.getByText(/^It answers and lists/)).toBeVisible();
  // The field holds what the user typed; everything else on the page is searched.
  const shown = async () => (await everythingShown(page)).split("\n").filter((line) => line !== key).join("\n");
  expect(await shown(), "after trying").not.toContain(key);
  await start(page);
  await expect(page.locator(".run-state")).toHaveText(/finished|stopped/, { timeout: 60_000 });
  expect(mock.requests.length).toBeGreaterThan(10);
  expect(mock.requests.every(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
  for (const details of await page.getByText("Technical details").all()) await details.click();
  expect(await shown(), "at the end of the run").not.toContain(key);

  await page.getByRole("link", { name: /^See the result/ }).click();
  await expect(page.getByRole("heading", { name: "Task by task" })).toBeVisible();
  const list = page.getByRole("grid", { name: "Row by row" });
  await list.getByRole("row").nth(1).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await shown(), "with a row open").not.toContain(key);
  await page.keyboard.press("Escape");
  const taken = [];
  for (const button of ["Record (JSON)", "Rows (CSV)"]) taken.push(await download(page, button));
  for (const { name, text } of taken) {
    expect(name).not.toContain(key);
    expect(text, name).not.toContain(key);
    expect(text, "replies are there, so there is something to search").toContain("Sagot: Positibo");
  }
  expect(await everythingKept(page)).not.toContain(key);

  await page.reload();
  await expect(page.getByRole("heading", { name: "Task by task" })).toBeVisible();
  expect(await shown(), "after a reload").not.toContain(key);
  expect(await everythingKept(page)).not.toContain(key);
  await page.goto("./");
  await expect(page.getByRole("table", { name: /Kept in this browser only/ })).toBeVisible();
  expect(await shown(), "on the start page").not.toContain(key);
  expect(said.join("\n")).not.toContain(key);
  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  // The cookie is the server's own doing, and not of the page's origin.
  expect(JSON.stringify(origins)).not.toContain(key);
  expect(cookies.filter(({ domain }) => domain !== "127.0.0.1")).toEqual([]);
});

test("no file that a prepared run gives holds the key", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, key, kind: "Sample rows", rows: 5, tasks: ["SA"] });
  await page.getByRole("button", { name: "Only prepare it, for a batch" }).click();
  await expect(page.getByRole("heading", { name: "Let a batch answer" })).toBeVisible();
  for (const button of ["Batch file for OpenAI, Azure or vLLM (JSONL)", "Prompts alone (JSONL)"]) {
    const { name, text } = await download(page, button);
    expect(text.trim().split("\n"), name).toHaveLength(5);
    expect(text, name).not.toContain(key);
  }
  expect(mock.requests).toHaveLength(0);
});

test("a web page that repeats the key is not shown", async ({ page, mock }) => {
  mock.mode = () => ({ html: `<!DOCTYPE html><title>${key}</title><p>Sign in with ${key}` });
  await fillNewRun(page, { address: mock.url, key, kind: "Sample rows", rows: 5, tasks: ["SA"] });
  await start(page);
  await expect(page.locator(".run-state")).toHaveText("stopped");
  await page.getByText("Technical details").click();
  expect(await everythingShown(page)).not.toContain(key);
});

test("a key is hidden while it is typed, and never offered for saving", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, key });
  const field = page.getByLabel("Key", { exact: true });
  await expect(field).toHaveAttribute("type", "password");
  await expect(field).toHaveAttribute("autocomplete", "off");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await expect(page).toHaveURL(/\/new\/$/);
});

test("what was typed survives a change of language and a look at another page", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, key });
  await page.getByRole("group", { name: "Language" }).getByRole("radio", { name: "Filipino" }).check();
  await expect(page.getByRole("heading", { name: "Sukatin ang model" })).toBeVisible();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue(mock.url);
  await page.getByRole("link", { name: "Mga task" }).click();
  await page.goBack();
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue(key);
});
