// A browser whose process can be killed, with a profile that survives it.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const args = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-proxy-server",
  "--remote-debugging-port=0",
];

/** A folder for the profile; `forget` deletes it. */
export async function newProfile() {
  const folder = await mkdtemp(join(tmpdir(), "sukat-profile-"));
  return { folder, forget: () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
}

/**
 * Starts a browser on the profile. Gives a page of it, `kill` (SIGKILL to all its processes, at
 * once), and `close` as a user closes it.
 */
export async function startBrowser(folder, more = []) {
  const portFile = join(folder, "DevToolsActivePort");
  await rm(portFile, { force: true });
  const program = process.env.CHROME ?? "/usr/bin/chromium";
  // A group of its own: the browser and all that it starts.
  const running = spawn(program, [...args, ...more, `--user-data-dir=${folder}`, "about:blank"], { detached: true, stdio: "ignore" });
  const ended = new Promise((resolve) => running.once("exit", resolve));
  const kill = async () => {
    process.kill(-running.pid, "SIGKILL");
    await ended;
  };
  try {
    const port = await portIn(portFile, running);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = browser.contexts();
    const page = context.pages()[0] ?? (await context.newPage());
    const close = async () => {
      const session = await browser.newBrowserCDPSession();
      await session.send("Browser.close").catch(() => null);
      await ended;
    };
    return { page, context, kill, close };
  } catch (error) {
    if (running.exitCode === null) await kill();
    throw error;
  }
}

/** The port that the browser has written down, once it has. */
async function portIn(file, running) {
  const until = Date.now() + 60_000;
  while (Date.now() < until && running.exitCode === null) {
    const [port] = (await readFile(file, "utf8").catch(() => "")).split("\n");
    if (port) return port;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the browser did not say where to reach it");
}
