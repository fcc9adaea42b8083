// A `LanguageModel` (the Prompt API of some browsers) that does as it is told. It keeps to what the
// page must know of the real one: sessions are copied, aborted and destroyed, a download wants a
// press of the user, and only some browsers take a temperature.

/**
 * Puts one into every document of `page`. What it was asked is at `globalThis.fake` there:
 * `prompts` with their messages and the session's options, `nSessions` ever opened, `nOpen` now,
 * `mostAtOnce`, `nAborted`; `letGo()` ends what is held, `tell(ratio)` is progress of a download.
 *
 * `reply` is what it says; `availability` what it says of itself; `isHeld` holds a download until
 * `letGo`; `nAnswered` prompts are answered, the others held; `tooLong` are numbers of prompts that
 * do not fit; from prompt `notAllowedFrom` on it is not given any more; `refusal` is the exception of
 * every session; `params` are those of a browser that takes a temperature.
 */
export async function fakeLanguageModel(page, settings = {}) {
  await page.addInitScript((settings) => {
    const { reply = "Sagot: Positibo", isHeld = false, nAnswered = Infinity, tooLong = [], refusal, params } = settings;
    let availability = settings.availability ?? "available";
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    let monitor = null;
    const fake = {
      prompts: [],
      nSessions: 0,
      nOpen: 0,
      nBusy: 0,
      mostAtOnce: 0,
      nAborted: 0,
      notAllowedFrom: settings.notAllowedFrom ?? Infinity,
      letGo: () => letGo(),
      tell: (loaded) => monitor.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded, total: 1 })),
    };
    globalThis.fake = fake;
    const exception = (name) => new DOMException("ayaw ng browser", name);

    /** Waits, unless it is aborted. */
    const waited = (promise, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => {
          fake.nAborted += 1;
          reject(exception("AbortError"));
        };
        if (signal?.aborted) return abort();
        signal?.addEventListener("abort", abort, { once: true });
        promise.then((value) => {
          signal?.removeEventListener("abort", abort);
          resolve(value);
        }, reject);
      });

    class LanguageModel {
      #options;
      #isOpen = true;
      /** As in browsers, `signal` ends what was made with it, even later. */
      constructor(options, signal) {
        this.#options = options;
        signal?.addEventListener("abort", () => this.destroy());
        fake.nSessions += 1;
        fake.nOpen += 1;
      }
      static async availability() {
        return availability;
      }
      static async create({ signal, monitor: watch, ...options } = {}) {
        if (refusal) throw exception(refusal);
        if (("temperature" in options) !== ("topK" in options)) throw exception("NotSupportedError");
        if (availability === "unavailable") throw exception("NotSupportedError");
        if (availability !== "available") {
          if (!navigator.userActivation.isActive) throw exception("NotAllowedError");
          monitor = new EventTarget();
          watch?.(monitor);
          if (isHeld) await waited(held, signal);
          availability = "available";
        }
        return new LanguageModel(options, signal);
      }
      async clone({ signal } = {}) {
        if (!this.#isOpen) throw exception("InvalidStateError");
        return new LanguageModel(this.#options, signal);
      }
      async prompt(messages, { signal } = {}) {
        if (!this.#isOpen) throw exception("InvalidStateError");
        const idx = fake.prompts.push({ messages, options: this.#options }) - 1;
        if (idx >= fake.notAllowedFrom) throw exception("NotAllowedError");
        if (tooLong.includes(idx)) throw exception("QuotaExceededError");
        fake.nBusy += 1;
        fake.mostAtOnce = Math.max(fake.mostAtOnce, fake.nBusy);
        try {
          await waited(idx >= nAnswered ? held : Promise.resolve(), signal);
          return reply;
        } finally {
          fake.nBusy -= 1;
        }
      }
      destroy() {
        if (this.#isOpen) fake.nOpen -= 1;
        this.#isOpen = false;
      }
    }
    if (params) LanguageModel.params = async () => params;
    globalThis.LanguageModel = LanguageModel;
  }, settings);
}

/** Takes the browser's own away. */
export const withoutLanguageModel = (page) => page.addInitScript(() => delete globalThis.LanguageModel);
