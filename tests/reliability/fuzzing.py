"""Good files spoilt: what is drawn is how, down to the byte, so that hypothesis can find the smallest way."""

import csv
import gzip
import io
import json
import re
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

DEEP = 10_000


def examples(number: int) -> settings:
    """The same ones in each run. They are not shrunk: a file of a few rows is soon read, and minutes are soon spent."""
    return settings(
        max_examples=number, database=None, derandomize=True, phases=[Phase.generate],
        report_multiple_bugs=False, suppress_health_check=list(HealthCheck),
    )  # fmt: skip


# Raw JSON, since some of it is none.
HOSTILE_JSON = [
    "null", "true", "0", "-1", "1.5", "1e400", "-0.0", "NaN", "Infinity", "9" * 5_000, "18446744073709551616",
    '""', '" "', r'"\ud800"', r'"a\u0000b"', r'"a\nb\t|<script>"', '"A $and B"', '"\u202e\u200b"', '"0000-99"', '"[["',
    "[]", "{}", "[null]", "[[]]", "[{}]", "[1]", '[""]', '{"text": 5}', '{"a": 1, "a": 2}', "{1: 2}",
    "[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP, '"' + "x " * 20_000 + '"', '"' + "9" * 5_000 + '"',
]  # fmt: skip

HOSTILE_CELLS = [
    "", " ", "\x00", "nan", "inf", "1e400", "9" * 5_000, "a\nb", "|", "<script>", "=1+1", "\u202e", "A $and B", "days",
    "furlongs", "date", "../../x", "{'answer': " * 50, "{[]: 1}", "-" * 3_000 + "1", "x" * 200_000, '"', "0000-00-00",
]  # fmt: skip

HOSTILE_YAML = [
    "", "null", "5", "1e400", "2001-99-99", "!!int x", "!!float x", "!!timestamp x", "!!bool x", "!!binary x",
    "!!python/object/apply:os.system [touch spoilt]", "!!set {a}", "{[1]: 2}", "{? {a: 1} : 2}", "*nobody", "&a [*a]",
    "[" * DEEP + "]" * DEEP, "9" * 5_000, r'"\ud800"', '"\\0"', "[1, a]", "{a: b}", "|\n  x", "0o9", "1:99:99",
]  # fmt: skip

_JUNK = st.sampled_from(
    [b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n", b"\r\n", b"\x1f\x8b", b"\xed\xa0\x80", b"\xfe\xff", b'"', b"\\",
     b"{", b"}", b"[", b",", b"\x85", b"\xe2\x80\xa8", b"<", b"&", b"&#0;", b"</page>", b"-1", b"\x7f\xff\xff\xff"]
)  # fmt: skip


@st.composite
def spoilt_bytes(draw: st.DrawFn, good: bytes) -> bytes:
    """Cut off, flipped, doubled, with junk in it, or in another encoding."""
    found = good
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(found)))
        how = draw(st.sampled_from(["cut", "flip", "junk", "remove", "double", "encode", "end", "lines", "byte"]))
        if how == "cut":
            found = found[:place]
        elif how in ("flip", "byte") and place < len(found):
            byte = found[place] ^ 1 << draw(st.integers(0, 7)) if how == "flip" else draw(st.integers(0, 255))
            found = found[:place] + bytes([byte]) + found[place + 1 :]
        elif how == "junk":
            found = found[:place] + draw(_JUNK) * draw(st.sampled_from([1, 1, 2, 3_000])) + found[place:]
        elif how == "remove":
            found = found[:place] + found[place + draw(st.integers(1, 50)) :]
        elif how == "double":
            found = found[:place] + found[place // 2 :]
        elif how == "encode":
            text = found.decode("utf-8", "replace")
            found = text.encode(draw(st.sampled_from(["latin-1", "utf-16", "utf-8-sig", "utf-32-be"])), "replace")
        elif how == "end":
            found = found.rstrip(b"\n")
        elif how == "lines":
            found = found.replace(b"\n", draw(st.sampled_from([b"\r\n", b"\r", b"\n\n", b"\n \n"])))
    return found


_RAW = "@raw@"


@st.composite
def spoilt_json(draw: st.DrawFn, value: Any) -> str:
    """The value as JSON, with something in it replaced, left out, renamed or added."""
    value = json.loads(json.dumps(value))
    places = list(_places(value))
    raw = draw(st.sampled_from(HOSTILE_JSON))
    if not places:
        return raw
    holder, key = draw(st.sampled_from(places))
    how = draw(st.sampled_from(["replace", "replace", "replace", "remove", "rename", "add", "whole"]))
    if how == "whole":
        return raw
    if how == "remove":
        del holder[key]
    elif how == "rename" and isinstance(holder, dict):
        holder[draw(st.sampled_from(["", "id", "x" * 5_000, "answers", "a\nb|c"]))] = holder.pop(key)
    elif how == "add" and isinstance(holder, list):
        holder.insert(key, _RAW)
    else:
        holder[key] = _RAW
    return json.dumps(value, ensure_ascii=draw(st.booleans())).replace(f'"{_RAW}"', raw)


def _places(value: Any) -> Any:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from _places(inner)


@st.composite
def spoilt_json_lines(draw: st.DrawFn, good: bytes) -> bytes:
    """Lines of which one is spoilt, missing or there twice."""
    lines = good.decode().splitlines()
    number = draw(st.integers(0, len(lines) - 1))
    how = draw(st.sampled_from(["value", "value", "value", "value", "remove", "double"]))
    if how == "value":
        lines[number] = draw(spoilt_json(json.loads(lines[number])))
    elif how == "remove":
        del lines[number]
    else:
        lines.append(lines[number])
    return "\n".join(lines).encode("utf-8", "surrogatepass")


@st.composite
def spoilt_document(draw: st.DrawFn, good: bytes) -> bytes:
    """A file that is one JSON value."""
    return draw(spoilt_json(json.loads(good))).encode("utf-8", "surrogatepass")


@st.composite
def spoilt_csv(draw: st.DrawFn, good: bytes) -> bytes:
    """Cells replaced, left out or added, in the header or below."""
    rows = list(csv.reader(io.StringIO(good.decode(), newline="")))
    row = rows[draw(st.integers(0, len(rows) - 1))]
    column = draw(st.integers(0, len(row) - 1))
    how = draw(st.sampled_from(["replace", "replace", "replace", "remove", "add", "column"]))
    if how == "replace":
        row[column] = draw(st.sampled_from(HOSTILE_CELLS))
    elif how == "remove":
        del row[column]
    elif how == "add":
        row.append("x")
    else:
        for each in rows:
            del each[min(column, len(each) - 1)]
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


@st.composite
def spoilt_yaml(draw: st.DrawFn, good: bytes) -> bytes:
    """A value replaced, a line left out or there twice."""
    lines = good.decode().splitlines()
    number = draw(st.sampled_from([i for i, line in enumerate(lines) if re.match(r"\s*[\w-]+:", line)]))
    how = draw(st.sampled_from(["value", "value", "value", "remove", "double", "key"]))
    if how == "value":
        lines[number] = lines[number].partition(":")[0] + ": " + draw(st.sampled_from(HOSTILE_YAML))
    elif how == "remove":
        del lines[number]
    elif how == "double":
        lines.insert(number, lines[number])
    else:
        lines[number] = "? " + draw(st.sampled_from(HOSTILE_YAML)) + "\n: 1"
    return "\n".join(lines).encode()


@st.composite
def spoilt_parquet(draw: st.DrawFn, good: bytes) -> bytes:
    """A column of another type, nulls in it, left out, renamed or there twice."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(io.BytesIO(good))
    place = draw(st.integers(0, table.num_columns - 1))
    name, n = table.column_names[place], table.num_rows
    how = draw(st.sampled_from(["type", "type", "type", "type", "remove", "rename", "double", "nulls", "empty"]))
    columns = {
        "int": pa.array([2**62] * n), "float": pa.array([float("nan")] * n), "bytes": pa.array([b"\xff\x00"] * n),
        "bad text": pa.Array.from_buffers(pa.string(), n, pa.array([b"\xff"] * n).buffers()),
        "date": pa.array([2**40] * n, pa.timestamp("s")), "bool": pa.array([True] * n),
        "list": pa.array([[1, None]] * n), "struct": pa.array([{"text": 1}] * n), "null": pa.nulls(n),
        "text": pa.array(["\x00|\n<script>"] * n), "texts": pa.array([["", "A $and B"]] * n),
        "time": pa.array([2**60] * n, pa.duration("ns")), "decimal": pa.array([1] * n).cast(pa.decimal128(38, 2)),
        "map": pa.array([[("a", 1), ("a", 2)]] * n, pa.map_(pa.string(), pa.int64())),
    }  # fmt: skip
    if how == "type":
        table = table.set_column(place, name, columns[draw(st.sampled_from(sorted(columns)))])
    elif how == "remove":
        table = table.drop_columns([name])
    elif how == "rename":
        table = table.rename_columns([*table.column_names[:place], "x|\n", *table.column_names[place + 1 :]])
    elif how == "double":
        table = table.append_column(name, table[name])
    elif how == "nulls":
        table = table.set_column(place, name, pa.nulls(n, table.schema.types[place]))
    else:
        table = table.slice(0, 0)
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


MEANING: dict[str, Callable[[bytes], st.SearchStrategy[bytes]]] = {
    ".jsonl": spoilt_json_lines, ".ndjson": spoilt_json_lines, ".json": spoilt_document, ".csv": spoilt_csv,
    ".yaml": spoilt_yaml, ".parquet": spoilt_parquet,
}  # fmt: skip


def spoilt(name: str, good: bytes) -> st.SearchStrategy[bytes]:
    """A good file of that name, spoilt in its bytes or in its meaning; of a gzipped one, also what is inside."""
    if name.endswith(".gz"):
        inside = spoilt(name.removesuffix(".gz"), gzip.decompress(good)).map(lambda text: gzip.compress(text, 1))
        return inside | spoilt_bytes(good)
    meaning = MEANING.get(re.sub(r".*(?=\.)", "", name))
    return spoilt_bytes(good) if meaning is None else spoilt_bytes(good) | meaning(good)
