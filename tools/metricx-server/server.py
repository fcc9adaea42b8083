"""Scores translations with MetricX-24 for a page: JSON Lines in, the same lines with `prediction` out.

Standard library, and the module `metricx24` of github.com/google-research/metricx.
"""

import argparse
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from metricx24 import predict as tool

PARTS = (("source", "source: "), ("hypothesis", " candidate: "), ("reference", " reference: "))


def load(tokenizer, model):
    """Loads the model as the official tool does; gives the function that scores a row."""
    torch, cut = tool.torch, {"max_length": 1536, "truncation": True, "padding": False}
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tokenizer = tool.transformers.AutoTokenizer.from_pretrained(tokenizer)
    model = tool.models.MT5ForRegression.from_pretrained(model).to(device).eval()

    def score(row):
        text = "".join(before + row[name] for name, before in PARTS)
        # One row at a time, without the end token, as `--batch_size 1` has it.
        ids = torch.tensor([tokenizer(text, **cut)["input_ids"][:-1]], device=device)
        with torch.no_grad():
            return float(model(input_ids=ids, attention_mask=torch.ones_like(ids)).predictions[0])

    return score


class Handler(BaseHTTPRequestHandler):
    score, key = None, None

    def answer(self, status, text=""):
        body = text.encode()
        self.send_response(status)
        self.send_header("access-control-allow-origin", "*")
        self.send_header("access-control-allow-headers", "content-type, authorization")
        self.send_header("access-control-allow-methods", "POST, OPTIONS")
        self.send_header("access-control-allow-private-network", "true")
        self.send_header("content-type", "application/x-ndjson; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_OPTIONS(self):
        self.answer(204)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.key and self.headers.get("authorization") != f"Bearer {self.key}":
            return self.answer(401, json.dumps({"error": "wrong key"}))
        try:
            rows = [json.loads(line) for line in body.decode().split("\n") if line.strip()]
            lines = [json.dumps({**row, "prediction": type(self).score(row)}) + "\n" for row in rows]
        except (ValueError, KeyError, TypeError) as error:
            return self.answer(400, json.dumps({"error": f"not rows to score: {error!r}"}))
        self.answer(200, "".join(lines))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="google/metricx-24-hybrid-xxl-v2p6-bfloat16")
    parser.add_argument("--tokenizer", default="google/mt5-xl")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8024)
    args = parser.parse_args()
    # Not on the command line, where everybody on the machine could read it.
    Handler.score, Handler.key = load(args.tokenizer, args.model), os.environ.get("METRICX_KEY")
    # A browser opens connections ahead; one thread would wait at such a one.
    server = ThreadingHTTPServer((args.host, args.port), Handler)
    print(f"http://{args.host}:{server.server_port}/score", flush=True)
    server.serve_forever()
