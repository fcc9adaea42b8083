// What every benchmark needs: promises kept or broken, and a fresh tab that notes its long tasks.
import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { open, untilDataLoaded } from "../../tests/e2e/support/page.mjs";

/** Prints a promise with its figure; a broken one fails the benchmark at its end. */
export function promise(name, isKept, figure) {
  console.log(`${isKept ? "kept  " : "BROKEN"}  ${name}: ${figure}`);
  if (!isKept) process.exitCode = 1;
}

/** Prints a figure that nothing is promised about. */
export const note = (text) => console.log(`        ${text}`);

/** Prints how busy the machine is with other things: more than its cores, and all times are too long. */
export const noteLoad = () => note(`load of this machine: ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`);

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
export const percent = (share) => `${(share * 100).toFixed(0)} %`;

/** A fresh tab with the official rows in it, whose tasks of over 50 ms are noted; its clock can be ours. */
export async function freshTab(site, { withClock = false, ...options } = {}) {
  const context = await site.browser.newContext({ baseURL: site.baseURL, ...options });
  await context.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration });
    }).observe({ type: "longtask" });
  });
  const page = await context.newPage();
  if (withClock) await page.clock.install();
  await open(page, "suites/");
  await untilDataLoaded(page);
  return { page, context };
}

/** Requests a second that the mock has seen. */
export function rate({ requests }) {
  const times = requests.map(({ at }) => at);
  return ((times.length - 1) / (times.at(-1) - times[0])) * 1000;
}

/** Memory that belongs to a process alone, in bytes: what would be free without it. */
function ownBytes(pid) {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const lines = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)];
  return lines.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}

/** The largest tab process of the browser: program, worker, texts, and what the browser adds. `session` is the browser's. */
export async function tabBytes(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const tabs = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(
    ...tabs.map(({ id }) => {
      try {
        return ownBytes(id);
      } catch {
        return 0; // it ended meanwhile
      }
    }),
  );
}
