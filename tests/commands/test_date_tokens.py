"""date-tokens shows how tokenizers cut dates; score --tokenizer divides questions by it."""

import builtins
import csv
import json
import os
import re

import pytest
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

from run_command import run_command
from temporal_qa.hub.tokenizer_files import load_tokenize
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.report import date_tokens
from temporal_qa.text.date_forms import DATE_FORMS, write_date
from temporal_qa.timeline.dates import CalendarDate

DATES = [CalendarDate(year, 1 + year % 12, 1 + year % 28) for year in range(1800, 2030, 5)]
TEXTS = [f"on {write_date(date, form)}" for date in DATES for form in DATE_FORMS if form.can_write(date)]


def words():
    """WordPiece, as BERT has it: lower case; what it lacks is [UNK]; padded and truncated, as some are saved."""
    tokenizer = Tokenizer(models.WordPiece({}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(TEXTS, trainers.WordPieceTrainer(vocab_size=150, special_tokens=["[UNK]", "[PAD]"]))
    tokenizer.enable_padding(pad_token="[PAD]", pad_id=1, length=64)
    tokenizer.enable_truncation(4)
    return tokenizer


def thousands():
    """Byte-level pairs; numbers in threes from the left, as GPT-4 has it."""
    tokenizer = Tokenizer(models.BPE())
    split = pre_tokenizers.Split(Regex(r" ?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+"), "isolated")
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, byte_level])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=600, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(TEXTS, trainer)
    return tokenizer


def pieces():
    """A unigram model in the manner of SentencePiece, whose pieces may reach over hyphens and strokes."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=300, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False)
    tokenizer.train_from_iterator(TEXTS, trainer)
    return tokenizer


MAKERS = {"words": words, "thousands": thousands, "pieces": pieces}


@pytest.fixture(scope="module", autouse=True)
def few_days():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(date_tokens, "DAYS", 200)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokens")
    for name, make in MAKERS.items():
        (folder / name).mkdir()
        make().save(str(folder / name / "tokenizer.json"))
    (folder / "pipe").mkdir()
    os.mkfifo(folder / "pipe/tokenizer.json")
    run_command("date-tokens", *(each for name in MAKERS for each in ("--tokenizer", name)), "--out", "out",
                "--years", 1990, 1992, cwd=folder)  # fmt: skip
    asked = [
        {"id": "a", "question": "Is 1990 before 12 May 1991?", "answers": ["yes"]},
        {"id": "b", "question": "Who was older?", "context": "Ann was born in 1801.", "answers": ["Ann"]},
        {"id": "c", "question": "Who?", "fact_context": "Nobody.", "answers": ["Ann"]},
    ]
    write_json_lines(folder / "asked.jsonl", asked)
    write_json_lines(folder / "told.jsonl", [{"id": row["id"], "answers": row["answers"]} for row in asked])
    return folder


def rows(path):
    with open(path) as lines:
        return list(csv.DictReader(lines))


def test_the_figures_are_those_of_the_tokens_as_the_library_shows_them(folder):
    """From the texts of the tokens instead of their offsets."""
    table = {(row["tokenizer"], row["form"]): row for row in rows(folder / "out" / "by_form.csv")}
    tokenizer = thousands()
    years = [tokenizer.encode(f"on {year}").tokens for year in range(1990, 1993)]
    assert years == [["on", "Ġ", "199", str(year % 10)] for year in range(1990, 1993)]
    row = table["thousands", "year"]
    assert (row["n"], row["tokens"], row["year_whole"], row["year_apart"]) == ("3", "2.0", "0.0", "100.0")
    assert row["example"] == "200·1"
    assert (row["month_whole"], row["day_apart"]) == ("", "")
    days = [f"{year}-{month:02}-{day:02}" for year in (1990, 1991) for month in (1, 12) for day in (1, 20)]
    in_one = [{*re.findall(r"\d+", day)} <= {*tokenizer.encode(f"on {day}").tokens} for day in days]
    assert not any(in_one)
    assert table["thousands", "year-month-day"]["month_whole"] == "100.0"


def test_a_form_has_as_many_dates_as_it_can_write(folder):
    counts = {row["form"]: int(row["n"]) for row in rows(folder / "out" / "by_form.csv")}
    assert counts.keys() == {form.name for form in DATE_FORMS}
    assert (counts["day month year"], counts["month year"], counts["year"]) == (200, 36, 3)


def test_pieces_reach_across_parts_and_words_do_not(folder):
    across = {name: [float(row["across"]) for row in rows(folder / "out" / "by_form.csv") if row["tokenizer"] == name]
              for name in MAKERS}  # fmt: skip
    assert max(across["words"]) == max(across["thousands"]) == 0 < max(across["pieces"])
    assert {row["tokenizer"] for row in rows(folder / "out" / "overview.csv")} == set(MAKERS)
    assert (folder / "out" / "tokens.png").read_bytes()[:4] == b"\x89PNG"


def test_the_same_call_writes_the_same_bytes(folder):
    arguments = ("date-tokens", "--tokenizer", "words", "--years", -50, 30)
    for out in ("one", "two"):
        said = run_command(*arguments, "--out", out, cwd=folder).stdout
    assert "| day month year" in said
    assert "year-month-day" in said  # the years from 1 on
    for path in (folder / "one").iterdir():
        assert path.read_bytes() == (folder / "two" / path.name).read_bytes(), path


def test_offsets_are_neither_padded_nor_truncated(folder):
    text = "on the 4th of July, 2001, and on the 5th of July, 2001"
    (tokens,) = load_tokenize(str(folder / "words"))([text])
    assert tokens[-1].end == len(text)
    assert load_tokenize(str(folder / "words"))(["日"])[0][0].known is False


def test_scores_by_the_tokens_of_the_dates(folder):
    by = ("--by", "date_tokens,year_whole,day_whole", "--tokenizer", "thousands")
    done = run_command("score", "asked.jsonl", "told.jsonl", *by, "--items", "items.jsonl", "--json", cwd=folder)
    found = [(row["facet"], row["value"], row["n"]) for row in json.loads(done.stdout)["rows"]]
    assert found == [
        ("all", "", 3), ("date_tokens", "2", 1), ("date_tokens", "5", 1), ("date_tokens", "none", 1),
        ("year_whole", "no", 2), ("year_whole", "none", 1), ("day_whole", "none", 2), ("day_whole", "yes", 1),
    ]  # fmt: skip
    run_command("report", "items.jsonl", "--out", "report", "--bootstrap", 10, cwd=folder)
    assert [row["date_tokens"] for row in rows(folder / "report" / "by_date_tokens.csv")] == ["2", "5", "none"]


def test_probes_by_the_tokens_of_the_dates_in_their_paragraphs(folder):
    row = {"sample": "s", "task": "extraction", "answer_type": "date", "context": "Ann: Ann (1801 - 6 May 1871)."}
    write_json_lines(folder / "probes.jsonl", [row | {"id": "a", "question": "When did Ann die?", "answers": ["1871"]}])
    write_json_lines(folder / "dated.jsonl", [{"id": "a", "answers": ["1871"]}])
    by = ("--by", "date_tokens,day_whole", "--tokenizer", "thousands", "--json")
    found = json.loads(run_command("score-probes", "probes.jsonl", "dated.jsonl", *by, cwd=folder).stdout)["rows"]
    assert [(row["facet"], row["value"]) for row in found[1:]] == [("date_tokens", "5"), ("day_whole", "yes")]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--tokenizer", "."), "has no tokenizer.json; save_pretrained of transformers writes one"),
        (("--tokenizer", "../no/where"), "--tokenizer ../no/where cannot be loaded, expected a model on the Hub or"),
        (("--tokenizer", "bad.json"), "--tokenizer bad.json cannot be loaded"),
        (("--tokenizer", "pipe"), "pipe/tokenizer.json: is a pipe or a device, expected a file"),
        (("--tokenizer", "words", "--years", 2000, 1990), "--years 2000 1990: expected two years"),
        (("--tokenizer", "words", "--out", "words"), "the folder exists and is not empty"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(folder, arguments, told):
    (folder / "bad.json").write_text("{}")
    out = () if "--out" in arguments else ("--out", "new")
    done = run_command("date-tokens", *arguments, *out, cwd=folder, status=2)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (folder / "new").exists()


def test_a_tokenizer_and_its_facets_go_together(folder):
    done = run_command("score", "asked.jsonl", "told.jsonl", "--tokenizer", "words", cwd=folder, status=2)
    assert "--tokenizer has no effect without --by and some of date_tokens, year_whole" in done.stderr
    done = run_command("score", "asked.jsonl", "told.jsonl", "--by", "year_whole", cwd=folder, status=2)
    assert done.stderr == "temporal-qa: the facet 'year_whole' needs --tokenizer\n"


def test_a_missing_package_is_named(folder, monkeypatch):
    def without(name, *rest):
        if name == "tokenizers":
            raise ImportError(name=name)
        return usual(name, *rest)

    usual = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", without)
    done = run_command("date-tokens", "--tokenizer", "words", "--out", "new", cwd=folder, status=2)
    assert "tokens need tokenizers: pip install 'temporal-qa[tokens]'" in done.stderr
