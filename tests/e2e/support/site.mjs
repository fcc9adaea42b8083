// dist/ on a server of its own, and a browser: for scripts that are no tests.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { officialFolder, repository } from "./official.mjs";

/** A port that nobody listens on. */
export async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Serves dist/, the official rows beside it where this machine has them. */
export async function serveSite() {
  const dist = join(repository, "dist");
  if (!existsSync(join(dist, "404.html"))) throw new Error("there is no dist/: run ./dev build first");
  if (existsSync(officialFolder) && !existsSync(join(dist, "data/official"))) {
    await mkdir(join(dist, "data"), { recursive: true });
    await symlink(officialFolder, join(dist, "data/official"));
  }
  const baseURL = `http://127.0.0.1:${await freePort()}/`;
  const port = new URL(baseURL).port;
  const program = join(repository, "node_modules/.bin/http-server");
  const server = spawn(program, [dist, "-a", "127.0.0.1", "-p", port, "-c-1", "--silent"], { stdio: "ignore" });
  while (!(await fetch(baseURL).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 50));
  return { baseURL, close: () => server.kill() };
}

export const chrome = process.env.CHROME ?? "/usr/bin/chromium";
export const switches = ["--disable-gpu", "--disable-dev-shm-usage"];

/** The site and a browser. */
export async function startSite() {
  const { baseURL, close: stop } = await serveSite();
  const browser = await chromium.launch({ executablePath: chrome, args: switches });
  const close = async () => {
    await browser.close();
    stop();
  };
  return { baseURL, browser, close };
}
