// What stands on the page of a run while it goes on, and the way to it.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { fillNewRun, open, start, startButton, toResult, untilFinished } from "./support/page.mjs";

test("of a task whose rows are all there, no other score stands than its last", async ({ page, mock }) => {
  // The first answers are wrong, the last ones right: an old score is another one.
  mock.answer = async ({ idx, prompt }) => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    return idx % 10 < 5 ? "Sagot: wala" : answerByPrompt({ prompt });
  };
  await page.addInitScript(() => {
    window.seen = [];
    const note = () => {
      for (const row of document.querySelectorAll(".run-tasks tbody tr")) {
        const [task, score, rows] = row.children;
        const [done, of] = rows.textContent.match(/\d+/g);
        if (done === of) window.seen.push([task.firstChild.textContent.trim(), score.textContent.trim()]);
      }
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: "All", atOnce: 2 });
  await start(page);
  await untilFinished(page);
  const cells = page.getByRole("table", { name: "Scores by task" }).locator("tbody tr");
  await expect(cells.locator("data.score")).toHaveCount(9);
  const seen = await page.evaluate(() => window.seen);
  for (const task of new Set(seen.map(([task]) => task))) {
    const scores = new Set(seen.filter(([name, score]) => name === task && /\d/.test(score)).map(([, score]) => score));
    expect([...scores], task).toHaveLength(1);
  }
});

test("what keeps a run from starting is named with its field", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, model: "", kind: "Sample rows", rows: 5, atOnce: 99 });
  await page.getByText("Limits, prices and budget").click();
  await page.getByLabel("Requests a minute, at most").fill("x");
  await page.getByLabel("Price of a million reply tokens").fill("y");
  await startButton(page).click();
  const list = page.getByRole("alert").filter({ hasText: "The run cannot start yet" }).getByRole("listitem");
  await expect(list).toHaveText([
    "Model: Which model should be asked?",
    "Requests at once: Give a whole number from 1 to 64, or leave it empty.",
    "Requests a minute, at most: Give a whole number of 1 or more, or leave it empty.",
    "Price of a million reply tokens: Give an amount such as 2.50, or leave it empty.",
  ]);
});

test("a form with the settings of a run says whose they are", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, model: "mock-large", kind: "Sample rows", rows: 5, tasks: ["SA"] });
  await start(page);
  await untilFinished(page);
  await toResult(page);
  await page.getByRole("button", { name: "Same settings again" }).click();
  await expect(page.getByText(/^Filled in with the settings of “mock-large.*”; change what you like\.$/)).toBeVisible();
  await start(page);
  await open(page, "new/");
  await expect(startButton(page)).toBeVisible();
  await expect(page.getByText("Filled in with the settings of")).toBeHidden();
});

test("a run that is stopped says that what was broken off is an estimate", async ({ page, mock }) => {
  mock.answer = async ({ idx, prompt }) => {
    if (idx >= 20) await new Promise(() => {});
    return answerByPrompt({ prompt });
  };
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: "All", atOnce: 4 });
  await start(page);
  await expect(page.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("value", "20");
  await expect(page.getByText(/^[\d,]+ prompt and [\d,]+ reply tokens/)).not.toContainText("broken off");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText(/^about .* reply tokens.*\(estimated in part: 4 requests broken off\)/)).toBeVisible();
});

test("the estimate of a model that thinks names both caps, and the worst case", async ({ page, mock }) => {
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: 5, tasks: ["SA"] });
  await expect(page.locator(".estimate")).toContainText(/^5 requests, about [\d,]+ prompt tokens, at most 160 tokens of replies$/);
  await expect(page.getByText(/^The worst case/)).toBeHidden();
  await page.getByLabel("This model thinks before it answers").check();
  await expect(page.locator(".estimate")).toContainText("at most 100,160 tokens of replies");
  await expect(
    page.getByText("The worst case: 160 tokens of answers, by the caps of the tasks, and 100,000 of thinking, 20,000 a reply."),
  ).toBeVisible();
});

test("a run whose page is left, at its start and later, goes on, and its buttons work", async ({ page, mock }) => {
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  mock.answer = async ({ idx, prompt }) => {
    if (idx >= 10) await held;
    return answerByPrompt({ prompt });
  };
  await fillNewRun(page, { address: mock.url, kind: "Sample rows", rows: "All" });
  // Away before its page is there; the form is not stuck.
  await startButton(page).click();
  await page.getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Help" })).toBeVisible();
  await page.getByRole("link", { name: "Run a model" }).click();
  await expect(startButton(page)).toBeEnabled();
  await expect.poll(() => mock.requests.length).toBeGreaterThan(9);
  await page.getByRole("link", { name: "Sukat", exact: true }).click();
  await page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("link", { name: /mock-small/ }).click();
  await expect(page.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("value", "10");
  // Away while it goes on, twice; coming back it can be stopped and gone on with.
  for (const round of [1, 2]) {
    await page.getByRole("link", { name: "Tasks" }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/mock-small/);
    await page.goBack();
    await expect(page.getByRole("progressbar", { name: "Progress" }), `round ${round}`).toHaveAttribute("value", "10");
  }
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator(".run-state")).toHaveText("stopped");
  letGo();
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await untilFinished(page);
});
