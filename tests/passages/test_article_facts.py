"""Facts joined with articles: how objects are found, what stays, and the figures on TempReason."""

from collections import Counter

import pytest

from places import SHARED_DATA
from temporal_qa.io.atomic import write_json_lines
from temporal_qa.io.errors import InputError
from temporal_qa.io.read import read_rows
from temporal_qa.passages import article_facts as joined
from temporal_qa.passages.article_facts import AlignedArticle, Mention, SentenceWords, article_facts
from temporal_qa.questions.complex_tr.fact_parsing import fact_context_readings
from temporal_qa.questions.time_qa.synthesis import BEFORE_YEAR_1, FactAsker
from temporal_qa.questions.time_qa.wordings import our_wordings
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact

TEMP_REASON = SHARED_DATA / "temp_reason" / "temp_reason.jsonl.gz"
TEXT = "She studied in Zurich . Then she taught at the SORBONNE of Paris, and the École Normale ; last in Annexe ."


@pytest.mark.parametrize(
    ("name", "how", "text"),
    [
        ("Zurich", Mention.VERBATIM, "Zurich"),
        ("Sorbonne", Mention.OTHER_CASE, "SORBONNE"),
        ("Ecole-Normale", Mention.FOLDED, None),
        ("University of Zurich studied", Mention.SIMILAR, None),
        ("ETH", Mention.LINK, None),
        ("Ann", Mention.NONE, None),
        ("Oxford", Mention.NONE, None),
        ("C++", Mention.NONE, None),
    ],
)
def test_how_an_object_is_mentioned(name, how, text):
    article = AlignedArticle("", (TEXT,), ["eTH", "Rome"], SentenceWords([TEXT]))
    found, answer = article.find(name)
    assert found is how
    assert answer.text == (text or name)
    assert (None if answer.start is None else TEXT[answer.start : answer.end]) == text


@pytest.mark.parametrize(
    ("text", "name", "how"),
    [
        ("It is nice there. Reading is good.", "Nice", Mention.NONE),
        ("It is nice there. He was reading.", "READING", Mention.NONE),
        ("It is nice there. Reading is good.", "READING", Mention.OTHER_CASE),
        ("She spoke for Nato.", "NATO", Mention.OTHER_CASE),
        ("It is NICE there.", "Nice", Mention.OTHER_CASE),
        ("It taught us bread.", "IT", Mention.NONE),
        ("It taught us bread.", "US", Mention.NONE),
        ("Those who came.", "The Who", Mention.NONE),
        ("She saw the who.", "The Who", Mention.NONE),
        ("She saw the Who.", "The Who", Mention.OTHER_CASE),
        ("It is nice there.", "nice", Mention.VERBATIM),
        ("The Gardener came.", "gardener", Mention.OTHER_CASE),
        ("She was a member of parliament.", "Member of Parliament", Mention.OTHER_CASE),
        ("she lived in nice.", "Nice", Mention.OTHER_CASE),  # no word has a capital
        ("He liked reading. He moved to Reading.", "READING", Mention.OTHER_CASE),  # the second
        ("She met the who. She joined the Who.", "The Who", Mention.OTHER_CASE),
        ("He was a vice-president.", "Vice-President", Mention.OTHER_CASE),
        ("He was a senator.", "Senator", Mention.NONE),
    ],
)
def test_a_name_of_one_word_needs_its_capital(text, name, how):
    assert AlignedArticle("", (text,), [], SentenceWords([text])).find(name)[0] is how


def test_the_name_of_an_office_needs_no_capital():
    article = AlignedArticle("", ("He was a senator.",), [], SentenceWords(["He was a senator."]))
    how, answer = article.find("Senator", is_office=True)
    assert (how, answer.text, answer.start) == (Mention.OTHER_CASE, "senator", 9)


def test_the_place_with_the_capital_is_marked():
    text = "He liked reading. He moved to Reading."
    assert AlignedArticle("", (text,), [], SentenceWords([text])).find("READING")[1].start == 30


def test_a_link_counts_where_the_name_is_a_common_word():
    article = AlignedArticle("", ("It is nice.",), ["Nice"], SentenceWords(["It is nice."]))
    assert article.find("Nice")[0] is Mention.LINK


@pytest.mark.parametrize(
    ("text", "name", "start"),
    [
        ("Real Madrid , then Real , then Ajax .", "Real", 19),
        ("Real Madrid , then REAL , then Ajax .", "real", 19),
        ("Real Madrid , then Ajax .", "Real", 0),
        ("At Real in Real Madrid .", "Real", 3),
        ("Madrid of Real Madrid .", "Madrid", 0),
        ("She played in 東京に for years .", "東京", 14),
    ],
)
def test_a_name_is_marked_where_it_is_not_a_part_of_another(text, name, start):
    _, found = AlignedArticle("", (text,), [], SentenceWords([text])).find(name, [name, "Real Madrid", "Ajax"])
    assert (found.start, found.end) == (start, start + len(name))


def test_an_article_without_words_mentions_nothing():
    assert AlignedArticle("", ("...",), [], SentenceWords(["..."])).find("Ann")[0] is Mention.NONE


def fact(name, start, end, subject="Ann Lee", relation="P54", **ids):
    return Fact(subject, relation, name, CalendarDate(*start), CalendarDate(*end), **ids)


CAREER = [
    fact("Reds", (1990,), (1995, 3, 4)),
    fact("Blues", (1990,), (1995, 3, 4)),
    fact("Greens", (1995, 3), (1999,)),
    fact("Blacks", (1999,), (2001,)),
]


@pytest.fixture
def pages(tmp_path):
    text = "Ann Lee played for Reds .\n\nThen for Greens and\tthe Blues ."
    write_json_lines(tmp_path / "pages.jsonl", [{"title": "Ann Lee", "text": text}])
    return tmp_path / "pages.jsonl"


def test_objects_with_the_same_bounds_are_one_segment(pages):
    drops = Counter()
    splits, mentions = article_facts(CAREER, pages, 0, drops)
    (made,) = (one for of_split in splits.values() for one in of_split)
    assert (made.index, made.paragraphs[0]) == ("/wiki/Ann_Lee#P54", "Ann Lee")
    assert made.paragraphs[1:] == ("Ann Lee played for Reds .", "Then for Greens and the Blues .")
    segments = [(str(s.start), str(s.end), sorted(answer.text for answer in s.answers)) for s in made.segments]
    assert segments == [
        ("1990", "March 1995", ["Blues", "Reds"]),
        ("March 1995", "1999", ["Greens"]),
        ("1999", "2001", []),
    ]
    for segment in made.segments:
        assert all(made.context[answer.start : answer.end] == answer.text for answer in segment.answers)
    assert mentions == {"verbatim": 3, "none": 1}
    assert not drops


def test_what_is_left_out_is_counted(pages, monkeypatch):
    monkeypatch.setattr(joined, "RELATION_CEILING", 1)
    others = [fact("X", (1990,), (1991,), subject="Bo Ray"), fact("Reds", (1990,), (1991,), relation="P108")]
    strange = [fact("Xs", (1990,), (1991,), relation="P39"), fact("Reds", (1991,), (1992,), relation="P39"),
               fact("Ys", (1992,), (1993,), relation="P39")]  # fmt: skip
    drops = Counter()
    article_facts([*CAREER, *others, *strange], pages, 0, drops)
    assert drops == {joined.NO_ARTICLE: 1, joined.ONE_SEGMENT: 1, joined.NOT_MENTIONED: 1}


def test_times_before_the_year_1_are_not_asked_about_and_may_fit_other_questions(pages):
    drops = Counter()
    early = [fact("Reds", (-43,), (5,)), fact("Greens", (0,), (8,)), fact("Blues", (5,), (10,))]
    splits, _ = article_facts(early, pages, 0, drops)
    (made,) = (one for of_split in splits.values() for one in of_split)
    askers = [FactAsker("hard", seed, our_wordings(), set(), drops) for seed in range(30)]
    asked = [question for asker in askers for question in asker.questions(made)]
    assert drops[BEFORE_YEAR_1.format("hard")] == 60
    assert {question.number for question in asked} == {2}
    assert not any(one.specifier.fits(segment.segment) for one in asked for segment in made.segments[:2])


@pytest.mark.parametrize("names", [["Ann Lee", "Ann_Lee"], ["Ann Lee", "Ann_Lee", "Ann Lee (2)", "Ann_Lee (3)"]])
def test_subjects_with_one_index_get_several(names, tmp_path):
    write_json_lines(tmp_path / "pages.jsonl", [
        {"title": title, "text": "Ann Lee played for Reds and Greens ."} for title in names
    ])  # fmt: skip
    career = [fact(*stint, subject=subject) for subject in names
              for stint in (("Reds", (1990,), (1995,)), ("Greens", (1995,), (1999,)))]  # fmt: skip
    splits, _ = article_facts(career, tmp_path / "pages.jsonl", 0, Counter())
    made = [one.index for of_split in splits.values() for one in of_split]
    assert len(made) == len(set(made)) == len(names)


def test_a_common_relation_is_thinned_and_subjects_stay_together(tmp_path, monkeypatch):
    monkeypatch.setattr(joined, "RELATION_CEILING", 30)
    names = [f"Person {n}" for n in range(40)]
    write_json_lines(tmp_path / "p.jsonl", [{"title": name, "text": "Reds . Blues ."} for name in names])
    facts = [fact(team, start, end, subject=name, relation=relation) for name in names for relation in ("P54", "P108")
             for team, start, end in (("Reds", (1990,), (1991,)), ("Blues", (1991,), (1992,)))]  # fmt: skip
    drops = Counter()
    splits, _ = article_facts(facts, tmp_path / "p.jsonl", 0, drops)
    assert drops == {joined.OVER_CEILING: 20}
    assert Counter(one.relation for of in splits.values() for one in of) == {"P54": 30, "P108": 30}
    subjects = {split: {one.subject for one in of} for split, of in splits.items()}
    assert sum(map(len, subjects.values())) == len(set().union(*subjects.values()))
    assert len(subjects["train"]) > len(subjects["dev"]) > 0
    assert article_facts(facts, tmp_path / "p.jsonl", 0, Counter())[0] == splits


def test_links_that_are_no_titles_are_refused(tmp_path):
    write_json_lines(tmp_path / "p.jsonl", [{"title": "Ann Lee", "text": "Text .", "links": "Reds"}])
    with pytest.raises(InputError, match=r"p\.jsonl:1: expected 'links' to be a list of titles, found 'Reds'"):
        article_facts(CAREER, tmp_path / "p.jsonl", 0, Counter())


def test_links_of_wikitext_count(tmp_path):
    page = "<title>Ann Lee</title><revision><text>She was [[Blacks (team)|there]], [[Blacks]].</text></revision>"
    (tmp_path / "wiki.xml").write_text(f"<mediawiki><page>{page}</page></mediawiki>")
    facts = [fact("Blacks (team)", (1990,), (1991,)), fact("Blacks", (1991,), (1992,))]
    _, mentions = article_facts(facts, tmp_path / "wiki.xml", 0, Counter())
    assert mentions == {"link": 1, "verbatim": 1}


@pytest.mark.skipif(not TEMP_REASON.exists(), reason="the shared real data is not beside the checkout")
def test_the_figures_on_temp_reason(tmp_path):
    texts, facts = {}, {}
    for row in read_rows(TEMP_REASON):
        of_row = fact_context_readings(row.values["fact_context"])[0]
        texts[of_row[0].subject] = row.values["context"]
        facts |= {one.statement: one for one in of_row}
    write_json_lines(tmp_path / "pages.jsonl", [{"title": name, "text": text} for name, text in texts.items()])
    drops = Counter()
    splits, mentions = article_facts(facts.values(), tmp_path / "pages.jsonl", 0, drops)
    assert (len(texts), len(facts)) == (142, 660)
    assert mentions == {"verbatim": 197, "other case": 9, "accents and punctuation folded": 6,
                        "TF-IDF above 0.40": 26, "none": 422}  # fmt: skip
    assert sum(map(len, splits.values())) == 58
    assert drops == {joined.NOT_MENTIONED: 84}
