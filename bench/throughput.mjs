// How fast a run is beside a bare loop of fetches, over HTTP/1.1 and over HTTP/2:
//
//   ./dev bench throughput
//
// A run asks at least 90 % of the rows a second that nothing but fetches in the same tab would, with 6
// requests at once over HTTP/1.1 (a browser opens no more) and with 64 over HTTP/2. No tool watches the browser
// meanwhile: what it has to report to one is far more for a page of WebAssembly than for a bare loop.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMock } from "../tests/e2e/mock.mjs";
import { answerByPrompt } from "../tests/e2e/support/answers.mjs";
import { noOfficialRows, suite } from "../tests/e2e/support/official.mjs";
import { fillNewRun, startButton, untilDataLoaded, untilFinished } from "../tests/e2e/support/page.mjs";
import { serveSite } from "../tests/e2e/support/site.mjs";
import { median, note, noteLoad, percent, promise, rate } from "./support/measure.mjs";
import { clickLater, fetchLater, startUnwatched, untilAnswered } from "./support/unwatched.mjs";

const nRounds = 3;
const latencyMillis = 20;
const share = 0.9;
const ways = [
  { name: "HTTP/1.1, 6 at once", atOnce: 6, isHttp2: false },
  { name: "HTTP/2, 64 at once", atOnce: 64, isHttp2: true },
];

if (noOfficialRows) {
  console.error(`bench: ${noOfficialRows}`);
  process.exit(1);
}

/** A certificate for this machine and this hour, which nobody else needs to trust. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), "sukat-tls-"));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-keyout", key, "-out", cert, ...subject],
    { stdio: "ignore" },
  );
  const tls = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return tls;
}

const nRows = suite.tasks.reduce((sum, { test_file }) => sum + test_file.rows, 0);
const site = await serveSite();
try {
  for (const way of ways) await measure(way);
} finally {
  site.close();
}

async function measure({ name, atOnce, isHttp2 }) {
  console.log(`\n${name}, ${latencyMillis} ms latency, all official rows`);
  const shares = [];
  for (let round = 0; round < nRounds; round += 1) {
    const mock = await startMock({ answer: answerByPrompt, latencyMillis, tls: isHttp2 ? certificate() : null });
    const { visit, close } = await startUnwatched(["--ignore-certificate-errors"]);
    await visit(async (page) => {
      await page.goto(new URL("suites/", site.baseURL).href);
      await untilDataLoaded(page);
      await page.goto(new URL("new/", site.baseURL).href);
      await page.locator("html:not([data-state])").waitFor({ state: "attached" });
      await fillNewRun(page, { address: mock.url, rows: "All", atOnce });
      await clickLater(startButton(page));
    });
    await untilAnswered(mock, nRows);
    const ours = rate(mock);
    const most = mock.mostAtOnce;
    const version = mock.requests[0].httpVersion;
    const bodies = mock.requests.map(({ body }) => JSON.stringify(body));
    await visit(async (page) => {
      await untilFinished(page);
      mock.requests.length = 0;
      mock.mostAtOnce = 0;
      await fetchLater(page, { url: mock.url, bodies, atOnce });
    });
    await untilAnswered(mock, nRows);
    const bare = rate(mock);
    shares.push(ours / bare);
    note(
      `HTTP/${version}: ${ours.toFixed(0)} rows a second, ${most} at once at most; bare fetches ${bare.toFixed(0)},` +
        ` ${mock.mostAtOnce} at once; ${percent(ours / bare)}`,
    );
    await close();
    await mock.close();
  }
  noteLoad();
  promise("share of bare fetches", median(shares) >= share, `${percent(median(shares))} (at least ${percent(share)})`);
}
