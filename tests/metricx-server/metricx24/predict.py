"""Stands in for the official tool: as much of it as the server touches, with an error that can be
worked out by hand: the characters that the model would see, the end token not among them, by ten."""

from contextlib import nullcontext
from types import SimpleNamespace as Space


class Tensor(list):
    pass


class Tokenizer:
    @staticmethod
    def from_pretrained(name):
        assert name == "google/mt5-xl", name
        return Tokenizer()

    def __call__(self, text, max_length, truncation, padding):
        assert truncation and not padding
        return {"input_ids": ([ord(c) for c in text] + [1])[:max_length]}


class Model:
    @staticmethod
    def from_pretrained(name):
        assert name == "google/metricx-24-hybrid-xxl-v2p6-bfloat16", name
        return Model()

    def to(self, device):
        return self

    def eval(self):
        return self

    def __call__(self, input_ids, attention_mask):
        assert len(input_ids[0]) == len(attention_mask[0])
        return Space(predictions=[len(input_ids[0]) / 10])


torch = Space(
    cuda=Space(is_available=lambda: False),
    device=str,
    tensor=lambda rows, device: Tensor(rows),
    ones_like=lambda rows: Tensor([[1] * len(row) for row in rows]),
    no_grad=nullcontext,
)
transformers = Space(AutoTokenizer=Tokenizer)
models = Space(MT5ForRegression=Model)
