// Runs in a browser that is killed again and again: what is stored at the end, and what was asked.
import { expect } from "@playwright/test";
import { startMock } from "../mock.mjs";
import { answerByPrompt } from "./answers.mjs";
import { newProfile, startBrowser } from "./killable.mjs";
import { download, expectResult, fillNewRun, start } from "./page.mjs";

/** Numbers in 0..1, the same for the same seed (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Has runs of `task` made in one profile until the browser was killed `nKills` times, each time at
 * a moment out of `seed` within `withinMillis` of asking; then lets the last run end in peace.
 *
 * Gives `{ runs, kills }`: the records, as downloaded; and for each kill when it came, how many
 * requests were open, and how many rows were asked again that the endpoint had answered.
 */
export async function runAndKill({ baseURL, nKills, seed, withinMillis, latencyMillis, form, atOnce, say = () => null }) {
  const random = seeded(seed);
  const mock = await startMock({ answer: answerByPrompt, latencyMillis });
  const { folder, forget } = await newProfile();
  const kills = [];
  const runs = [];
  let browser;
  try {
    for (;;) {
      browser = await startBrowser(folder);
      const { page } = browser;
      await begin(page, { baseURL, mock, form, atOnce });
      if (kills.length === nKills) {
        runs.push(await end(page, mock));
        break;
      }
      const afterMillis = Math.floor(random() * withinMillis);
      await new Promise((resolve) => setTimeout(resolve, afterMillis));
      // As the endpoint sees it now: in a moment it will have answered into the void.
      const asked = mock.requests.filter(({ kill }) => kill === undefined);
      for (const request of asked) request.isInTime = request.isAnswered;
      await browser.kill();
      kills.push({ afterMillis, nOpen: asked.filter(({ isInTime }) => !isInTime).length });
      say(`kill ${kills.length}: ${afterMillis} ms after asking began, ${mock.requests.length} requests so far`);
      // What the dead browser had open is over for the endpoint, too.
      mock.hangUp();
      for (const request of mock.requests) request.kill ??= kills.length;
      // A run that was over before the kill came is looked at, and another one begun.
      const done = await finishedRun(folder, baseURL, mock);
      if (done) runs.push(done);
    }
  } finally {
    await browser?.kill().catch(() => null);
    await forget();
    await mock.close();
  }
  return { runs, kills };

  /** The newest run's record and requests if it is whole; else `null`. */
  async function finishedRun(folder, baseURL, mock) {
    if (mock.requests.length < form.nRows) return null;
    browser = await startBrowser(folder);
    const { page } = browser;
    await page.goto(baseURL);
    const run = newest(page);
    await expect(run).toBeVisible({ timeout: 30_000 });
    let done = null;
    if (isWhole(await run.textContent(), form)) {
      await run.getByRole("link").first().click();
      done = await taken(page, mock);
    }
    await browser.close();
    return done;
  }
}

const promptOf = ({ body }) => body.messages.at(-1).content;
const newest = (page) => page.getByRole("table", { name: /Kept in this browser only/ }).getByRole("row").nth(1);

/** The list says "12 of 600" of a run that is not over, and "600 rows" of one that is. */
const isWhole = (said, { nRows }) => !said.includes(` of ${nRows}`);

/** Goes on with the newest run if it is not whole, as a user would, else begins one. */
async function begin(page, { baseURL, mock, form, atOnce }) {
  await page.goto(baseURL);
  const none = page.getByText(/^None yet\./);
  await expect(newest(page).or(none)).toBeVisible({ timeout: 30_000 });
  const isThere = await newest(page).isVisible();
  const said = isThere ? await newest(page).textContent() : "";
  if (isThere && !isWhole(said, form)) {
    await newest(page).getByRole("link").first().click();
    const goOn = page.getByRole("button", { name: /^(Go on|Start)$/ });
    await expect(goOn, `a way on with ${said}`).toBeVisible({ timeout: 30_000 }).catch(async (error) => {
      throw new Error(`${error.message}\nThe page says: ${await page.locator("main").innerText()}`);
    });
    await goOn.click();
    return;
  }
  await page.goto(`${baseURL}new/`);
  await expect(page.locator("html:not([data-state])")).toBeAttached();
  await fillNewRun(page, { address: mock.url, atOnce, kind: form.kind, tasks: form.tasks, rows: "All" });
  mock.requests.length = 0;
  await start(page);
}

/** Waits for the end, then takes the record away. */
async function end(page, mock) {
  await expect(page.locator(".run-state")).toHaveText("finished", { timeout: 120_000 });
  await page.getByRole("link", { name: /^See the result/ }).click();
  return taken(page, mock);
}

async function taken(page, mock) {
  await expectResult(page);
  const { text } = await download(page, "Record (JSON)");
  const requests = mock.requests.map((request) => ({ prompt: promptOf(request), isInTime: request.isInTime ?? false, kill: request.kill ?? null }));
  return { record: JSON.parse(text), text, requests };
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/**
 * What became of the rows of a run: rows lost and doubled in its record, and how often the endpoint
 * was asked for nothing.
 *
 * `nMostAgain` is the largest number of rows that one kill had asked again, `nAnsweredAgain` how many
 * of all those asked again the endpoint had answered already: their reply was on its way, or not yet
 * stored. `nUnexplained` are requests that no kill explains.
 */
export function account({ record, requests }, nRows) {
  const nByRow = new Map();
  for (const { task, row } of record.rows) nByRow.set(`${task} ${row}`, (nByRow.get(`${task} ${row}`) ?? 0) + 1);
  const nRowsByPrompt = new Map();
  for (const { prompt } of record.rows) nRowsByPrompt.set(prompt, (nRowsByPrompt.get(prompt) ?? 0) + 1);
  const byPrompt = groupBy(requests, ({ prompt }) => prompt);
  const again = [];
  let nUnexplained = 0;
  for (const [prompt, asked] of byPrompt) {
    // Some rows have the same prompt as another one; those are only counted.
    const nSame = nRowsByPrompt.get(prompt) ?? 0;
    const isAlone = nSame === 1;
    // All but the last time it was asked, a kill must have come before it was asked anew.
    for (const [idx, request] of asked.slice(0, asked.length - nSame).entries()) {
      if (isAlone && (request.kill === null || request.kill === asked[idx + 1].kill)) nUnexplained += 1;
      else again.push(request);
    }
  }
  const perKill = groupBy(again, ({ kill }) => kill);
  const nNeverAsked = [...nRowsByPrompt].reduce((n, [prompt, nSame]) => n + Math.max(0, nSame - (byPrompt.get(prompt)?.length ?? 0)), 0);
  return {
    nLost: nRows - nByRow.size,
    nDoubled: [...nByRow.values()].filter((n) => n > 1).length,
    nWithoutText: record.rows.filter(({ outcome }) => outcome.kind === "failed" || outcome.kind === "not_asked").length,
    nRequests: requests.length,
    nNeverAsked,
    nAgain: again.length,
    nAnsweredAgain: again.filter(({ isInTime }) => isInTime).length,
    nMostAgain: Math.max(0, ...[...perKill.values()].map((rows) => rows.length)),
    nUnexplained,
  };
}
