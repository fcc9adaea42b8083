// What a user does on the page, step by step, by roles and names.
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";

export async function open(page, route = "") {
  await page.goto(`./${route}`);
  await expect(page.locator("html:not([data-state])")).toBeAttached();
}

/** Chooses one of several; `group` is what stands above them. */
export async function choose(page, group, name) {
  await page.getByRole("group", { name: group, exact: true }).getByRole("radio", { name, exact: true }).check();
}

/**
 * Fills in the form of a new run, as far as it is said. `kind` is "Official rows" or "Sample rows",
 * `rows` 5, 50 or "All", `tasks` the ids of those that stay chosen.
 */
export async function fillNewRun(page, { address, key, model = "mock-small", kind, rows, tasks, atOnce }) {
  if (!new URL(page.url()).pathname.endsWith("/new/")) await open(page, "new/");
  await page.getByLabel("Address", { exact: true }).fill(address);
  if (key !== undefined) await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByLabel("Model", { exact: true }).fill(model);
  if (kind) await choose(page, "Rows", kind);
  if (rows) await page.getByRole("group", { name: "Rows of each task" }).getByRole("radio", { name: `${rows} —` }).check();
  if (tasks) {
    const boxes = page.getByRole("group", { name: "Tasks", exact: true }).getByRole("checkbox");
    await expect(boxes).toHaveCount(9);
    for (const box of await boxes.all()) {
      const id = (await box.locator("xpath=..").locator("strong").textContent()).trim();
      await box.setChecked(tasks.includes(id));
    }
  }
  if (atOnce !== undefined) await page.getByLabel("Requests at once").fill(String(atOnce));
}

export const startButton = (page) => page.getByRole("button", { name: "Start the run" });

/** Starts the run that was filled in, and waits for its page. */
export async function start(page) {
  await startButton(page).click();
  await expect(page.getByRole("progressbar", { name: "Progress" })).toBeVisible();
}

/** What the run is doing, as its page says: "asking", "stopped", "finished". */
export const runState = (page) => page.locator(".run-state");

/** Waits for the end of a run. */
export async function untilFinished(page, timeout = 60_000) {
  await expect(runState(page)).toHaveText("finished", { timeout });
}

/** From a finished or resting run to its numbers. */
export async function toResult(page) {
  await page.getByRole("link", { name: /^See the result/ }).click();
  await expectResult(page);
}

export async function expectResult(page) {
  await expect(page.getByRole("heading", { name: "Task by task" })).toBeVisible({ timeout: 20_000 });
}

/** How rows without a reply enter: "strict" leaves them out, "parity" counts them as empty. */
export async function choosePolicy(page, policy) {
  const [name, said] = {
    strict: ["Leave them out", "Rows without a usable reply are left out."],
    parity: ["Count as empty, as SEA-HELM does", "Rows without a usable reply count as empty answers."],
  }[policy];
  await choose(page, "Rows without a usable reply", name);
  // The table does not name the rule where no row lacks a reply.
  const table = page.getByRole("table", { name: /^(As|In the columns of) the Batayan paper/ });
  await expect(table.getByText(said).or(page.getByText("so this changes nothing here")).first()).toBeVisible();
}

/** Chooses files on the page "Score a file". */
export async function upload(page, files) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).first().click();
  await (await chooser).setFiles(files);
}

/** Drops files onto the page: `[{ name, text }]` or `[{ name, base64 }]`. */
export async function drop(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, files.map(({ name, text, base64 }) => ({ name, base64: base64 ?? Buffer.from(text).toString("base64") })));
  const target = page.locator(".drop-target").first();
  for (const type of ["dragenter", "dragover", "drop"]) await target.dispatchEvent(type, { dataTransfer: transfer });
}

/** Presses a button that saves a file. Gives its path, name, and text. */
export async function download(page, button) {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const saved = await saving;
  const path = await saved.path();
  return { path, name: saved.suggestedFilename(), text: await readFile(path, "utf8") };
}

/** Waits until the official rows are there, from wherever. */
export async function untilDataLoaded(page) {
  await expect(page.getByText("All 18 files are loaded and checked")).toBeVisible({ timeout: 20_000 });
}
