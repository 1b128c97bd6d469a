"""Names of real entities are never given, and no other name is lost."""

import gzip
import random
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from temporal_qa.fiction import names as fictional_names
from temporal_qa.fiction import real_labels
from temporal_qa.fiction.names import ENTITY_TYPES, FictionalNames, Tier, name_tiers
from temporal_qa.fiction.real_labels import count_withheld, read_real_labels, withheld_names
from temporal_qa.io.errors import InputError

TYPES = sorted(ENTITY_TYPES)

# Two tiers of one type: six names and, when they are used up, eight.
PLAIN, LONGER = ("{} {}", (("Red", "Blue"), ("Fox", "Owl", "Elk"))), ("Old {} {}", (("Red", "Blue"), tuple("ABCD")))
PLAIN_NAMES = [f"{colour} {animal}" for colour in ("Red", "Blue") for animal in ("Fox", "Owl", "Elk")]
LONGER_NAMES = [f"Old {colour} {letter}" for colour in ("Red", "Blue") for letter in "ABCD"]


def use_few_names(patch):
    tiers = (Tier([PLAIN]), Tier([LONGER]))
    for module in (fictional_names, real_labels):
        patch.setattr(module, "name_tiers", lambda entity_type: tiers)


@given(st.sets(st.sampled_from(PLAIN_NAMES + LONGER_NAMES)), st.integers(0, 50))
@example(set(PLAIN_NAMES), 0)
@example(set(PLAIN_NAMES + LONGER_NAMES), 1)
@example({"Old Red A"}, 2)
def test_every_name_that_is_not_withheld_is_given_once_the_plain_ones_first(real, seed):
    with pytest.MonkeyPatch.context() as patch:
        use_few_names(patch)
        names = FictionalNames(seed, withheld=withheld_names(real))
        given_ = [names.nth("team", n) for n in range(14 - len(real))]
        plain = len(set(PLAIN_NAMES) - real)
        assert set(given_[:plain]) == set(PLAIN_NAMES) - real
        assert set(given_[plain:]) == set(LONGER_NAMES) - real
        assert len(set(given_)) == len(given_) == names.number_of("team")
        with pytest.raises(IndexError, match=f"there are {14 - len(real)} names"):
            names.nth("team", 14 - len(real))


def test_a_name_that_is_not_withheld_keeps_its_number_as_a_rule(monkeypatch):
    use_few_names(monkeypatch)
    before = [FictionalNames(3).nth("team", n) for n in range(6)]
    after = [FictionalNames(3, withheld=withheld_names([before[2]])).nth("team", n) for n in range(5)]
    assert after[:2] + after[3:] == before[:2] + before[3:5]
    assert after[2] == before[5]  # the last number stands for the withheld one


@given(st.sampled_from(TYPES), st.data())
def test_every_name_is_taken_apart_into_its_number(entity_type, data):
    tier = data.draw(st.sampled_from(name_tiers(entity_type)))
    number = data.draw(st.integers(0, tier.size - 1))
    assert number in tier.numbers(tier.compose(number))
    assert {tier.compose(found).casefold() for found in tier.numbers(tier.compose(number))} == {
        tier.compose(number).casefold()
    }


@pytest.mark.parametrize("entity_type", TYPES)
def test_the_words_of_a_slot_differ_in_more_than_their_case(entity_type):
    """Otherwise a label would withhold only one of two names."""
    for tier in name_tiers(entity_type):
        for _, lists, _ in tier._patterns:
            for words in lists:
                assert len({word.casefold() for word in words}) == len(words)
                assert all(unicodedata.is_normalized("NFKC", word) for word in words)


@pytest.mark.parametrize("entity_type", TYPES)
def test_names_of_the_list_are_given_to_nobody_of_any_type(entity_type):
    of = random.Random(1).sample(range(FictionalNames(3).number_of(entity_type)), 20)
    real = [FictionalNames(3).nth(entity_type, n) for n in [*range(20), *of]]
    withheld = withheld_names(real)
    names = FictionalNames(3, withheld=withheld)
    assert names.number_of(entity_type) == FictionalNames(3).number_of(entity_type) - len(set(real))
    assert count_withheld(withheld)[entity_type] == len(set(real))
    given_ = [names.nth(entity_type, n) for n in range(500)]
    assert len(set(given_)) == 500
    assert not set(given_) & set(real)


def test_a_label_counts_for_every_type_that_has_such_a_name():
    town = FictionalNames(1).nth("town", 20_000)
    assert " " in town
    withheld = withheld_names([town, "Ann Onymous", "", "}{", "town", town.split()[-1]])
    assert {entity_type: number for entity_type, number in count_withheld(withheld).items() if number} == {"town": 2}


@pytest.mark.parametrize(
    "written",
    [
        str, str.upper, str.lower, str.swapcase, lambda name: unicodedata.normalize("NFD", name),
        lambda name: name.replace(" ", "\u00a0"), lambda name: name.replace(" ", " \t\u2003 "),
        lambda name: f"  {name}\n", lambda name: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in name),
    ],
    ids=["plain", "upper", "lower", "swapped", "decomposed", "no-break", "wide spaces", "padded", "full width"],
)  # fmt: skip
def test_a_label_may_be_written_in_other_letters_and_spaces(written):
    names = FictionalNames(2)
    real = [names.nth(entity_type, n) for entity_type in TYPES for n in range(30)]
    assert any(not name.isascii() for name in real)
    assert withheld_names(map(written, real)) == withheld_names(real)


@given(st.permutations([FictionalNames(1).nth("school", n) for n in range(6)]), st.integers(1, 3))
@settings(max_examples=20)
def test_the_order_of_the_labels_and_repetitions_play_no_part(labels, times):
    assert withheld_names(labels * times) == withheld_names(sorted(labels))


def test_no_labels_withhold_nothing():
    assert withheld_names([]) == count_withheld({}) == {}
    assert FictionalNames(1, withheld={}).nth("town", 5) == FictionalNames(1).nth("town", 5)


@pytest.mark.parametrize("name", ["labels.txt", "labels.gz", "labels.txt.gz"])
@pytest.mark.parametrize("text", ["Ann\nBob Ä\n", "\ufeffAnn\r\n\r\n  Bob Ä \r\n", "Ann\n\n\nBob Ä"])
def test_a_list_has_one_label_a_line(tmp_path, name, text):
    raw = text.encode()
    (tmp_path / name).write_bytes(gzip.compress(raw, mtime=0) if name.endswith(".gz") else raw)
    assert list(read_real_labels(tmp_path / name)) == ["Ann", "Bob Ä"]


@pytest.mark.parametrize(
    ("name", "raw", "message"),
    [
        ("a.txt", b"Ann\n\nB\xf6b\n", r"a\.txt:3: is not UTF-8, expected one label a line"),
        ("a.txt", b"\xff\xfeA\x00", r"a\.txt:1: is not UTF-8"),
        ("a.txt", b"Ann\nB\xc3", r"a\.txt:2: is not UTF-8"),
        ("a.gz", gzip.compress(b"Ann\nB\xf6b\n", mtime=0), r"a\.gz:2: is not UTF-8"),
        ("a.gz", b"Ann\n", r"a\.gz: cannot be read past line 0: "),
        (
            "a.gz",
            gzip.compress(random.Random(0).randbytes(9_000).hex().encode(), mtime=0)[:900],
            r"a\.gz: cannot be read past",
        ),
        ("a.txt", b"\n \n", r"a\.txt: holds no label, expected one a line"),
        ("b.txt", b"", r"a\.txt: no such file"),
    ],
)
def test_a_list_that_cannot_be_read_is_named_in_one_line(tmp_path, name, raw, message):
    (tmp_path / name).write_bytes(raw)
    with pytest.raises(InputError, match=message) as raised:
        list(read_real_labels(tmp_path / name.replace("b.txt", "a.txt")))
    assert "\n" not in str(raised.value)


def test_a_folder_is_no_list(tmp_path):
    with pytest.raises(InputError, match="is a folder, expected a file"):
        list(read_real_labels(tmp_path))
