// A server of any wire format that plays recorded pairs back: the answer to every prompt, and the
// list of models. It allows only the headers that are in the recording, and says what came.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { repository } from "./official.mjs";

const pair = (format, name) => JSON.parse(readFileSync(join(repository, "tests/pairs", format, `${name}.json`), "utf8"));

/** Completions share the list of OpenAI's chat, which has no recording of its own. */
function listed(format) {
  const isRecorded = existsSync(join(repository, "tests/pairs", format, "models.json"));
  return isRecorded ? pair(format, "models").exchanges.at(-1).response.body : { data: [{ id: "modelo-1" }] };
}

/** Starts it. `base` is the address to type, `path` where prompts go for model `modelo-1`. */
export async function startRecorded(format) {
  const { base, exchanges, reads } = pair(format, "answer");
  const { request, response } = exchanges[0];
  const models = format.startsWith("azure") ? null : listed(format);
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
