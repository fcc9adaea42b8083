// Checks that hold in every state of every page: contrast, names, roles, order of headings, width.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./fixtures.mjs";
import { inFilipino, states } from "./support/states.mjs";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe calls serious or critical, with the elements; `runOnly` are tags or rules. */
async function violations(page, runOnly) {
  // Nothing but violations, and the way for pages without frames: half the time.
  const axe = new AxeBuilder({ page }).options({ runOnly, resultTypes: ["violations"] }).setLegacyMode();
  const found = await axe.analyze();
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** How far the page is wider than the window; 0 when it fits. */
const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { name, go, errors } of states) {
  // unknown/ has no page of its own on a plain server: hosting.spec.mjs looks at it.
  if (name === "not-found") continue;
  test(`${name} is for everybody: wide and narrow, light and dark, in both languages`, async ({ page, mock, watch }) => {
    if (errors) watch.expect(/status of 40[01]|CORS policy|ERR_FAILED/);
    if (name === "tasks-not-loaded") watch.expect(/status of 404/);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await go(page, mock);
    expect(await violations(page, tags), "light, wide").toEqual([]);
    expect(await overflow(page), "wide").toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    // Colours and sizes are all that differs now.
    const rules = ["color-contrast", "target-size", "scrollable-region-focusable"];
    expect(await violations(page, rules), "dark, narrow").toEqual([]);
    expect(await overflow(page), "narrow").toBe(0);
    await expect(page.locator("h1")).toHaveCount(1);
    if (await page.getByRole("dialog").count()) return;
    const english = await page.locator("main").innerText();
    await page.setViewportSize({ width: 1280, height: 800 });
    await inFilipino(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page), "narrow, Filipino").toBe(0);
    expect(await page.locator("main").innerText()).not.toBe(english);
  });
}
