"""The reader of answers: a table of responses by kind, wrappings of real names, and texts that are meant to hurt."""

import gzip
import json
import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import SHARED_DATA
from temporal_qa.scoring.normalize import split_answers
from temporal_qa.scoring.reading.response import read_answers
from temporal_qa.scoring.set_accuracy import set_accuracy

CASES = json.loads(Path(__file__).with_name("response_cases.json").read_text())
CANDIDATES = ["Tesla", "SpaceX", "Trinidad and Tobago", "Ernst & Young", "Rowe, Smith and Co.", "Smith", "1. FC Köln",
              "1. FC Union Berlin"]  # fmt: skip
JOINED = " $and "
PLACES = {"answer tag", "box", "JSON", "marker", "hashes"}
FORMS = {"line", "list", "lines", "table", "sentence", ""}


@pytest.mark.parametrize("case", CASES, ids=[f"{case['kind']}-{n}" for n, case in enumerate(CASES)])
def test_each_case_gives_its_answers_or_none(case):
    read = read_answers(case["text"], CANDIDATES if case["candidates"] else None)
    assert (None if read.reason else read.answers) == case["answers"], read
    assert bool(read.rule) != bool(read.reason)
    *places, form = read.rule.split(", ")
    assert {*places} <= PLACES
    assert form in FORMS | PLACES


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("doubt or refusal", "It is not Tesla."),
        ("doubt or refusal", "Boeing, since we assume that it is the last"),
        ("doubt or refusal", r"It is not \boxed{Tesla}"),
        ("an answer that is taken back", "Final Answer: Tesla\n\nWait, no."),
        ("a choice that is not made", "Tesla or SpaceX"),
        ("names among other words", "Smith, he led Tesla and sang"),
        ("a line too long for a name", "x " * 1_001),
        ("JSON that cannot be read", '{"answer": Tesla'),
        ("nothing where the answer should be", "Final Answer:\n---"),
        ("nothing where the answer should be", "<|im_end|>"),
        ("too many lines", "a\n" * 1_001),
        ("a list of something else", "Until 2002:\n- Tesla"),
        ("names, and that there are none", "Tesla\n\nThe passage does not say."),
        ("several lines without a final answer", "He came.\nHe went."),
        ("a table without a column of names", "| From | To |\n|---|---|\n| Tesla | SpaceX |"),
        ("a long text without a final answer", "." + " " * 50_000 + "\nTesla"),
        ("a thought that never ends", "<think>Tesla"),
        ("answers within answers", r"\boxed{" * 6 + "Tesla" + "}" * 6),
        ("two final answers that differ", "<answer>Tesla</answer>\nFinal Answer: SpaceX"),
        ("an answer tag that never ends", "<answer>Tesla"),
        ("a box that never ends", r"\boxed{Tesla"),
    ],
)
def test_each_text_that_is_not_read_has_its_reason(reason, text):
    assert read_answers(text, CANDIDATES) == ([], "", reason)


SURROUNDINGS = {
    "white space": "\n\n{}  \n\n",
    "letters not seen": "\ufeff{}",
    "a thought": "<think>\nIt may be Boeing.\n</think>\n\n{}",
    "the end of a turn": "{}<|im_end|>\n",
    "a closing line": "{}\n\nI hope this helps!",
    "closing lines": "{}\nPlease let me know if you need more.\n\nHope this helps!\n",
}


@pytest.mark.parametrize("case", [case for case in CASES if case["answers"] and case["text"][:8] != "analysis"])
def test_what_surrounds_an_answer_does_not_change_it(case):
    candidates = CANDIDATES if case["candidates"] else None
    texts = [frame.replace("{}", case["text"]) for frame in SURROUNDINGS.values()]
    texts.append(case["text"].replace("\n", "\r\n"))
    assert {text: read_answers(text, candidates).answers for text in texts} == dict.fromkeys(texts, case["answers"])


def in_words(names):
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def tex(name):
    return r"\text{" + re.sub(r"([&$%#_{}])", r"\\\1", name) + "}"


WRAPPINGS = {
    "separator": JOINED.join,
    "marker": lambda names: f"I read the facts.\n\nAnswer: {JOINED.join(names)}",
    "thought": lambda names: f"<think>Is it {', '.join(names)}, or Boeing?</think>\n\n{JOINED.join(names)}",
    "box": lambda names: rf"\boxed{{{JOINED.join(names)}}}",
    "TeX": lambda names: "So $\\boxed{" + r"\text{ \$and }".join(map(tex, names)) + "}$.",
    "tag": lambda names: f"<answer>{JOINED.join(names)}</answer>",
    "JSON object": lambda names: json.dumps({"answers": names}),
    "fenced JSON": lambda names: f"```json\n{json.dumps(names, ensure_ascii=False, indent=1)}\n```",
    "list": lambda names: "\n".join(f"- {name}" for name in names),
    "numbered list": lambda names: "\n".join(f"{n}. **{name}**" for n, name in enumerate(names, 1)),
    "commas": ", ".join,
    "bold and": lambda names: " and ".join(f"**{name}**" for name in names),
    "final answer": lambda names: f"**Final Answer:** {in_words(names)}.",
    "semicolons": lambda names: f"The answer is {'; '.join(names)}",
}


def real_names():
    places = ("wikidata/quintuples.jsonl", "yago11k/entity2id.txt", "timeqa/dev_hard_questions.jsonl.gz")
    facts, yago, timeqa = (SHARED_DATA / place for place in places)
    names = {json.loads(line)["object"] for line in facts.read_text().splitlines()}
    names |= {line.split("\t")[0].strip("<>").replace("_", " ") for line in yago.read_text().splitlines()}
    with gzip.open(timeqa, "rt") as lines:
        names |= {name for line in lines for name in json.loads(line)["targets"]}
    return sorted(filter(str.strip, names))


@pytest.fixture(scope="module")
def gold_sets():
    """120 sets of one to four names with candidates, and each with a name dropped, added or swapped."""
    if not SHARED_DATA.exists():
        pytest.skip("no real data beside the project")
    names = real_names()
    hard = [name for name in names if re.search(r"\band\b|,|&", name)]
    draw = random.Random("wrapped names")
    rows = []
    for number in range(120):
        gold = draw.sample(hard if number % 2 else names, draw.choice([1, 2, 2, 3, 4]))
        others = [name for name in draw.sample(names, 8) if name not in gold]
        candidates = sorted([*gold, *others[:5]])
        rows.append((gold, candidates, {"dropped": gold[1:], "added": [*gold, draw.choice(others)],
                                        "swapped": [*gold[1:], draw.choice(others)]}))  # fmt: skip
    assert sum(any(re.search(r"\band\b|,|&", name) for name in gold) for gold, _, _ in rows) >= 50
    return rows


def accuracy(gold, read):
    return 0 if read.reason else set_accuracy([read.answers], [gold])[0]


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_real_names_are_read_in_every_wrapping_and_others_are_not_taken_for_them(gold_sets, wrapping):
    wrap, right, wrong = WRAPPINGS[wrapping], [], []
    for gold, candidates, spoiled in gold_sets:
        right.append((gold, read_answers(wrap(gold), candidates), wrap(gold)))
        wrong += [(gold, read_answers(wrap(names), candidates), wrap(names)) for names in spoiled.values() if names]
    for rows, expected in ((right, 100), (wrong, 0)):
        scores = set_accuracy([read.answers for _, read, _ in rows], [gold for gold, _, _ in rows])
        unlike = [
            text
            for score, (_, read, text) in zip(scores, rows, strict=True)
            if (0 if read.reason else score) != expected
        ]
        assert unlike == []


def test_names_that_are_only_discussed_are_no_answer(gold_sets):
    for gold, candidates, spoiled in gold_sets[::3]:
        for text in (
            f"It may be {in_words(gold)}.\n\nFinal answer: {JOINED.join(spoiled['swapped'])}",
            f"Answer: {JOINED.join(gold)}\n\nNo, that was before.\n\nAnswer: {JOINED.join(spoiled['swapped'])}",
            f"<think>{JOINED.join(gold)}</think>{JOINED.join(spoiled['added'])}",
            f"<think>So the answer is {JOINED.join(gold)}",
            f"I looked at {in_words(gold)} in the facts.",
        ):
            assert accuracy(gold, read_answers(text, candidates)) == 0, text


def test_joined_names_are_read_as_they_are_split(gold_sets):
    for gold, candidates, _ in gold_sets:
        text = JOINED.join(gold)
        for known in (candidates, None):
            assert set_accuracy([read_answers(text, known).answers], [split_answers(text)])[0] == 100


names = st.lists(
    st.text("ABCdefgh éß'-", min_size=1, max_size=8).map(lambda name: f"X{name.strip()}y"), min_size=1, max_size=4
)


@given(names, st.sampled_from(sorted(WRAPPINGS)))
def test_what_is_wrapped_is_read(gold, wrapping):
    assert accuracy(gold, read_answers(WRAPPINGS[wrapping](gold), gold)) == 100


@given(st.text("<>/answerthink\\boxed{}[]\"',:;&$.*-_`1\n Tesla", max_size=60), st.booleans())
def test_any_text_is_read_or_told_why_not(text, known):
    read = read_answers(text, CANDIDATES if known else None)
    assert (read.reason is None) == bool(read.rule)
    assert read.reason is None or not read.answers


HOSTILE = [
    "<think>", "</think>", "<answer>", "<answer></answer>", "\\boxed{", "[", "[]", '{"answers":', "and ", "and, ", "`",
    "```\n",
    "**", '"', '\\"', "\\", "Answer: ", "Final answer:\n", "- a\n", "a\n", "\n", " ", "(", "Tesla, ", "Tesla $and ",
    "\\$and",
    "| Tesla |\n", "| Tesla ", '{"a": 1} ', "was in ",
    "wait. ", "<|im_end|>", "<|channel|>", "Tesla from 2004 ", "the my final ", "\\boxed{Tesla}, ", "> ", "\\(", "' ",
    "_ ",
]  # fmt: skip


@pytest.mark.parametrize("part", HOSTILE)
@pytest.mark.parametrize(("before", "after"), [("", ""), ("Answer:\n- ", "\n"), ("<answer>", "</answer>")])
def test_hundreds_of_thousands_of_marks_are_read_in_time_linear_in_them(part, before, after):
    """Time that grew with the square would take half an hour here."""
    read = read_answers(before + part * (300_000 // len(part)) + after, CANDIDATES)
    assert (read.reason is None) == bool(read.rule)


@pytest.mark.parametrize("part", HOSTILE)
@pytest.mark.parametrize(("before", "after"), [("Final answer: Tesla", "was"), ("<answer>", "was</answer>")])
def test_a_long_gap_beside_a_word_takes_no_time(part, before, after):
    """The longest answer that is read; the square of its length takes half a minute."""
    started = time.process_time()
    read_answers(before + part * (45_000 // len(part)) + after, CANDIDATES)
    assert time.process_time() - started < 8


@pytest.mark.parametrize("lead", ["died: ", "He died: ", "the ones are: ", "10:30: he rose "])
def test_many_leads_before_a_name_take_no_time(lead):
    """The longest line that is read; each place where a lead may end was tried with all leads before it."""
    started = time.process_time()
    read_answers(lead * (1_900 // len(lead)), CANDIDATES, question="Who did Cy Poe work for in May 2008?")
    assert time.process_time() - started < 3


@pytest.mark.parametrize("candidates", [None, CANDIDATES])
@pytest.mark.parametrize("part", [", so", "Let me verify: ", "However, it was Tesla. ", "latest "])
def test_a_long_last_paragraph_that_says_the_same_again_and_again_takes_no_time(part, candidates):
    started = time.process_time()
    read_answers(f"He was there.\n\n{part * (45_000 // len(part))} he", candidates)
    assert time.process_time() - started < 8


def test_a_separator_of_ones_own_parts_names_where_it_stands_alone():
    assert read_answers("Answer: Tesla | Boeing", separator=" | ").answers == ["Tesla", "Boeing"]
    assert read_answers("Switzerland and Poland", separator=" and ").answers == ["Switzerland", "Poland"]


@pytest.mark.parametrize(
    "told", [". The other one died later.", "; the other died later.", ", as the other died later."]
)
def test_a_third_name_is_none_of_two_lives_that_are_asked_about(told):
    question = "Who died first, Ann Lee or Bob Ray?"
    assert read_answers(f"Tesla died first{told}", ["Ann Lee", "Bob Ray", "Tesla"], question=question).reason


def test_the_table_of_the_docs_is_true():
    page = (Path(__file__).parents[3] / "docs/scoring.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| `(.+)` \| (.+) \|$", page)
    assert len(rows) == 14
    for written, expected in rows:
        question = "Who did Ann Lee work for in May 2008?"
        read = read_answers(written.replace("↵", "\n"), ["Tesla", "SpaceX", "Boeing"], question=question)
        said = "unread" if read.reason else ", ".join(read.answers) or "none is right"
        assert said == expected, written
