// The key goes to the endpoint and nowhere else.
import { expect, test } from "./fixtures.mjs";
import { download, fillNewRun, start, toResult, untilFinished } from "./support/page.mjs";

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
    for (const name of await caches.keys()) texts.push(name);
    return { text: texts.join("\n"), nRows };
  });
  expect(stored.nRows, "the run is stored, so there is something to search").toBeGreaterThan(0);
  return stored.text;
}

/** Everything the page shows, attributes and typed values included. */
const everythingShown = (page) =>
  page.evaluate(() => {
    const values = [...document.querySelectorAll("input, textarea")].map(({ value }) => value);
    return [document.documentElement.outerHTML, ...values, location.href, history.state && JSON.stringify(history.state)].join("\n");
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
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await untilFinished(page);
  expect(mock.requests.every(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
  expect(await everythingShown(page)).not.toContain(key);

  await toResult(page);
  expect(await everythingShown(page)).not.toContain(key);
  for (const button of ["Record (JSON)", "Rows (CSV)"]) {
    expect((await download(page, button)).text).not.toContain(key);
  }
  expect(await everythingKept(page)).not.toContain(key);
  expect(said.join("\n")).not.toContain(key);
  expect(JSON.stringify(await page.context().storageState())).not.toContain(key);

  // It is gone with the page.
  await page.goto("./new/");
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("");
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
