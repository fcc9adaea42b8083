// The files as a static host gives them, under a path.
import { expect, open, routes, test } from "./fixtures.mjs";

for (const route of routes) {
  test(`/${route} loads, and loads again`, async ({ page }) => {
    expect((await open(page, route)).status()).toBe(200);
    await expect(page.locator("h1").first()).toBeVisible();
    expect((await page.reload()).status()).toBe(200);
    await expect(page.locator("html:not([data-state])")).toBeAttached();
    await expect(page.locator("h1").first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/sub/app/${route}`);
  });
}

test("a query survives a reload of an inner route", async ({ page }) => {
  await open(page, "result/?id=a%20b");
  await page.reload();
  expect(page.url()).toMatch(/\/sub\/app\/result\/\?id=a%20b$/);
});

test("the program is told where it is", async ({ page, baseURL }) => {
  await open(page, "suites/?a=b");
  const { base, worker } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  expect(base).toBe("/sub/app/");
  expect(worker).toMatch(new RegExp(`^${baseURL}worker-boot-[0-9a-f]{16}\\.js$`));
});

test("the page has a policy, and nothing in it that the policy would have to allow", async ({ page }) => {
  await open(page);
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';");
  expect(policy).not.toContain("unsafe-inline");
  await expect(page.locator("script:not([src])")).toHaveCount(0);
  await expect(page.locator("[style]")).toHaveCount(0);
});

test("what a host shows for an unknown address is the page", async ({ page, request, watch }) => {
  watch.expect(/status of 404/); // of the address itself
  const body = await (await request.get("./404.html")).text();
  await page.route("**/sub/app/nowhere/", (route) =>
    route.fulfill({ status: 404, contentType: "text/html", body }),
  );
  await page.goto("./nowhere/");
  await expect(page.locator("html:not([data-state])")).toBeAttached();
});

test("the worker starts", async ({ page }) => {
  await open(page);
  const response = page.waitForResponse(/\/worker_bg\.wasm$/);
  await page.evaluate(() => {
    new Worker(document.documentElement.dataset.worker, { type: "module" });
  });
  expect((await response).status()).toBe(200);
});

test("a worker that cannot start says so to the page", async ({ page, watch }) => {
  watch.expect(/./);
  await open(page);
  await page.context().route(/\/worker_bg\.wasm$/, (route) => route.fulfill({ status: 404 }));
  const type = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const worker = new Worker(document.documentElement.dataset.worker, { type: "module" });
        worker.addEventListener("error", ({ type }) => resolve(type));
      }),
  );
  expect(type).toBe("error");
});

test("a program that cannot start says so in both languages", async ({ page, watch }) => {
  watch.expect(/./);
  await page.route(/\/app_bg\.wasm$/, (route) => route.abort());
  await page.goto("./");
  await expect(page.getByRole("status")).toContainText("Sukat could not start.");
  await expect(page.getByRole("status").locator("[lang=fil]")).toContainText("Hindi nasimulan ang Sukat.");
  await expect(page.locator("html")).toHaveAttribute("data-state", "failed");
});

test("a part that cannot be fetched is said, and can be asked for again", async ({ page, watch }) => {
  watch.expect(/./);
  await page.route(/\/(split|chunk)_\w+\.wasm$/, (route) => route.fulfill({ status: 503 }));
  await open(page);
  await page.getByRole("navigation").getByRole("link", { name: "Published results", exact: true }).click();
  const notice = page.getByRole("alert").filter({ hasText: "A part of this page could not be fetched" });
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Published results" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("what other pages need is fetched ahead, but not by who saves data", async ({ page, browser, baseURL }) => {
  const isPart = (response) => /\/split_\w+\.wasm$/.test(response.url());
  const partOf = async (page) => {
    const part = page.waitForResponse(isPart, { timeout: 8000 }).then(() => true, () => false);
    await page.goto(baseURL);
    return part;
  };
  expect(await partOf(page)).toBe(true);
  const saving = await browser.newContext();
  await saving.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  expect(await partOf(await saving.newPage())).toBe(false);
  await saving.close();
});

// Read from the file: a browser that is steered keeps its scripts, and with them hides the element.
test("without JavaScript the page says in both languages what it needs", async ({ request }) => {
  for (const route of routes) {
    const [, fallback] = (await (await request.get(`./${route}`)).text()).match(/<noscript>(.*)<\/noscript>/s);
    expect(fallback).toContain("Please allow JavaScript");
    expect(fallback).toContain("Pakipayagan ang JavaScript");
  }
});
