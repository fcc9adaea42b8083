// Two runs that differ in ways that are known, and what a user does to compare them.
import { expect } from "@playwright/test";
import { goldOf, officialRows, suite } from "./official.mjs";
import { open, upload } from "./page.mjs";

const taskOf = (id) => suite.tasks.find((task) => task.id === id);

/** How the reply to a row comes out: right, wrong, or (texts) with every other word only. */
function reply(task, row, kind) {
  const gold = goldOf(task, row);
  if (task.labels.length === 0) {
    const words = gold.split(" ");
    return `${task.head.answer_tag} ${kind === "right" ? gold : words.filter((_, idx) => idx % 2).join(" ")}`;
  }
  const answers = task.labels.map(({ answer }) => answer);
  const wrong = answers[(answers.indexOf(gold) + 1) % answers.length];
  return `Sagot: ${kind === "right" ? gold : wrong}`;
}

/** What the models get wrong, by task: the place of a row decides. */
const wrongs = {
  alon: { QA: (idx) => idx % 4 === 0, SA: (idx) => idx % 10 === 0, PI: (idx) => idx === 1, AS: () => false },
  bagyo: { QA: (idx) => idx === 3, SA: (idx) => idx % 10 === 0, PI: (idx) => idx === 2, AS: (idx) => idx % 2 === 0 },
};

/** Rows of each task; the others are in neither run. */
const nRows = 100;

/** A file of answers: `bagyo` is better in QA and worse in AS, the same in SA, and not told apart in PI. */
export function answersOf(model) {
  const lines = Object.entries(wrongs[model]).flatMap(([id, isWrong]) =>
    officialRows(taskOf(id)).slice(0, nRows).map((row, idx) => {
      const prediction = reply(taskOf(id), row, isWrong(idx) ? "wrong" : "right");
      return JSON.stringify({ task: id, id: String(row.id), prediction, model: `${model}-7b` });
    }),
  );
  return { name: `${model}.jsonl`, mimeType: "", buffer: Buffer.from(`${lines.join("\n")}\n`) };
}

/** Stores both runs. */
export async function storeTwoRuns(page) {
  await open(page, "score/");
  await upload(page, [answersOf("alon"), answersOf("bagyo")]);
  await page.getByRole("button", { name: "Score these 2" }).click();
  await expect(page.getByRole("heading", { name: "2 runs scored" })).toBeVisible();
}

export const first = (page) => page.getByLabel("A, the one to compare with");
export const second = (page) => page.getByLabel("B", { exact: true });

/** The value of a run in one of the lists. */
export async function valueOf(select, title) {
  return select.locator("option", { hasText: title }).first().getAttribute("value");
}

/** Chooses a run in one of the lists, by its title. */
export async function chooseRun(select, title) {
  await expect(select.locator("option", { hasText: title })).toHaveCount(1);
  await select.selectOption(await valueOf(select, title));
}

/** Waits for the numbers. */
export async function untilCompared(page) {
  await expect(page.getByRole("table", { name: /^How single rows came out/ })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("grid", { name: "Row by row" })).toBeVisible();
}

/** Stores both runs and compares them: alon is A, bagyo is B. */
export async function compareTwoRuns(page) {
  await storeTwoRuns(page);
  await open(page, "compare/");
  await chooseRun(first(page), "alon-7b");
  await chooseRun(second(page), "bagyo-7b");
  await untilCompared(page);
}
