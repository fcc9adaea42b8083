// What every browser test starts from: a page that is watched, and a mock endpoint.
import { test as base, expect } from "@playwright/test";
import { startMock } from "./mock.mjs";

export { expect };

/** The routes that can be loaded; "" is the start page. `./dev` writes a page for each. */
export const routes = ["", "suites/", "task/", "new/", "run/", "result/", "compare/", "score/", "board/", "help/"];

export const test = base.extend({
  /**
   * Fails a test in which anything went wrong that nobody expected: an error in the console, an
   * exception, a breach of the page's policy, a request to a host other than this machine.
   * `watch.expect(/…/)` names what a test provokes.
   */
  watch: [
    async ({ context, baseURL }, use) => {
      const expected = [];
      const seen = [];
      const local = new URL(baseURL).hostname;
      const isForeign = ({ protocol, hostname }) => /^https?:$/.test(protocol) && hostname !== local;

      context.on("console", (message) => {
        if (message.type() === "error") seen.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => seen.push(`exception: ${error.error()}`));
      await context.addInitScript(() => {
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
          console.error(`policy: ${violatedDirective} stopped ${blockedURI}`),
        );
      });
      // Seen, not routed: once anything is routed, Playwright answers preflights in the server's place.
      // Other hosts cannot be reached: see the browser's arguments.
      context.on("request", (request) => {
        if (isForeign(new URL(request.url()))) seen.push(`request to another host: ${request.url()}`);
      });

      await use({ expect: (...patterns) => expected.push(...patterns) });

      const unexpected = seen.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(unexpected, "what went wrong while nobody looked").toEqual([]);
    },
    { auto: true },
  ],

  /** A mock endpoint of this test's own; see mock.mjs for what can be set. */
  mock: async ({}, use) => {
    const mock = await startMock();
    await use(mock);
    await mock.close();
  },
});

/** Opens a route and waits until the program has drawn it. */
export async function open(page, route = "") {
  const response = await page.goto(`./${route}`);
  await expect(page.locator("html:not([data-state])")).toBeAttached();
  return response;
}
