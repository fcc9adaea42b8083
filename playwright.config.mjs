// The built page in a real browser. `./dev test e2e` builds, finds the browser, and names a free
// port and the folder whose sub/app/ is dist/.
import { defineConfig } from "@playwright/test";

const { CHROME, SUKAT_REAL_MODEL, SUKAT_HOST_ROOT = ".sukat/host", SUKAT_PORT = "8180" } = process.env;
const address = `http://127.0.0.1:${SUKAT_PORT}/sub/app/`;

export default defineConfig({
  testDir: "tests/e2e",
  // It needs a server with a model, which only `./dev test --real-model` starts.
  testIgnore: SUKAT_REAL_MODEL ? [] : "**/real-model.spec.mjs",
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  // Machines that build at the same time are slow; a test that fails must fail for another reason.
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    baseURL: address,
    actionTimeout: 60_000,
    // Pictures and snapshots would double the time; `--trace on` makes them for a test in question.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: CHROME || "/usr/bin/chromium",
      args: [
        "--disable-gpu",
        "--disable-dev-shm-usage",
        // No other machine can be reached, whatever a page tries.
        "--no-proxy-server",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ],
    },
  },
  webServer: {
    command: `http-server "${SUKAT_HOST_ROOT}" -a 127.0.0.1 -p ${SUKAT_PORT} -c-1 --silent`,
    url: address,
    reuseExistingServer: false,
  },
});
