// Starts the page's program. A file, so that the policy needs no inline script.
//
// The names of the other files change with their content; the build writes them into attributes of
// this script's tag: the program (data-js, data-wasm), the worker's script (data-worker), and the
// parts of both that are fetched when they are first needed (data-parts). What the program needs to know about its place goes onto <html>:
//
//   data-base     path of the app's root, ending in "/": "/" or "/sub/app/"
//   data-worker   absolute address of the worker's script: start it as a module,
//                 new Worker(address, { type: "module" })
//   data-state    "starting" in the file; gone once the program runs; "failed" when it could not
//
// This file lies in the app's root, whichever route was loaded, so its own address is the root's.
const tag = document.querySelector("script[data-wasm]");
const page = document.documentElement;

page.dataset.base = new URL(".", import.meta.url).pathname;
page.dataset.worker = new URL(tag.dataset.worker, document.baseURI).href;

// The address changes with every page, and with it what "./icons" would mean.
for (const link of document.querySelectorAll("link[rel=icon], link[rel=manifest]")) {
  link.href = link.href;
}

// The remembered colours, before the program is here to read them.
try {
  const theme = localStorage.getItem("sukat-theme");
  if (theme === "light" || theme === "dark") page.dataset.theme = theme;
} catch {
  // No storage: the system's colours.
}

const advice = {
  en: "Sukat could not start. Please reload; if that does not help, try a current browser.",
  fil: "Hindi nasimulan ang Sukat. Paki-reload; kung hindi umubra, subukan ang bagong browser.",
};

/** Says in the page that the start failed: the program cannot, it is not there. */
function say(error) {
  page.dataset.state = "failed";
  const status = document.querySelector("#first-paint [role=status]");
  if (!status) return;
  status.replaceChildren(
    ...Object.entries(advice).map(([lang, text]) => {
      const line = document.createElement("span");
      line.lang = lang;
      line.textContent = `${text} `;
      return line;
    }),
    document.createTextNode(`(${error?.message ?? error})`),
  );
}

/** Fills the browser's cache with what other pages need, one file after another, unless the user
 *  saves data: going on works at once then, and without a network. */
async function fetchParts() {
  if (navigator.connection?.saveData || !navigator.onLine) return;
  for (const path of tag.dataset.parts.split(" ").filter(Boolean)) {
    const response = await fetch(new URL(path, import.meta.url), { priority: "low" }).catch(() => null);
    if (!response?.ok) return;
    await response.arrayBuffer();
  }
}

try {
  const program = await import(new URL(tag.dataset.js, document.baseURI).href);
  await program.default({ module_or_path: new URL(tag.dataset.wasm, document.baseURI) });
  // The program has drawn the page; what stood in for it goes, before the browser paints again.
  document.querySelector("#first-paint")?.remove();
  delete page.dataset.state;
  setTimeout(fetchParts, 3000);
} catch (error) {
  say(error);
  throw error;
}
