// What a first visit costs: every file that the first page fetches until it is at rest, worker
// included, by its size under brotli.
//
//   node tests/e2e/first-load.mjs BUDGET
//
// Fails when the sum is over BUDGET bytes. What is fetched ahead for other pages is not counted:
// the browser asks to save data, and then nothing is.
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { startSite } from "./support/site.mjs";

const budget = Number(process.argv[2]);
const site = await startSite();
const fetched = [];
try {
  const context = await site.browser.newContext({ baseURL: site.baseURL });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  context.on("response", async (response) => {
    const path = new URL(response.url()).pathname;
    fetched.push(response.body().then((body) => ({ path, body })));
  });
  const page = await context.newPage();
  await page.goto("./");
  await expect(page.getByText(/^None yet/)).toBeVisible();
  await expect(page.locator("main svg").last()).toBeVisible();
  await page.waitForLoadState("networkidle");
} finally {
  const files = new Map((await Promise.all(fetched)).map(({ path, body }) => [path, body]));
  await site.close();
  report(files);
}

function report(files) {
  const sizes = [...files].map(([path, body]) => [body.length, gzipSync(body, { level: 9 }).length, brotliCompressSync(body).length, path]);
  const total = [0, 1, 2].map((column) => sizes.reduce((sum, row) => sum + row[column], 0));
  const line = (row) => console.log(row.map((cell, column) => (column < 3 ? `${cell}`.padStart(10) : `  ${cell}`)).join(" "));
  line(["bytes", "gzip -9", "brotli", "file"]);
  sizes.toSorted((a, b) => b[2] - a[2]).forEach(line);
  line([...total, `first visit: ${files.size} files; the budget is ${budget} (brotli)`]);
  if (!(total[2] <= budget)) {
    console.log(`over the budget by ${total[2] - budget} bytes`);
    process.exitCode = 1;
  }
}
