"""The timeline as HTML, also in notebooks, and as PNG."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from temporal_qa.drawing.timeline_layout import BAR_COLOURS, WINDOW_COLOUR, lay_out, lay_out_lives, timeline_html
from temporal_qa.drawing.timeline_png import draw_timeline, plot_timeline
from temporal_qa.io.errors import InputError
from temporal_qa.questions.complex_tr.explanation import explain
from temporal_qa.questions.complex_tr.record import Question
from temporal_qa.questions.complex_tr.solver import solve
from temporal_qa.questions.hieradate.sample import Probe, Sample
from temporal_qa.timeline.dates import CalendarDate
from temporal_qa.timeline.facts import Fact, FactGroup
from temporal_qa.timeline.lives import Life

HOSTILE = "<script>alert('1')</script> & \"Co\""


def fact(relation: str, name: str, start: str, end: str) -> Fact:
    return Fact("Ann <b>", relation, name, CalendarDate.fromisoformat(start), CalendarDate.fromisoformat(end))


FACTS = (
    fact("P108", HOSTILE, "1990-05", "1991-06"),
    fact("P108", "SAP", "1991-06", "1995-01"),
    fact("P551", "Ulm", "1994-02", "1994-02"),
)
QUESTION = Question(
    id="L2_0",
    question="Which employer did Ann <b> work for in June 1991?",
    answers=(HOSTILE, "SAP"),
    kind="l2_at",
    relation="P108",
    subject="Ann <b>",
    reference_month=1991 * 12 + 5,
    facts=FACTS,
    fact_context="",
)


def elements(html: str) -> ElementTree.Element:
    """The HTML as a tree: it is well-formed, and nothing from the data has become a tag."""
    tree = ElementTree.fromstring(html.replace("<br>", "<br/>"))
    assert {each.tag for each in tree.iter()} <= {"div", "span", "strong", "em", "br", "pre"}
    return tree


def bars(html: str) -> list[str]:
    return [
        style.rpartition("background: ")[2]
        for each in elements(html).iter("div")
        if "height: 8px" in (style := each.get("style", ""))
    ]


def test_a_group_shows_its_name_and_all_its_facts():
    html = FactGroup("Ann <b>", FACTS)._repr_html_()
    text = "".join(elements(html).itertext())
    assert text.startswith("Ann <b>")
    assert all(name in text for name in (HOSTILE, "SAP", "Ulm", "employer (P108)", "Feb 1994"))
    assert bars(html) == [BAR_COLOURS[None]] * 3
    assert WINDOW_COLOUR not in html


def test_a_question_names_every_fact_of_its_context():
    html = QUESTION._repr_html_()
    assert all(one.object in "".join(elements(html).itertext()) for one in FACTS)


def test_displays_are_set_where_drawing_is_imported():
    program = (
        "from temporal_qa.questions.complex_tr.solver import Solution; assert not hasattr(Solution, '_repr_html_');"
        "import temporal_qa.drawing; assert hasattr(Solution, '_repr_html_')"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_question_shades_its_window_and_colours_its_answers():
    html = QUESTION._repr_html_()
    text = "".join(elements(html).itertext())
    assert QUESTION.question in text
    assert f"✓ {HOSTILE}, SAP" in text
    assert bars(html) == [BAR_COLOURS["answer"], BAR_COLOURS["answer"], BAR_COLOURS["not asked"]]
    assert WINDOW_COLOUR in html
    assert "June 1991" in text


def test_a_solution_shows_the_same_and_its_reasons():
    html = solve(QUESTION.question, FACTS)._repr_html_()
    text = "".join(elements(html).itertext())
    assert text.startswith(f"✓ {HOSTILE}, SAP")
    assert "- yes: SAP holds from June 1991 to January 1995" in text
    assert bars(html) == bars(QUESTION._repr_html_())
    assert WINDOW_COLOUR in html


def test_a_question_in_unknown_words_shows_its_facts_and_the_reason():
    text = "".join(elements(QUESTION._replace(question="Who is Ann <b>?")._repr_html_()).itertext())
    assert "in no known wording" in text
    assert "Ulm" in text


def test_a_label_has_as_much_space_before_it_as_its_bar():
    """Whatever the width of the page; only the space shrinks where the label lacks room."""
    html = timeline_html(lay_out(FACTS))
    spaces = re.findall(r"flex: 0 1 ([\d.]+%)", html)
    assert spaces == re.findall(r"height: 8px;.*?left: ([\d.]+%)", html)
    assert len(set(spaces)) == 3
    assert html.count("flex: none; display: flex; max-width: 100%") == 3


def test_nothing_to_draw():
    assert "no facts" in FactGroup("Ann", ())._repr_html_()
    assert "no facts" in QUESTION._replace(facts=())._repr_html_()
    with pytest.raises(ValueError, match="no facts"):
        plot_timeline("none.png", [])


def test_notebooks_need_no_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert FactGroup("Ann", FACTS)._repr_html_() == FactGroup("Ann", FACTS)._repr_html_()


def picture(path):
    solution = solve(QUESTION.question, FACTS)
    plot_timeline(path, FACTS, explain(solution.query, FACTS), title=f"{QUESTION.question} costs $1 or $2")
    return path.read_bytes()


LIVES = (
    Life("A", HOSTILE, "person", CalendarDate(1910, 9, 3), CalendarDate(2001, 7, 4)),
    Life("B", "東京 $x", "person", CalendarDate(1927, 4)),
)


def test_two_lives_on_one_timeline(tmp_path):
    timeline = lay_out_lives(LIVES, HOSTILE)
    html = timeline_html(timeline)
    text = "".join(elements(html).itertext())
    assert f"✓ {HOSTILE}" in text
    assert "90 years, 10 months and 1 day" in text
    assert bars(html) == [BAR_COLOURS["answer"], BAR_COLOURS["not asked"]]
    assert bars(timeline_html(lay_out_lives(LIVES))) == [BAR_COLOURS[None]] * 2
    for name in ("one", "other"):
        draw_timeline(tmp_path / f"{name}.png", timeline, "Who died first?")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "other.png").read_bytes()


def test_a_sample_of_hieradate_shows_its_lives_and_questions():
    probes = [
        Probe("main", "main", "Who?", HOSTILE, "entity", HOSTILE),
        Probe("extract_1", "extraction", "When & where?", "3 September 1910", "date", "1910-09-03"),
    ]
    sample = Sample("H0", LIVES, "birth", "first", "year", "full_date", "normal", False, (), tuple(probes))
    text = "".join(elements(sample._repr_html_()).itertext())
    assert text.startswith(f"Who?✓ {HOSTILE}")
    assert text.endswith("When & where? 3 September 1910")


def test_the_same_facts_give_the_same_png(tmp_path):
    first = picture(tmp_path / "one.png")
    assert first[:8] == b"\x89PNG\r\n\x1a\n"
    assert first == picture(tmp_path / "other.png")


def test_a_png_carries_its_question_what_is_asked_or_its_subject(tmp_path):
    solution = solve(QUESTION.question, FACTS)
    explanation = explain(solution.query, FACTS)

    def drawn(*about, **title):
        plot_timeline(tmp_path / "one.png", FACTS, *about, **title)
        return (tmp_path / "one.png").read_bytes()

    assert drawn() == drawn(title="Ann <b>") != drawn(title=" ")
    assert drawn(explanation) == drawn(explanation, title=explanation.asked) != drawn(explanation, title="Why?")


def test_a_png_colours_answers_and_window(tmp_path):
    from matplotlib.colors import to_rgb
    from matplotlib.image import imread

    picture(tmp_path / "one.png")
    found = {
        tuple(colour) for colour in (imread(tmp_path / "one.png")[..., :3] * 255).round().astype(int).reshape(-1, 3)
    }
    for role in ("answer", "not asked"):
        assert tuple(round(255 * part) for part in to_rgb(BAR_COLOURS[role])) in found
    assert tuple(round(255 * part) for part in to_rgb(BAR_COLOURS["event"])) not in found


def test_names_that_look_like_formulas_or_are_in_other_letters_do_no_harm(tmp_path):
    odd = (fact("P54", r"$\frac{$ of {x}", "1990", "1991"), fact("P54", "東京" + "x" * 300, "1990-01", "1990-01"))
    plot_timeline(tmp_path / "odd.png", odd)
    plot_timeline(tmp_path / "many.png", [replace(odd[0], object=f"{n}") for n in range(500)])
    assert len(list(tmp_path.iterdir())) == 2


def test_a_picture_of_another_kind_is_refused(tmp_path):
    for path in (tmp_path / "one.svg", str(tmp_path / "one.svg")):
        with pytest.raises(InputError, match=r"one\.svg: expected a name that ends in \.png"):
            plot_timeline(path, FACTS)
    assert not list(tmp_path.iterdir())


def test_the_path_may_be_a_text_as_in_the_docs(tmp_path):
    plot_timeline(str(tmp_path / "one.png"), FACTS)
    assert [path.name for path in tmp_path.iterdir()] == ["one.png"]


def test_without_matplotlib_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"pip install 'temporal-qa\[report\]'"):
        picture(tmp_path / "none.png")
    assert list(tmp_path.iterdir()) == []
