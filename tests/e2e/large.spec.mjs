// Files far larger than any benchmark's: they are read or refused, and the page answers meanwhile.
import { expect, test } from "./fixtures.mjs";
import { goldOf, noOfficialRows, officialRows, suite } from "./support/official.mjs";
import { expectResult, open } from "./support/page.mjs";
import { readScores } from "./support/scores.mjs";

test.skip(Boolean(noOfficialRows), noOfficialRows || "");

const task = suite.tasks.find(({ id }) => id === "QA");
const right = () =>
  officialRows(task).map((row) => JSON.stringify({ task: "QA", id: String(row.id), prediction: `Sagot: ${goldOf(task, row)}` }));

/** Drops a JSONL file that the page itself makes: the given lines, then `nMore` rows with the same ids, of `nChars` each. */
const dropMade = async (page, lines, nMore, nChars) => {
  await page.locator(".drop-target").first().waitFor();
  return page.evaluate(
    ({ lines, nMore, nChars }) => {
      window.gaps = [];
      let last = performance.now();
      const tick = () => {
        const now = performance.now();
        window.gaps.push(now - last);
        last = now;
        window.ticking = setTimeout(tick, 10);
      };
      const parts = lines.map((line) => `${line}\n`);
      const filler = "salita ".repeat(Math.ceil(nChars / 7)).slice(0, nChars);
      for (let idx = 0; idx < nMore; idx += 1) {
        // The same answers again, and a long explanation.
        parts.push(`${lines[idx % lines.length].slice(0, -2)} ${filler}"}\n`);
      }
      const transfer = new DataTransfer();
      const file = new File(parts, "malaki.jsonl");
      transfer.items.add(file);
      const target = document.querySelector(".drop-target");
      setTimeout(() => {
        last = performance.now();
        tick();
        for (const type of ["dragenter", "dragover", "drop"]) {
          target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }
      }, 500);
      return file.size;
    },
    { lines, nMore, nChars },
  );
};

async function expectResponsive(page) {
  const gaps = await page.evaluate(() => (clearTimeout(window.ticking), window.gaps));
  expect(gaps.length).toBeGreaterThan(10);
  // Generous: other programs run on the machine of a test. The benchmark holds it to 50 ms.
  expect(Math.max(...gaps), "the longest time in which the page could do nothing").toBeLessThan(500);
}

test("a file of 300 MB is read while the page goes on", async ({ page }) => {
  await open(page, "score/");
  expect(await dropMade(page, right(), 100_000, 3_000)).toBeGreaterThan(300e6);
  await expect(page.getByRole("status").filter({ hasText: /Reading/ })).toBeVisible();
  // Another page can be looked at meanwhile.
  await page.getByRole("navigation").getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  const tasks = page.getByRole("table", { name: "Answers by task" });
  await expect(tasks).toContainText("100 of 100", { timeout: 120_000 });
  await expect(tasks).toContainText("100 ids more than once; the first was taken");
  await expectResponsive(page);
  await page.getByRole("button", { name: "Score this file" }).click();
  await expectResult(page);
  expect((await readScores(page)).tasks.QA["Macro F1"].parity).toBe(100);
});

test("one line of 50 MB does not spoil the others", async ({ page }) => {
  await open(page, "score/");
  await dropMade(page, right(), 1, 50e6);
  const tasks = page.getByRole("table", { name: "Answers by task" });
  await expect(tasks).toContainText("100 of 100", { timeout: 60_000 });
  await expect(tasks).toContainText("1 id more than once; the first was taken");
  await expectResponsive(page);
});
