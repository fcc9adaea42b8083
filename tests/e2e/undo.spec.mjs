// Deleting with a way back, and all runs in one file.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { expectResult, fillNewRun, open, start, toResult, untilFinished, upload } from "./support/page.mjs";

const few = { kind: "Sample rows", rows: 5 };
const table = (page) => page.getByRole("table", { name: /Kept in this browser only/ });
const runs = (page) => table(page).getByRole("row");
const toStart = (page) => page.getByRole("link", { name: "Sukat", exact: true }).click();
const nStored = (page) =>
  page.evaluate(async () => {
    const whole = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await whole(indexedDB.open("sukat"));
    const [heads, rows] = ["heads", "rows"].map((name) => database.transaction(name).objectStore(name).getAll());
    const all = [await whole(heads), await whole(rows)];
    database.close();
    return all.map(({ length }) => length);
  });

async function finished(page, mock, model, tasks) {
  mock.answer = answerByPrompt;
  await fillNewRun(page, { address: mock.url, model, ...few, tasks });
  await start(page);
  await untilFinished(page);
}

test("a deleted run can be had back by keyboard, and is really gone later", async ({ page, mock }) => {
  await page.clock.install();
  await finished(page, mock, "isa", ["SA"]);
  await page.clock.runFor(2_000);
  await finished(page, mock, "dalawa", ["PI"]);
  await toStart(page);
  await expect(runs(page)).toHaveCount(1 + 2);
  await page.getByRole("button", { name: /^Delete “isa/ }).click();
  await expect(runs(page)).toHaveCount(1 + 1);
  await expect(page.getByText("Deleted “isa”.")).toBeVisible();
  const undo = page.getByRole("button", { name: "Undo: bring back “isa”" });
  await expect(undo).toBeFocused();
  expect((await nStored(page))[0], "nothing is lost yet").toBe(2);
  await page.keyboard.press("Enter");
  await expect(runs(page)).toHaveCount(1 + 2);
  await expect(page.getByRole("heading", { name: "Your runs" })).toBeFocused();
  await page.clock.runFor(20_000);
  expect((await nStored(page))[0], "had back is kept").toBe(2);

  // Deleted on its own page, and no way back is taken: then it goes, with its rows.
  await page.getByRole("link", { name: "isa" }).click();
  await expectResult(page);
  await page.getByRole("button", { name: "Delete “isa”" }).click();
  await expect(undo).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(undo).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(undo).toBeHidden();
  await expect.poll(async () => (await nStored(page))[0]).toBe(1);
  await expect(runs(page)).toHaveCount(1 + 1);
});

test("what a closed tab had no time to delete is deleted by the next page", async ({ page, mock }) => {
  await finished(page, mock, "isa", ["SA"]);
  await toStart(page);
  await page.getByRole("button", { name: /^Delete “isa/ }).click();
  await expect(page.getByText(/^None yet/)).toBeVisible();
  await page.reload();
  await expect(page.getByText("Deleted “isa”.")).toBeVisible();
  await expect(page.getByText(/^None yet/)).toBeVisible();
  // Much later.
  await page.evaluate(() => localStorage.setItem("sukat-deleted", localStorage.getItem("sukat-deleted").replace(/^\d+/, "1000")));
  await page.reload();
  await expect.poll(() => nStored(page)).toEqual([0, 0]);
  await expect(page.getByText("Deleted “isa”.")).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem("sukat-deleted"))).toBe(null);
});

test("all runs travel in one file and are runs again elsewhere", async ({ page, mock, browser, baseURL }) => {
  for (const [model, tasks] of [["isa", ["SA"]], ["dalawa", ["PI"]], ["tatlo", ["SA", "PI"]]]) await finished(page, mock, model, tasks);
  await toResult(page);
  const score = await page.locator("data.score").first().getAttribute("value");
  await toStart(page);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all records (zip)" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("sukat-runs.zip");
  const elsewhere = await browser.newPage({ baseURL });
  await open(elsewhere, "score/");
  await upload(elsewhere, { name: "sukat-runs.zip", mimeType: "application/zip", buffer: await (await import("node:fs/promises")).readFile(await saved.path()) });
  await expect(elsewhere.getByRole("heading", { name: "3 records were opened" })).toBeVisible();
  await elsewhere.getByRole("main").getByRole("link", { name: "tatlo" }).click();
  await expectResult(elsewhere);
  expect(await elsewhere.locator("data.score").first().getAttribute("value")).toBe(score);
  await toStart(elsewhere);
  await expect(runs(elsewhere)).toHaveCount(1 + 3);

  // Here the runs are there already: none is counted twice.
  await toStart(page);
  const before = await runs(page).allTextContents();
  await open(page, "score/");
  await upload(page, await saved.path());
  await expect(page.getByRole("heading", { name: "3 records were opened" })).toBeVisible();
  await toStart(page);
  await expect(runs(page)).toHaveText(before);
  await elsewhere.close();
});
