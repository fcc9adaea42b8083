// A scoring server that does as it is told, in the place of tools/metricx-server.
import { createServer } from "node:http";

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, authorization",
  "access-control-allow-methods": "POST, OPTIONS",
};

/**
 * `scoring.predict` gives a row's error, `scoring.next` what happens to the coming requests: a status,
 * "hang" or "reset", one each; after these all is well. `scoring.requests` are those that came.
 */
export async function startScoring() {
  const scoring = { requests: [], next: [], predict: () => 2.5, needsKey: null };
  const server = createServer((request, response) => {
    if (request.method === "OPTIONS") return response.writeHead(204, cors).end();
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString("utf8");
      const { authorization, "content-type": contentType } = request.headers;
      const rows = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
      scoring.requests.push({ url: request.url, authorization, contentType, rows });
      const fate = scoring.next.shift() ?? 200;
      if (fate === "hang") return;
      if (fate === "reset") return request.socket.destroy();
      const isWrongKey = scoring.needsKey && authorization !== `Bearer ${scoring.needsKey}`;
      const status = isWrongKey ? 401 : fate;
      response.writeHead(status, { ...cors, "content-type": "application/x-ndjson" });
      if (status !== 200) return response.end(JSON.stringify({ error: { message: "ayaw" } }));
      response.end(rows.map((row) => `${JSON.stringify({ ...row, prediction: scoring.predict(row) })}\n`).join(""));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  scoring.origin = `http://127.0.0.1:${server.address().port}`;
  scoring.url = `${scoring.origin}/score`;
  scoring.close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return scoring;
}

/** What the official tool makes of a file: the same lines, `prediction` last. */
export function predicted(text, errorOf) {
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  return lines.map((line, idx) => `${JSON.stringify({ ...line, prediction: errorOf(idx) })}\n`).join("");
}
