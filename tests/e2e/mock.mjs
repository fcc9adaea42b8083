// An OpenAI-compatible endpoint that does as it is told, for tests and for trying things by hand:
//
//   node tests/e2e/mock.mjs --port 9000 --latency 20 --mode ok
//
// It allows exactly the headers that a strict server allows (`authorization`, `content-type`), so a
// page that sends one more fails its preflight here, as it would there.
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "600",
};
const json = { "content-type": "application/json" };

/** A reply as a chat endpoint gives it. */
function completion(body, message, finishReason) {
  const nWords = (text) => (text ?? "").split(/\s+/).filter(Boolean).length;
  const prompt = nWords((body.messages ?? []).map(({ content }) => content).join(" "));
  const written = nWords(message.content);
  return {
    id: "chatcmpl-mock",
    object: "chat.completion",
    created: 0,
    model: body.model,
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finishReason }],
    usage: { prompt_tokens: prompt, completion_tokens: written, total_tokens: prompt + written },
  };
}

const failure = (status, type, message, headers = {}) => ({
  status,
  headers: { ...cors, ...json, ...headers },
  body: JSON.stringify({ error: { message, type, code: type } }),
});

/**
 * What a mode answers to a request; `null` is no answer at all, "reset" ends the connection.
 * @type {Record<string, (request: Request) => Promise<Response | "reset" | null> | Response | "reset" | null>}
 */
const modes = {
  async ok({ body, answer, idx }) {
    const given = await answer({ body, idx, prompt: body.messages?.at(-1)?.content ?? "" });
    const { content, finishReason = "stop", message, more, headers } = typeof given === "string" ? { content: given } : given;
    return success({ ...completion(body, { content, ...message }, finishReason), ...more }, headers);
  },
  empty: ({ body }) => success(completion(body, { content: "" }, "stop")),
  truncated: ({ body }) => success(completion(body, { content: "Ang sagot ay" }, "length")),
  refuse: ({ body }) =>
    success(completion(body, { content: null, refusal: "I can't help with that." }, "stop")),
  // Some servers put the key into the message; nothing of it may be kept.
  unauthorized: ({ authorization }) =>
    failure(401, "invalid_api_key", `Incorrect API key provided: ${authorization ?? "none"}`),
  "rate-limited": () => failure(429, "rate_limit_exceeded", "Rate limit reached"),
  "rate-limited-with-header": () =>
    failure(429, "rate_limit_exceeded", "Rate limit reached", {
      "retry-after": "1",
      "access-control-expose-headers": "retry-after",
    }),
  "server-error": () => failure(500, "server_error", "The server had an error"),
  "not-found": ({ body }) => failure(404, "model_not_found", `The model '${body.model}' does not exist`),
  html: () => ({
    status: 200,
    headers: { ...cors, "content-type": "text/html" },
    body: "<!DOCTYPE html><title>Sign in</title><p>Please sign in.",
  }),
  "no-cors": (request) =>
    Promise.resolve(modes.ok(request)).then(({ status, body }) => ({ status, headers: json, body })),
  hang: () => null,
  reset: () => "reset",
  "error-in-success": () => success({ error: { message: "The server had an error", type: "server_error", code: 500 } }),
};

function success(body, headers = {}) {
  return { status: 200, headers: { ...cors, ...json, ...headers }, body: JSON.stringify(body) };
}

/**
 * Starts an endpoint on a free port of this machine.
 *
 * `mode` is a name from `modes`, or a function of the number of the chat request (from 0) and its
 * body that gives one, or an error as `{ status, type, message, headers }`, or a web page as
 * `{ html }`; `answer` gives the text of a reply, or `{ content, finishReason, message, more, headers }`, where `message` and `more` are
 * further fields of the message and of the body.
 * Both, and `latencyMillis`, can be set again on what is returned, while it runs.
 *
 * With `tls`, a key and its certificate, it speaks HTTP/2 and nothing else.
 *
 * `url` is the base URL to type into the page, `requests` all chat requests so far (each with
 * `at`, milliseconds when it came, and `isAnswered`), `nModelRequests` how often the models were
 * listed, and `mostAtOnce` the largest number of chat requests that were open together.
 * `isListSilent` leaves requests for the models without an answer. `hangUp` ends all connections; the next ones are taken.
 */
export async function startMock({
  mode = "ok",
  answer = () => "Sagot: A",
  latencyMillis = 0,
  models = ["mock-small", "mock-large"],
  port = 0,
  tls = null,
} = {}) {
  const mock = { mode, answer, latencyMillis, models, requests: [], nModelRequests: 0, mostAtOnce: 0, isListSilent: false };
  let nOpen = 0;

  const answerTo = async (request, response) => {
    const send = ({ status, headers, body }) => response.writeHead(status, headers).end(body);
    const path = new URL(request.url, "http://mock").pathname;
    if (request.method === "OPTIONS") {
      send({ status: 204, headers: mock.mode === "no-cors" ? {} : cors, body: "" });
      return;
    }
    if (path !== "/v1/models" && path !== "/v1/chat/completions") {
      send(failure(404, "not_found", `no such path: ${path}`));
      return;
    }
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // The browser was killed in the middle of it: it never came.
    }
    const { authorization } = request.headers;

    if (path === "/v1/models") {
      mock.nModelRequests += 1;
      if (mock.isListSilent) return;
      const list = { object: "list", data: mock.models.map((model) => ({ object: "model", ...(model.id ? model : { id: model }) })) };
      const named = typeof mock.mode === "string" ? mock.mode : "ok";
      const isChatOnly = ["ok", "empty", "truncated", "refuse", "not-found", "hang"].includes(named);
      send(
        isChatOnly ? success(list)
        : named === "no-cors" ? { ...success(list), headers: json }
        : modes[named]({ authorization, body: {} }),
      );
      return;
    }

    let body;
    try {
      body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    } catch {
      send(failure(400, "invalid_request_error", "the body is not JSON"));
      return;
    }
    const asked = { body, authorization, headers: request.headers, httpVersion: request.httpVersion, at: performance.now(), isAnswered: false };
    const idx = mock.requests.push(asked) - 1;
    let isGone = false;
    response.on("close", () => (isGone = true));
    response.on("finish", () => (asked.isAnswered = !isGone));
    nOpen += 1;
    mock.mostAtOnce = Math.max(mock.mostAtOnce, nOpen);
    response.on("close", () => (nOpen -= 1));
    const named = typeof mock.mode === "function" ? mock.mode(idx, body) : mock.mode;
    const reply =
      typeof named !== "object" ? await modes[named]({ body, authorization, idx, answer: mock.answer })
      : named.html ? { status: 200, headers: { ...cors, "content-type": "text/html" }, body: named.html }
      : failure(named.status, named.type, named.message, named.headers);
    if (reply === "reset") request.destroy();
    else if (reply) setTimeout(() => send(reply), mock.latencyMillis);
  };
  const server = tls ? createSecureServer(tls, answerTo) : createServer(answerTo);
  const sessions = new Set();
  server.on("session", (session) => sessions.add(session.on("close", () => sessions.delete(session))));

  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  mock.url = `${tls ? "https" : "http"}://127.0.0.1:${server.address().port}/v1`;
  mock.hangUp = () => {
    server.closeAllConnections?.();
    for (const session of sessions) session.destroy();
  };
  mock.close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      mock.hangUp();
    });
  return mock;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "9000" },
      latency: { type: "string", default: "0" },
      mode: { type: "string", default: "ok" },
      answer: { type: "string", default: "Sagot: A" },
    },
  });
  if (!(values.mode in modes)) {
    console.error(`no mode is called '${values.mode}'; there are: ${Object.keys(modes).join(", ")}`);
    process.exit(1);
  }
  const { url } = await startMock({
    port: Number(values.port),
    latencyMillis: Number(values.latency),
    mode: values.mode,
    answer: () => values.answer,
  });
  console.log(`A mock endpoint answers at ${url} (mode: ${values.mode}); Ctrl-C stops it`);
}
