// A browser that no tool watches while it works. Whoever steers a browser has it report every request with the
// stack of its caller, and for a page of WebAssembly that report takes longer than all the page does itself.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chrome, freePort, switches } from "../../tests/e2e/support/site.mjs";

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

/** From a wish to its beginning; the tool is gone by then. */
const laterMillis = 1_500;

/** A fresh browser with one tab. `visit` lets a tool look at it, and leave again. */
export async function startUnwatched(more = []) {
  const folder = await mkdtemp(join(tmpdir(), "sukat-browser-"));
  const port = await freePort();
  const own = ["--headless=new", "--no-sandbox", "--no-first-run", "--window-size=1280,900", "--disable-background-networking"];
  // No window is in front, and the one there is shall not rest for it.
  const awake = ["--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding"];
  const args = [...own, ...awake, ...switches, ...more, `--user-data-dir=${folder}`, `--remote-debugging-port=${port}`, "about:blank"];
  const browser = spawn(chrome, args, { stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${address}/json/version`).catch(() => null))) await pause(50);
  const visit = async (work) => {
    const tool = await chromium.connectOverCDP(address);
    try {
      return await work(tool.contexts()[0].pages()[0]);
    } finally {
      await tool.close();
    }
  };
  const close = async () => {
    const isOver = new Promise((resolve) => browser.once("exit", resolve));
    browser.kill();
    await isOver;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { visit, close };
}

/** Has an element clicked when the tool is gone. */
export const clickLater = (element) =>
  element.evaluate((element, millis) => void setTimeout(() => element.click(), millis), laterMillis);

/** Has a loop of nothing but fetches begin when the tool is gone. */
export const fetchLater = (page, { url, bodies, atOnce }) =>
  page.evaluate(
    ({ url, bodies, atOnce, laterMillis }) => {
      const headers = { "content-type": "application/json" };
      let next = 0;
      const worker = async () => {
        while (next < bodies.length) {
          const response = await fetch(url, { method: "POST", headers, body: bodies[next++] });
          await response.json();
        }
      };
      setTimeout(() => Array.from({ length: atOnce }, worker), laterMillis);
    },
    { url: `${url}/chat/completions`, bodies, atOnce, laterMillis },
  );

/** Waits until a mock has answered so many requests. */
export async function untilAnswered(mock, nRequests, timeoutMillis = 300_000) {
  const began = performance.now();
  while (mock.requests.length < nRequests || !mock.requests.every(({ isAnswered }) => isAnswered)) {
    if (performance.now() - began > timeoutMillis) throw new Error(`${mock.requests.length} of ${nRequests} requests came`);
    await pause(250);
  }
}
