// Starts the worker's program, as a module worker.
//
// A worker takes its messages from the moment its script has run, and the program comes later.
// What arrives in between is kept and given to the program in order, so the page need not wait.
// A start that fails is thrown outside of any promise: only then does the page get an `error` event.
//
// The folder is named by its content in the build.
import start from "./worker/worker.js";

const early = [];
const keep = (event) => early.push(event);
addEventListener("message", keep);

start().then(
  () => {
    removeEventListener("message", keep);
    for (const { data, ports } of early) {
      dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
    }
  },
  (error) =>
    setTimeout(() => {
      throw error;
    }),
);
