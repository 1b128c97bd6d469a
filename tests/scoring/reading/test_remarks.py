"""What may stand beside names, word by word: titles, dates, reasons, words of another time, of conclusions."""

import pytest

from temporal_qa.scoring.reading.endings import SAYS_MORE, tells_another_time
from temporal_qa.scoring.reading.response import read_answers

from ..conftest import each

IN_MAY = "Which employer did Ann Lee work for in May 2003?"


def names_in(text, question=IN_MAY):
    return read_answers(text, ["Tesla", "SpaceX", "Boeing"], question=question).answers


@pytest.mark.parametrize("text", [
    *each("{} Tesla", "Mr/Mrs/Ms/Dr/Prof/Professor/Sir/Dame/Lord/Lady/King/Queen/President/Prime Minister/PM/Governor"),
    *each("{} Tesla", "Mayor/Chancellor/Senator/Chair/Chairwoman/Chairman/Chairperson/Emperor/Empress/Pope/Prince"),
    *each("{} Tesla", "Princess/Captain/Coach/General/Major General/Lieutenant General/Colonel/Admiral/Father/Bishop"),
    *each("{} Tesla", "Archbishop/Judge/Mr./Dr."),
    *each("Tesla ({})", "from 2001/to 2001/until 2001/till 2001/through 2001/since 2001/between 2001 and 2003/in 2001"),
    *each("Tesla ({})", "of 2001/present/2001-now/today/onward/onwards/early 2001/mid 2001/late 2001/1 year/2 years"),
    *each("Tesla ({})", "3 months/1 day/at 2001/on 1 May/during 2001/throughout 2001/that year/this year"),
    *each("Tesla ({})", "the given time/period/interval/born 1901/died 1990/held 2001/b. 1901/d. 1990/fact 3"),
    *each("Tesla ({})", "facts 3, 4/May 2001/1st May/2nd/3rd/4th/1990s"),
    *each("Tesla{}", ", from May 2001/, since 2001/, until 2001/, between 2001 and 2003/, in 2001/, at 2001"),
    *each("Tesla{}", ", on 1 May 2001/, during 2001/, throughout 2001/ born 1901/ died 1990/ held 2001/: 2001/; 2001"),
    *each("Tesla{}", " - 2001/ \u2013 2001"),
    *each("Tesla{}", ", because he led it/ since he led it/ who led it/, whom he led/, whose owner he was"),
    *each("Tesla{}", ", which he led/ where he worked/, as he led it/, having led it/, given that he led it"),
    *each("Tesla{}", ", according to fact 2/, based on fact 2/, with its cars/, a firm there/, an old firm/, his firm"),
    *each("Tesla{}", ", her firm/, its owner/, their firm/, the firm there/, by 2 facts/, before it closed"),
    *each("Tesla{}", ", after it began/, following a year of work/, when it began/, so he led it/, so that is it"),
    *each("Tesla{}", " (a car maker)/ - he led it/. he led it/; she led it/: it led him/: car maker"),
    *each("{} Tesla.", "That would be"), "Tesla (term starting May 2003)",
    *each("{} Tesla", "In/At/For/By/As/With/On the staff of/on the team of"),
    *each("It covers May 2003. {} Tesla.", "So/Thus/Hence/Therefore/Consequently/Accordingly/As a result/In short"),
    *each("It covers May 2003. {} Tesla.", "In summary/We conclude/I can conclude/One can thus conclude that it is"),
    *each("It covers May 2003. {} Tesla.", "This means/That leaves/This leaves us with/This leaves only/TL;DR:"),
    *each("It covers May 2003. {} Tesla.", "This means that it was"),
    *each("In May 2003, {} Tesla.", "this covers/this includes/they include/they cover"),
    *each("She led Tesla in May 2003. SpaceX {}.", "had ended/had already ended/had only begun in 2004/began in 2004"),
    *each("She led Tesla in May 2003. SpaceX {}.", "started in 2004/joined in 2004/followed/succeeded/left in 2001"),
    *each("She led Tesla in May 2003. SpaceX {}.", "resigned in 2001/stepped down in 2001/took over in 2004"),
    *each("She led Tesla in May 2003. SpaceX {}.", "took office in 2004/came only in 2004/came later"),
    *each("She led Tesla in May 2003. SpaceX {}.", "did not begin until 2004/did not join before 2004/is excluded"),
    *each("She led Tesla in May 2003. SpaceX {}.", "were not included/is not counted/was not relevant/does not count"),
    *each("Tesla. SpaceX began in June 2003, {}.", "so it does not count/and so it does not count/so this was not it"),
    *each("Tesla. SpaceX began in June 2003, {}.", "so he did not lead/so she has not led/so it doesn't count"),
])  # fmt: skip
def test_what_may_stand_beside_a_name(text):
    assert names_in(text) == ["Tesla"]


@pytest.mark.parametrize(("lead", "names"), [
    *((lead, ["Tesla"]) for lead in (
        "2003: ", "May 2003: ", "As of 2003: ", "In May 2003: ", "Since 2001: ", "2001-2004: ", "Ann Lee: ",
        "Employer: ", "Since SpaceX ended in 2002: ", "First: I look. Result: ", "2001: SpaceX. 2003: ",
        "Reasoning: Tesla employed her. Conclusion: ", "Facts: SpaceX from 2004. Final Result: ",
        "2001\u2013present: ", "2001 to today: ", "2001 onwards: ", "2001-: ", "2001+: ", "2001-?: ",
        "1995-2001: SpaceX. 2001-2004: ",
    )),
    *((lead, None) for lead in (
        "1992: ", "May 1992: ", "Employer in 1992: ", "As of 1992: ", "1992-1995: ", "May 2003: SpaceX. June 1992: ",
        "Ann Lee: SpaceX. Bob Ray: ", "Ann Lee: nobody. Bob Ray: ",
    )),
])  # fmt: skip
def test_what_leads_to_a_name_may_not_tell_of_another_time_or_life(lead, names):
    read = names_in(f"{lead}Tesla")
    assert read == names if names else read != ["Tesla"]


@pytest.mark.parametrize("dates", [
    *each("{}", " from 2001/ since 2001/ until 2003/ between 2001 and 2003/ in 2001/: 2001/, 2001/ - 2001"),
    *each("{}", " from 1 May 2001/ from May 1, 2001/ from 2001 to 2003/ from 2001 until 2003/ from 2001 till 2003"),
    *each("{}", " from 2001 through 2003/ from 2001 to the present/ from 2001 to present/ from 2001 - now"),
    *each("{}", " from 2001 until today"),
])  # fmt: skip
def test_dates_may_stand_between_names(dates):
    assert names_in(f"Tesla{dates} and SpaceX", "Who?") == ["Tesla", "SpaceX"]


@pytest.mark.parametrize(
    "remark", ["fully within", "partly overlapping", "partially overlaps", "included", "covers it"]
)
def test_a_remark_may_say_that_a_span_overlaps(remark):
    text = f"- Tesla: 2001 to 2003 ({remark})\n- SpaceX: 2002 to 2004 (overlap)"
    assert names_in(text) == ["Tesla", "SpaceX"]


@pytest.mark.parametrize("text", [
    *each("She {} Tesla.", "left/leaves/resigned from/retired from/stopped at/was dismissed from/was fired from"),
    *each("She {} Tesla.", "was released from/was sacked from/was expelled from/was removed from/was dropped from"),
    *each("She {} Tesla.", "quit/parted with/gave up/leave/was leaving/will depart/departed"),
    *each("She {} Tesla.", "announced her departure from/withdrew from/will withdraw from/deserted/abandoned"),
    *each("She {} Tesla.", "ran out of/had ended at/have ended/ended her time at/left behind her/had ahead/would join"),
    *each("She {} Tesla.", "was joining/hired/was offered/applied to/declined/refused/rejected/turned down/failed at"),
    *each("She {} Tesla.", "was invited to/hoped for/planned for/wanted to lead/wished to lead/was about to lead"),
    *each("She {} Tesla.", "would be a boss of/will lead/would lead/worked for a rival of/competed with"),
    *each("She {} Tesla.", "was a competitor of/led before/led prior to/led previously/formerly led"),
    *each("She {} Tesla.", "was a former head of/nearly led/almost led/hardly led/barely led/scarcely led"),
    *each("She {} Tesla.", "rarely led/led up to/led after/led following/was bigger than/was outside/replaced"),
    *each("She {} Tesla.", "succeeded/preceded/followed/had a gap at/had a break at/led at most/led at least"),
    *each("She {} Tesla.", "led at the earliest/led at the latest/approximately led/led minus/ceased leading"),
    *each("She {} Tesla.", "ceased to lead/led later/led earlier/came from/was out of/was off/was past/was beyond"),
    *each("She {} Tesla.", "worked besides/worked against/worked without/was unlike/was contrary to"),
    *each("She {} Tesla.", "was over/mentions/mentioned/names/lists"),
    *each("Her {} employer was Tesla.", "previous/next/future/old/ex-dear/subsequently found"),
    *each("In May 2003, {} was Tesla.", "another one/the following one/the later one"),
    *each("Tesla, which {}.", "had left/has left/have ended/was over/were out/is closed/are gone/was missing"),
    *each("Tesla, which {}.", "was finished/already left/had already resigned/had retired/had quit/had stepped down"),
    *each("Tesla, which {}.", "was the previous one/was her former one/was the second/was the other/came too late"),
    *each("Tesla, which {}.", "was too early/he left/that left/which she left/they left it"),
])  # fmt: skip
def test_each_word_of_another_time(text):
    assert "Tesla" not in names_in(text)


@pytest.mark.parametrize(
    "text", each("Tesla, which {}.", "she left in 2005/he left it on 1 May 2005/had left its mark")
)
def test_an_end_of_its_own_leaves_a_name(text):
    assert names_in(text) == ["Tesla"]


@pytest.mark.parametrize("text", [
    *each("it covers that month{}", "; then SpaceX/ - SpaceX too/, and more/, plus more/, as well/ too/ both"),
    *each("it covers that month{}", ", then more/, so more/, she replaced him/. Right/, correct it/ is the answer"),
    *each("it covers that month{}", ", which counts/, wait/, actually more"),
])  # fmt: skip
def test_each_word_with_which_a_reason_says_more(text):
    assert SAYS_MORE.search(text)


@pytest.mark.parametrize("text", [
    *each("as he {} there", "followed him/stepped down/retired/had been/moved/ended/began/came/started/took over"),
    *each("as he {} there", "was taken"),
])  # fmt: skip
def test_each_word_of_a_reason_that_tells_of_another_time(text):
    assert tells_another_time(text)
