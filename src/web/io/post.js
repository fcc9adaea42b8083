// One POST: out, back, and given up when it takes too long. Called for every row of a run.
//
// No Rust, for two reasons. A browser notes for every fetch where in the program it was called, and inside
// WebAssembly finding that place takes Chromium longer than all that we do for a row. And each step between
// WebAssembly and the browser costs: here there are two, where an answer read in Rust takes thirty.

export class Post {
  #abort = new AbortController();

  /** `headers`: names and values by turns. `patience`: milliseconds. */
  constructor(url, headers, body, patience) {
    this.answer = this.#send(url, headers, body, patience);
  }

  /** Status, headers ("name: value", a line each; names in lower case), body. */
  async #send(url, headers, body, patience) {
    const names = [];
    for (let at = 0; at < headers.length; at += 2) names.push([headers[at], headers[at + 1]]);
    const timer = setTimeout(() => this.#abort.abort(new DOMException("", "TimeoutError")), patience);
    await null; // nothing of WebAssembly is left on the stack
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: names,
        body,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        signal: this.#abort.signal,
      });
      const text = await response.text();
      return [String(response.status), Array.from(response.headers, (pair) => pair.join(": ")).join("\n"), text];
    } finally {
      clearTimeout(timer);
    }
  }

  abort() {
    this.#abort.abort();
  }
}
