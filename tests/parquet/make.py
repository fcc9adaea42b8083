"""Makes the Parquet files in this folder, and their rows as JSON Lines beside them, as pyarrow reads
them; `answers_*` and `numbers_*` each hold the same rows. Made with pyarrow 26.0.1:  pip install pyarrow && python make.py"""

import decimal
import json
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).parent
REPLIES = ["Sagot: Positibo", "Sagot: Negatibo\n“ñ”", None, ""]


def plain(value):
    """A value as JSON has it; bytes that are no text are counted."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return {"bytes": len(value)}
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        if value and all(isinstance(pair, tuple) for pair in value):
            return {str(key): plain(inner) for key, inner in value}
        return [plain(inner) for inner in value]
    return None if value != value else value


def write(name, table, rows_name=None, **how):
    pq.write_table(table, HERE / f"{name}.parquet", **how)
    left_out = ("input_tokens", "output_tokens", "cont_tokens")

    def without(value):
        if isinstance(value, dict):
            return {name: without(inner) for name, inner in value.items() if name not in left_out}
        return value

    rows = [without(plain(row)) for row in table.to_pylist()]
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    (HERE / f"{rows_name or name}.jsonl").write_text("".join(lines))


answers = pa.table(
    {
        "task": pa.array(["SA"] * 4),
        "id": pa.array([1, 2, 3, 4], pa.int64()),
        "prediction": pa.array(REPLIES),
        "score": pa.array([0.5, None, float("nan"), 1e300]),
        "model": pa.array(["modelo"] * 4).dictionary_encode(),
    }
)
for codec in ["snappy", "gzip", "zstd", "none", "brotli", "lz4"]:
    write(f"answers_{codec}", answers, "answers", compression=codec)

many = 130
numbers = pa.table(
    {
        "id": pa.array([2**53 + 1 + n for n in range(many)], pa.int64()),
        "unsigned": pa.array([2**64 - 1 - n for n in range(many)], pa.uint64()),
        "small": pa.array([2**32 - 1 - n for n in range(many)], pa.uint32()),
        "jumps": pa.array([(-1) ** n * n * n * 7919 for n in range(many)], pa.int32()),
        "is_right": pa.array([n % 3 == 0 if n % 7 else None for n in range(many)]),
        "text": pa.array([f"sagot {n // 3}" for n in range(many)]),
        "single": pa.array([n / 4 for n in range(many)], pa.float32()),
    }
)
# Small pages and row groups, so that there are several of each.
small = {"row_group_size": 50, "data_page_size": 256, "write_batch_size": 32}
write("numbers_v1", numbers, "numbers", compression="zstd", **small)
write(
    "numbers_v2",
    numbers,
    "numbers",
    compression="snappy",
    data_page_version="2.0",
    use_dictionary=False,
    column_encoding={
        "id": "DELTA_BINARY_PACKED",
        "unsigned": "PLAIN",
        "small": "DELTA_BINARY_PACKED",
        "jumps": "DELTA_BINARY_PACKED",
        "is_right": "RLE",
        "text": "DELTA_BYTE_ARRAY",
        "single": "BYTE_STREAM_SPLIT",
    },
    **small,
)

nested = pa.table(
    {
        "lists": pa.array([[["a"], []], [], None, [None, ["b", None]]], pa.list_(pa.list_(pa.string()))),
        "structs": pa.array([{"x": 1, "y": ["p"]}, None, {"x": None, "y": None}, {"x": 2, "y": []}]),
        "items": pa.array([[{"k": "a"}, {"k": None}], None, [], [None]]),
        "map": pa.array([[("a", 1)], [("b", None), ("c", 3)], None, [("d", 4)]], pa.map_(pa.string(), pa.int64())),
        "bytes": pa.array([b"abc", b"\xff\xfe", None, b""]),
        "decimal": pa.array([decimal.Decimal("-1.25"), decimal.Decimal("0.50"), None, decimal.Decimal("12345.75")]),
        "lengths": pa.array(["isa", "", "dalawa", "ñ"]),
    }
)
write("nested", nested, column_encoding={"lengths": "DELTA_LENGTH_BYTE_ARRAY"}, use_dictionary=False)

old = [
    {
        "example": f"Teksto {n}",
        "full_prompt": f"Ano ang damdamin? Teksto {n}",
        "gold": ["Positibo"],
        "gold_index": [0],
        "num_asked_few_shots": 0,
        "predictions": [f"Sagot {n}"],
        "input_tokens": [[1, 2, 3]],
        "cont_tokens": [[4, 5]],
        "specifics": {"id": n},
        "metrics": {"acc": 1.0},
    }
    for n in range(1, 5)
]
write("details_old", pa.Table.from_pylist(old))
new = [
    {
        "doc": {
            "query": f"Ano ang damdamin? Teksto {n}",
            "choices": ["Negatibo", "Positibo"],
            "gold_index": [1],
            "id": str(n - 1),
            "task_name": "custom|sentiment|0",
            "specific": {"id": n},
        },
        "model_response": {
            "text": [f"Sagot {n}"],
            "input_tokens": [1, 2, 3],
            "output_tokens": [[4, 5]],
            "reasonings": [None],
            "logprobs": None,
        },
        "metric": {"acc": 1.0},
    }
    for n in range(1, 5)
]
write("details_new", pa.Table.from_pylist(new), compression="gzip")

# All of a Batayan task, question answering, as lighteval keeps a run of it. The texts are ours.
belebele = [
    {
        "doc": {
            "query": f"Tanong {n}",
            "choices": ["A", "B", "C", "D"],
            "gold_index": [],
            "id": str(n),
            "task_name": "custom|qa|0",
            "specific": {"id": str(n)},
        },
        "model_response": {
            "text": [f"Sagot: {'ABCD'[n * n % 4]}" if n % 9 else "Hindi ko alam."],
            "input_tokens": [1, 2, 3],
            "output_tokens": [[4, 5]],
            "reasonings": [None],
            "logprobs": None,
        },
        "metric": {"acc": 0.0},
    }
    for n in range(100)
]
write("details_qa", pa.Table.from_pylist(belebele), compression="zstd")

# A text that is no UTF-8, in a column of texts and in a list of them.
damaged = pa.array([b"Sagot: Positibo", b"ni\xf1o", b"Sagot: Negatibo", None], pa.binary()).view(pa.string())
notes = pa.array([b"isa", b"dalawa", b"\xff\xfe", b"apat"], pa.binary()).view(pa.string())
damaged = pa.table({"id": pa.array([1, 2, 3, 4]), "prediction": damaged, "reasoning": notes})
pq.write_table(damaged, HERE / "damaged_text.parquet")
one = pa.table({"bilang": pa.array([1]), "sagot": pa.array(["Positibo"])})
pq.write_table(one, HERE / "one_row.parquet")


# Small files that claim to be large.
text = pa.DictionaryArray.from_arrays(pa.array([0] * 100_000, pa.int8()), pa.array(["a" * 100_000]))
bombs = {
    "rows": pa.table({"id": pa.array([7]).take(pa.array([0] * 2_000_001, pa.int32()))}),
    "list": pa.table({"x": pa.ListArray.from_arrays([0, 20_000_000], pa.nulls(20_000_000, pa.int8()).fill_null(0))}),
    "text": pa.table({"text": text}),
}
for name, table in bombs.items():
    pq.write_table(table, HERE / f"bomb_{name}.parquet", compression="zstd", row_group_size=10_000_000)
