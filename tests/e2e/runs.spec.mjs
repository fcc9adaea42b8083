// Runs in the list and by their addresses: told apart, found again, and none that never began.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { fillNewRun, open, runState, start, untilFinished } from "./support/page.mjs";

const runs = (page) => page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("row");
const toStart = (page) => page.getByRole("link", { name: "Sukat", exact: true }).click();
const few = { kind: "Sample rows", rows: 5 };

test("a run whose start failed is not left in the list, and can still go on", async ({ page, mock, watch }) => {
  watch.expect(/status of 401/);
  mock.mode = "unauthorized";
  mock.answer = answerByPrompt;
  await open(page);
  await expect(page.getByText(/^None yet/)).toBeVisible();
  await fillNewRun(page, { address: mock.url, key: "sk-wrong", ...few, tasks: ["SA"] });
  await start(page);
  await expect(runState(page)).toHaveText("stopped");
  await expect(page.getByRole("link", { name: "See the result so far" })).toBeHidden();
  const address = page.url();
  await expect(async () => {
    await toStart(page);
    await expect(page.getByText(/^None yet/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goBack();
  await expect.poll(() => page.url()).toBe(address);
  mock.mode = "ok";
  await page.getByLabel("Another key").fill("sk-right");
  await page.getByRole("button", { name: "Go on with this key" }).click();
  await untilFinished(page);
  await page.goto(address);
  await expect(page.getByText("Every row has been asked.")).toBeVisible();
  await toStart(page);
  await expect(runs(page)).toHaveCount(1 + 1);
  await expect(runs(page).nth(1)).toContainText("5 rows");
});

test("a run that was stopped by hand before any reply stays, to be gone on with", async ({ page, mock }) => {
  mock.mode = "hang";
  await fillNewRun(page, { address: mock.url, ...few, tasks: ["SA"] });
  await start(page);
  await expect.poll(() => mock.requests.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(runState(page)).toHaveText("stopped");
  await toStart(page);
  await expect(runs(page).nth(1)).toContainText("0 of 5 rows");
});

test("runs of the same model and minute are told apart", async ({ page, mock }) => {
  mock.answer = answerByPrompt;
  await page.clock.install({ time: new Date("2026-11-29T14:05:10") });
  for (const tasks of [["SA", "PI"], ["SA"]]) {
    await fillNewRun(page, { address: mock.url, ...few, tasks });
    await start(page);
    await untilFinished(page);
    await page.clock.runFor(7_000);
  }
  await toStart(page);
  await expect(runs(page)).toHaveCount(1 + 2);
  const [newer, older] = [runs(page).nth(1), runs(page).nth(2)];
  await expect(older).toContainText("PI, SA");
  await expect(older).toContainText("10 rows");
  await expect(newer).not.toContainText("PI");
  const time = /29 Nov 2026, 14:05:(\d\d)/;
  const [first, second] = [(await older.innerText()).match(time)[1], (await newer.innerText()).match(time)[1]];
  expect(Number(second)).toBeGreaterThan(Number(first));
  // What tells them apart stands on their own pages, too.
  await newer.getByRole("link").first().click();
  await expect(page.getByRole("listitem").filter({ hasText: /^SA$/ })).toBeVisible();
});

test("a finished run shows its counts by task after a reload", async ({ page, mock }) => {
  mock.answer = answerByPrompt;
  await fillNewRun(page, { address: mock.url, ...few, tasks: ["PI", "SA"] });
  await start(page);
  await untilFinished(page);
  const table = page.getByRole("table", { name: "Scores by task" });
  const live = await table.getByRole("row").allInnerTexts();
  expect(live).toHaveLength(1 + 2);
  await page.reload();
  await expect(page.getByText("Every row has been asked.")).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(1 + 2);
  expect(await table.getByRole("row").allInnerTexts()).toEqual(live);
});

test("a missing and an unknown run are met alike on both pages about runs", async ({ page }) => {
  for (const [query, title] of [
    ["", "Which run?"],
    ["?id=wala", "This run is not in this browser"],
  ]) {
    const seen = [];
    for (const route of ["run/", "result/"]) {
      await open(page, route + query);
      await expect(page.getByText(title), route).toBeVisible();
      const main = page.getByRole("main");
      for (const name of ["Your runs", "Run a model", "Score a file"]) {
        await expect(main.getByRole("link", { name, exact: true }), route).toBeVisible();
      }
      seen.push(await page.locator(".empty-state").innerText());
    }
    expect(seen[1]).toBe(seen[0]);
  }
});
