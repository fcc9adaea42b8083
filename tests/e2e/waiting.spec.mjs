// Waiting: a server that says nothing can be given up and is named for what it is; and what is not
// there yet is never shown as nothing.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { noOfficialRows } from "./support/official.mjs";
import { fillNewRun, open, runState, start, untilFinished } from "./support/page.mjs";

const tryIt = (page) => page.getByRole("button", { name: "Try it and list models" });

test("trying a silent endpoint can be cancelled, and after ten seconds the page says that nothing came", async ({ page, mock }) => {
  mock.isListSilent = true;
  await page.clock.install();
  await fillNewRun(page, { address: mock.url });
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await tryIt(page).click();
  await expect.poll(() => mock.nModelRequests).toBe(1);
  await expect(tryIt(page)).toBeDisabled();
  await expect(page.getByText("No reply has come for 10 s")).toHaveCount(0);
  await page.clock.fastForward(10_100);
  await expect(page.getByRole("status").filter({ hasText: "No reply has come for 10 s" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("No reply has come for 10 s")).toHaveCount(0);
  await expect(tryIt(page)).toBeEnabled();
  await page.clock.runFor(100);
  await expect(tryIt(page)).toBeFocused();
  // What was given up says nothing later on: neither that time is over, nor another answer.
  await page.clock.fastForward(60_000);
  await expect(page.getByText("Trying costs nothing")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  mock.isListSilent = false;
  await tryIt(page).click();
  await expect(page.getByText(/It answers and lists/)).toBeVisible();
});

test("an answer for an address that was changed meanwhile is not shown", async ({ page, mock }) => {
  mock.isListSilent = true;
  await fillNewRun(page, { address: mock.url });
  await tryIt(page).click();
  await expect.poll(() => mock.nModelRequests).toBe(1);
  await page.getByLabel("Address", { exact: true }).fill("https://example.org/v1");
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await expect(page.getByText("Trying costs nothing")).toBeVisible();
});

test("a run that hears nothing for a minute says so, and a reply ends that", async ({ page, mock }) => {
  let reopen;
  const opened = new Promise((resolve) => (reopen = resolve));
  mock.answer = async ({ prompt }) => {
    await opened;
    return answerByPrompt({ prompt });
  };
  await page.clock.install();
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: 5, tasks: ["SA"] });
  await start(page);
  await expect.poll(() => mock.requests.length).toBeGreaterThan(0);
  const notice = page.getByText(/^No reply for /);
  await page.clock.runFor(30_000);
  await expect(notice).toHaveCount(0);
  await page.clock.runFor(35_000);
  await expect(notice).toHaveText(/^No reply for 1 min 0\d s$/);
  await expect(page.getByRole("status").filter({ hasText: "nothing that came is lost" })).toBeVisible();
  await expect(runState(page)).toHaveText("asking");
  // Another language, another page: the minute stays a minute.
  await page.getByRole("group", { name: "Language" }).getByRole("radio", { name: "Filipino" }).check();
  await page.clock.runFor(1_000);
  await expect(page.getByText(/^1 min \d\d s nang walang tugon$/)).toBeVisible();
  await page.getByRole("group", { name: "Wika" }).getByRole("radio", { name: "English" }).check();
  reopen();
  await expect.poll(() => mock.requests.filter(({ isAnswered }) => isAnswered).length).toBe(5);
  await page.clock.runFor(2_000);
  await expect(notice).toHaveCount(0);
  await page.clock.resume();
  await untilFinished(page);
});

test.describe("with the official rows", () => {
  test.skip(Boolean(noOfficialRows), noOfficialRows || "");

  test("rows on their way are not shown as no rows", async ({ page }) => {
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    await page.route("**/data/official/**", async (route) => {
      await held;
      await route.continue();
    });
    await open(page, "task/?suite=batayan&task=SA&rows=official");
    await expect(page.getByText("Looking for the official rows…")).toBeVisible();
    await expect(page.getByText(/^0 rows/)).toHaveCount(0);
    await open(page, "suites/");
    await expect(page.getByText("Looking for the official files…")).toBeVisible();
    await expect(page.getByText(/^Not loaded yet/)).toHaveCount(0);
    await expect(page.getByRole("cell", { name: "loading", exact: true })).toHaveCount(9);
    await open(page, "new/");
    await expect(page.getByText("Loading the official rows…")).toBeVisible();
    letGo();
    await open(page, "task/?suite=batayan&task=SA&rows=official");
    await expect(page.getByText(/^600 rows/)).toBeVisible();
  });

  test("the page says where the official rows came from", async ({ page }) => {
    await open(page, "suites/");
    await expect(page.getByText("Loaded from: this site.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Loaded from: this browser.")).toBeVisible();
  });
});
