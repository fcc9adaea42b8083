// The official rows: from this site, from the repository, from one's own files; checked always.
import { createHash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { noOfficialRows, officialFiles, officialFolder, officialPath, suite } from "./support/official.mjs";
import { choosePolicy, download, fillNewRun, open, start, toResult, untilDataLoaded, untilFinished, upload } from "./support/page.mjs";
import { readScores } from "./support/scores.mjs";
import { zip } from "./support/zip.mjs";
import { zstd } from "./support/zstd.mjs";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const upstream = "https://raw.githubusercontent.com/";
const sentiment = suite.tasks.find(({ id }) => id === "SA").test_file;

/** The site does not have the rows. */
async function withoutOwnHost(context, watch) {
  watch.expect(/status of 404/);
  await context.route("**/data/official/**", (route) => route.fulfill({ status: 404, body: "" }));
}

/** What the table of files says of one. */
async function stateOf(page, file) {
  await page.locator("summary", { hasText: "File by file" }).click();
  return page.getByRole("row").filter({ hasText: file.path }).getByRole("cell").last();
}

test.describe("with the official rows", () => {
  test.skip(Boolean(noOfficialRows), noOfficialRows || "");

  test("they come from the page's own host, and then from the browser, offline too", async ({ page, context, watch }) => {
    await open(page, "suites/");
    await untilDataLoaded(page);
    await expect(await stateOf(page, sentiment)).toHaveText("loaded from this site");
    watch.expect(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/); // of the icon
    await context.route("**/data/official/**", (route) => route.abort());
    await page.reload();
    await untilDataLoaded(page);
    await expect(await stateOf(page, sentiment)).toHaveText("loaded from this browser");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Sentiment" }).click();
    await expect(page.getByRole("heading", { name: "Sentiment" })).toBeVisible();
    await expect(page.getByText("600 rows", { exact: true })).toBeVisible();
  });

  test("they come from the repository at the pinned commit when the user wishes", async ({ page, context, watch }) => {
    await withoutOwnHost(context, watch);
    watch.expect(/^request to another host: https:\/\/raw\.githubusercontent\.com\//);
    const asked = [];
    await context.route(`${upstream}**`, (route) => {
      const url = route.request().url();
      asked.push(url);
      const path = url.slice(url.indexOf("seahelm_tasks/"));
      return route.fulfill({
        path: join(officialFolder, path),
        headers: { "access-control-allow-origin": "*", "content-type": "text/plain; charset=utf-8" },
      });
    });
    await open(page, "suites/");
    await expect(page.getByText(/^Not loaded yet: 18 files, 2\.\d MB$/)).toBeVisible();
    expect(asked, "nothing is fetched unasked").toEqual([]);
    await page.getByRole("button", { name: "Load the official rows" }).click();
    await untilDataLoaded(page);
    await expect(await stateOf(page, sentiment)).toHaveText("loaded from SEA-HELM, GitHub");
    expect(asked.sort()).toEqual(officialFiles.map(({ path }) => `${suite.upstream.raw}${path}`).sort());
    expect(suite.upstream.raw).toContain("360c7cc26166487b818bf617b4342c5674e67207");
  });

  test("a file with other bytes is refused by name, with both hashes", async ({ page, context }) => {
    const bytes = Buffer.from(readFileSync(officialPath(sentiment), "utf8").replace("neutral", "positive"));
    await context.route(`**/data/official/${sentiment.path}`, (route) => route.fulfill({ body: bytes }));
    await open(page, "suites/");
    await expect(page.getByText("17 of 18 files loaded")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "One file could not be loaded" })).toContainText(
      "it is not the benchmark’s, so its scores could not be compared",
    );
    await expect(await stateOf(page, sentiment)).toContainText(
      `SHA-256 should be ${sentiment.sha256} but is ${sha256(bytes)}`,
    );
    // The other tasks work; this one does not pretend to.
    const states = page.getByRole("table", { name: /^The tasks in the paper/ });
    await expect(states.getByRole("cell", { name: "loaded", exact: true })).toHaveCount(8);
    await expect(states.getByRole("row").filter({ hasText: "SA ·" })).toContainText("failed");
  });

  test("a file that was cut off is refused; the whole one mends it", async ({ page, context }) => {
    const whole = readFileSync(officialPath(sentiment));
    const cut = whole.subarray(0, whole.length / 2);
    await context.route(`**/data/official/${sentiment.path}`, (route) => route.fulfill({ body: cut }));
    await open(page, "suites/");
    await expect(await stateOf(page, sentiment)).toContainText(
      `SHA-256 should be ${sentiment.sha256} but is ${sha256(cut)}`,
    );
    // The way to mend it is in sight.
    // Packed, and called what it will.
    await upload(page, { name: "ibang-pangalan.zst", mimeType: "", buffer: zstd(whole) });
    await untilDataLoaded(page);
  });

  test("a folder of one's own is read", async ({ page, context, watch }, testInfo) => {
    await withoutOwnHost(context, watch);
    const folder = testInfo.outputPath("sea-helm");
    cpSync(officialFolder, folder, { recursive: true, dereference: true });
    await open(page, "suites/");
    await page.getByText("Use files of your own").click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a folder" }).first().click();
    await (await chooser).setFiles(folder);
    await untilDataLoaded(page);
    await expect(await stateOf(page, sentiment)).toHaveText("loaded from your files");
  });

  test("the zip of the repository is read, and kept", async ({ page, context, watch }) => {
    await withoutOwnHost(context, watch);
    const files = Object.fromEntries(
      officialFiles.map((file) => [`SEA-HELM-main/${file.path}`, readFileSync(officialPath(file))]),
    );
    const buffer = zip({ "SEA-HELM-main/README.md": "# SEA-HELM", ...files });
    await open(page, "suites/");
    await page.getByText("Use files of your own").click();
    await upload(page, { name: "SEA-HELM-main.zip", mimeType: "application/zip", buffer });
    await untilDataLoaded(page);
    await page.reload();
    await untilDataLoaded(page);
    await expect(await stateOf(page, sentiment)).toHaveText("loaded from this browser");
  });

  test("a record opens in another browser, and gives the same numbers", async ({ page, mock, browser, baseURL, context }) => {
    mock.answer = answerByPrompt;
    await fillNewRun(page, { address: mock.url, tasks: ["QA", "AS", "CR"], rows: 50, atOnce: 16 });
    await start(page);
    await untilFinished(page);
    await toResult(page);
    await choosePolicy(page, "parity");
    const here = await readScores(page);
    const record = await download(page, "Record (JSON)");

    // First where the official rows are not: the right answers in the record do.
    const elsewhere = await browser.newContext({ baseURL });
    const other = await elsewhere.newPage();
    await other.route("**/data/official/**", (route) => route.fulfill({ status: 404, body: "" }));
    await open(other, "score/");
    await upload(other, { name: record.name, mimeType: "application/json", buffer: Buffer.from(record.text) });
    await choosePolicy(other, "parity");
    expect(await readScores(other)).toEqual(here);
    // Then where they are.
    await other.unrouteAll();
    await other.reload();
    await choosePolicy(other, "parity");
    expect(await readScores(other)).toEqual(here);
    await elsewhere.close();
  });
});

test("without network or rows the page says where to get them", async ({ page, context, watch }) => {
  watch.expect(/ERR_FAILED/, /request to another host/);
  await context.route("**/data/official/**", (route) => route.abort());
  await context.route(`${upstream}**`, (route) => route.abort());
  await open(page, "suites/");
  await page.getByRole("button", { name: "Load the official rows" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "18 files could not be loaded" });
  await expect(notice).toContainText("Check the connection and try again.");
  await expect(notice.getByRole("link", { name: "Download the repository (zip)" })).toHaveAttribute(
    "href",
    /360c7cc26166487b818bf617b4342c5674e67207\.zip$/,
  );
  await expect(await stateOf(page, sentiment)).toContainText("SEA-HELM, GitHub: could not be reached: offline, or blocked");
});
