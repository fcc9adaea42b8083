// Pictures of every page in every state, for people to look at:
//
//   ./dev build && node tests/e2e/shots.mjs [FOLDER] [NAME…]
//
// 1280 and 390 pixels wide, light and dark, in English and Filipino; names choose states by their
// beginnings. Starts a server of its own for dist/.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "./mock.mjs";
import { repository } from "./support/official.mjs";
import { startSite } from "./support/site.mjs";
import { inFilipino, states } from "./support/states.mjs";

const [folder = join(repository, ".sukat/shots"), ...names] = process.argv.slice(2);
const chosen = states.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)));
await mkdir(folder, { recursive: true });
const { baseURL, browser, close } = await startSite();

/** Nothing on the page waits any more; a request that hangs on purpose may. */
async function settled(page) {
  await page.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => {});
  await page.waitForFunction(() => !document.querySelector(".waiting"), null, { timeout: 10_000 }).catch(() => {});
}

const looks = [1280, 390].flatMap((width) =>
  ["light", "dark"].flatMap((colorScheme) => ["en", "fil"].map((lang) => ({ width, colorScheme, lang }))),
);
try {
  for (const { name, go } of chosen) {
    const mock = await startMock();
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.route((url) => url.hostname !== "127.0.0.1" && url.protocol.startsWith("http"), (route) => route.abort());
    try {
      await go(page, mock);
      await settled(page);
      let now = "en";
      // All looks of one language together: switching builds the page anew.
      for (const { width, colorScheme, lang } of looks.toSorted((a, b) => a.lang.localeCompare(b.lang))) {
        if (lang !== now) {
          await page.setViewportSize({ width: 1280, height: 900 });
          const at = page.url();
          const isDialog = (await page.getByRole("dialog").count()) > 0;
          if (isDialog) await page.keyboard.press("Escape");
          await inFilipino(page);
          if (isDialog) await page.goto(at);
          now = lang;
          await settled(page);
        }
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await page.emulateMedia({ colorScheme });
        const isDialog = (await page.getByRole("dialog").count()) > 0;
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}-${lang}.png`), fullPage: !isDialog });
      }
      console.log(`${name}: ok`);
    } catch (error) {
      console.error(`${name}: ${error.message.split("\n")[0]}`);
      await page.screenshot({ path: join(folder, `${name}-FAILED.png`) });
      process.exitCode = 1;
    }
    await context.close();
    await mock.close();
  }
} finally {
  await close();
}
console.log(`pictures are in ${folder}`);
