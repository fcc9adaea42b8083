// A browser that stores nothing (a private window): everything works, and nothing is promised that
// will not be kept.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { fillNewRun, open, start, untilFinished } from "./support/page.mjs";

test.beforeEach(async ({ page }) => {
  // The worker keeps what is stored: it finds no database.
  await page.route("**/worker-boot-*.js", async (route) => {
    const response = await route.fetch();
    const body = `Object.defineProperty(self, "indexedDB", { value: undefined });\n${await response.text()}`;
    await route.fulfill({ response, body });
  });
});

const promises = /in this browser only|stay in this browser|kept in this browser|works offline|stored as it comes/i;
const promisesInFilipino = /itinatabi sa browser na ito|nakatabi .*sa browser na ito|kahit offline|itinatabi ang bawat tugon/i;

test("no page promises to keep what this browser does not store", async ({ page, mock }) => {
  mock.answer = answerByPrompt;
  const banner = page.getByRole("status").filter({ hasText: "This browser stores nothing" });
  await open(page);
  await expect(banner).toBeVisible();
  await expect(page.getByText(/^None yet\..*until the tab is closed or reloaded/)).toBeVisible();
  for (const route of ["", "suites/", "task/?task=SA&rows=official", "score/", "new/", "run/?id=wala", "result/?id=wala"]) {
    await open(page, route);
    await expect(banner).toBeVisible();
    await expect(page.locator(".waiting")).toHaveCount(0);
    await expect(page.locator("main"), route).not.toContainText(promises);
  }
  await expect(page.getByText("runs are gone once their tab is closed")).toBeVisible();

  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: 5, tasks: ["SA"] });
  await start(page);
  await untilFinished(page);
  await expect(page.locator("main")).not.toContainText(promises);
  await page.getByRole("link", { name: "Sukat", exact: true }).click();
  await expect(page.getByRole("table", { name: /^Kept in this tab only/ })).toContainText("mock-small");
  await expect(page.locator("main")).not.toContainText(promises);

  await page.getByRole("group", { name: "Language" }).getByRole("radio", { name: "Filipino" }).check();
  // The answer to one question holds for both languages.
  await expect(page.getByRole("status").filter({ hasText: "Walang itinatabi ang browser na ito" })).toBeVisible();
  await expect(page.getByRole("table", { name: /^Nasa tab na ito lang/ })).toBeVisible();
  await page.getByRole("link", { name: "Mga task" }).click();
  await expect(page.locator("main")).not.toContainText(promisesInFilipino);
});
