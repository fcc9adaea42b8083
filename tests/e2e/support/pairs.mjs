// A server of any wire format that plays recorded pairs back: the answer to every prompt, and the
// list of models. It allows only the headers that are in the recording, and says what came.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { repository } from "./official.mjs";

const pair = (format, name) => JSON.parse(readFileSync(join(repository, "tests/pairs", format, `${name}.json`), "utf8"));

/** Starts it. `base` is the address to type, `path` where prompts go for model `modelo-1`. */
export async function startRecorded(format) {
  const { base, exchanges, reads } = pair(format, format === "openai-completions" ? "answer-v1" : "answer");
  const { request, response } = exchanges[0];
  const models = format.startsWith("azure") ? null : pair(format, "models").exchanges.at(-1).response.body;
  const headers = Object.keys(request.headers);
  const cors = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": headers.join(", "),
    "content-type": "application/json",
  };
  const requests = [];
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.method === "OPTIONS") return outgoing.writeHead(204, cors).end();
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (incoming.method === "GET") {
      return outgoing.writeHead(models ? 200 : 404, cors).end(JSON.stringify(models ?? {}));
    }
    requests.push({ path: incoming.url, headers: incoming.headers, body: JSON.parse(Buffer.concat(chunks)) });
    outgoing.writeHead(response.status, cors).end(JSON.stringify(response.body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    base: base.replace(new URL(base).origin, origin),
    headers: headers.filter((name) => name !== "content-type"),
    fields: Object.keys(request.body),
    text: reads.text,
    requests,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}
