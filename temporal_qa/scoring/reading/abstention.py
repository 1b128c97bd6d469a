"""How an answer says that no answer is right, or that a text tells none."""

# ruff: noqa: RUF001

import re

from temporal_qa.scoring.reading import wording
from temporal_qa.scoring.reading.asked import Asked, without_times
from temporal_qa.scoring.reading.endings import tells_another_time
from temporal_qa.text.dates import find_dates
from temporal_qa.timeline import MONTH_NAMES

_MONTH = rf"(?-i:(?:{'|'.join(name[:3] for name in MONTH_NAMES)})[a-z]*\.?)"
# What follows a "no" that is not "none": "no idea", "no longer at Tesla", "no later than 1990", "no, it was Tesla".
_NOT_A_THING = (
    "ideas?|clue|way|doubt|problem|need|longer|later|earlier|sooner|more|less|fewer|question|reason|comment|guarantee"
    "|(?:end|start|exact) dates?|gaps?|breaks?|changes?|ambiguity"
    "|thanks|kidding|wait|sorry|actually|not|it|he|she|they|that|this|the|because|then"
)
# "There is no explicit mention of May 2008.", behind which a name may be the answer
_NO_DETAIL = re.compile(
    r"(?i)\b(?:no|none of)\b.*\b(?:explicit|exact|direct|specific|clear|details?|dates?|months?|match|mention(?:s|ed)?)"
    r"\b"
)
_SO = re.compile(rf"(?i)\A(?:{wording.THEREFORE}),?\s+")
# "None (there is a gap)", "none, because no fact covers it"; not "None, but Tesla".
_WHY = re.compile(r"\s*(?:[.,;:(\[]+|\s[-\u2013\u2014]\s|\s(?=(?:as|because|since)\s))\s*(?P<why>.{0,300})")
# "the provided text", "anywhere in this article", "based on the given text"
_OF_TEXT = r"(?:article|text|passage|document|context|paragraph|page|information)s?(?: provided| given)?"
_THE_TEXT = rf"(?:(?:the|this|provided|given) )*{_OF_TEXT}"
_OF_TEXT_SAID = re.compile(rf"(?i){_THE_TEXT} [a-z]")
_IN_TEXT = rf" (?:anywhere )?in (?:the|this) (?:\w+ )?{_OF_TEXT}"
_FROM_TEXT = rf" (?:from|by|in|with|based on|using|given) {_THE_TEXT}"
_AS_TOLD = re.compile(rf",? (?:according to|based on) {_THE_TEXT}\Z")
_TOLD = (
    r"(?:say|said|mention(?:ed)?|stated?|specif(?:y|ied)|tell|told|provided?|contain|indicated?|given?|list(?:ed)?"
    r"|included?|named?|identif(?:y|ied)|described?|found|available|answer(?:ed)?|cover(?:ed)?)"
)
_THIS = r"(?:this|that|it|(?:the|this) (?:answer|question)|(?:this |the )?information)"
_NOT_TOLD = rf"(?:{_THIS}(?: is| was|['’]s)?(?: |(?=n['’]t)))?(?:not|n['’]t) {_TOLD}(?:{_IN_TEXT})?"
# Begins another clause, which may name an answer: "The team was Arsenal; the season is not mentioned"; not "between
# May 1995 and June 1996".
_CLAUSE = (
    rf"[,;:()]|\. |\b(?:is|are|was|were|be|but|and(?! (?:\d{{1,2}} )?(?:{_MONTH} )?\d)"
    r"|although|though|which|whose)\b(?! not |n['’]t )"
)
# As one abstains who has read a text: it is a claim about the text, and no doubt.
_TEXT_DOES_NOT_TELL = re.compile(
    # "the article does not mention this"
    rf"(?i){_THE_TEXT} (?:do|does|did)(?: not|n['’]t) (?:\w+ )?{_TOLD}\b[^.\n]{{0,200}}"
    # "the passage gives no information", "the text lacks the details", "the article is silent"
    rf"|{_THE_TEXT} (?:(?:gives|contains|provides|has|offers|makes|says|mentions|states|tells|lists|names)"
    rf" (?:no|nothing|insufficient)|lacks|is silent)\b(?:(?!{_CLAUSE})[^.\n]){{0,100}}"
    # "it is not mentioned", "not stated in the text"
    # "it is not stated which employer she had in 1990"
    rf"|{_NOT_TOLD}(?: (?:which|what|whom?|where)\b[^.,;:()\n]{{1,150}})?"
    # "the head coach is not mentioned", "Bob Lee's team in 2005 is not given in the article"
    rf"|(?:the|his|her|their|its|(?-i:[^\W\d_a-z])[\w.-]*(?: [\w.-]+){{0,4}}['’]s) (?-i:[a-z])"
    rf"(?:(?!{_CLAUSE})[^\n]){{1,150}} (?:is|are|was|were)(?: not|n['’]t) (?:\w+ly )?{_TOLD}(?:{_IN_TEXT})?"
    # "the answer is not in the passage"
    rf"|(?:the answer (?:is|was) ?)?(?:not|n['’]t){_IN_TEXT}"
    # "it is not possible to determine from the article which team he led", "I can't find the answer in the article"
    rf"|(?:(?:{_THIS}|I)(?:['’][sm]| is| am)? )?(?:(?:not possible|impossible|unable) to"
    r"|(?:can|could|did)(?: ?not|n?['’]t)(?: be)?)"
    r" (?:determined?|tell|told|say|know|answer(?:ed)?|inferred|found|find(?= (?:this|that|any|the|it)\b))\b"
    rf"[^.,;:()\n]{{0,150}}(?:{_FROM_TEXT}|{_IN_TEXT})(?: [^.,;:()\n]{{1,150}})?"
    # "there's no mention of his team in the passage", "there is no information in the article about his team"
    rf"|(?:(?:there(?: is|['’]s) )?(?:no|not enough|insufficient)|there isn['’]t enough) (?:information|mention)\b"
    rf"[^.\n]{{0,100}}{_IN_TEXT}(?: (?:about|of|on|for)\b(?:(?!{_CLAUSE})[^.\n]){{1,100}}"
    r"| to (?:answer|determine|know|say|tell)\b(?:(?! so\b)[^.,;:()\n]){0,150})?"
    # "there is no mention of who led it in 1990"
    r"|(?:there(?: is| was|['’]s) )?no (?:mention|information|indication)(?: is (?:given|provided))? (?:of|about|on)"
    r" (?:who|whom|which|what|where)\b[^.,;:()\n]{1,150}"
    # "it is unknown who led it in 1990", "who led it in 1990 cannot be determined"
    r"|it(?: is|['’]s) (?:not known|unknown) (?:which|what|whom?|where)\b[^.,;:()\n]{1,150}"
    r"|(?:who|which \w+|what|where)\b[^.,;:()\n]{1,150} (?:cannot|can not|can['’]t) be (?:determined|answered|said)"
    # "unanswerable from the passage"
    rf"|(?:the question is )?(?:unanswerable|not answerable){_FROM_TEXT}"
)
# "No employer is given for 1990.", of a noun of the question and without a name
_NONE_GIVEN = re.compile(
    rf"(?i)no (?P<what>(?-i:[a-z]+(?: [a-z]+){{0,3}})) (?:is|was) {_TOLD}"
    rf"(?: (?:for|in|during|between|from)\b(?:(?!{_CLAUSE})[^\n]){{1,60}})?"
)
# "Unfortunately, the article does not say", "unknown, as the article does not say"
_REGRET = re.compile(r"(?i)\A(?:unfortunately,?|(?:I['’]m |I am )?sorry,?(?: but)?|as|because|since)\s+")
# After it: "It only says that he retired in 1999."
_ONLY_TELLS = re.compile(
    rf"(?i)(?:(?:it|{_THE_TEXT}) (?:only|just|merely|first) (?:says|states|mentions|tells|covers|lists)"
    r"|(?:the|his|her|its|their) (?:first|earliest|only) (?:\w+ ){1,4}(?:mentioned|listed|named|recorded) (?:is|was)"
    r"|the (?:closest|last known(?: \w+){1,6}?) (?:is|was))\b"
    r"(?:(?!\.\s|, so\b|: |\?).)*"
)
# After such a claim, what may name an answer: "..., but he led Ajax", "... except Ajax"
_GOES_ON = re.compile(
    r"(?i);|\b(?:but|although|though|however)\b"
    r"|\b(?:except|besides|beyond|(?:other|else)(?: \w+)? than|(?:apart|aside) from) (?:(?:in|at|for|by) )?(?-i:[A-Z])"
    # "..., so it must be Tesla"; not "..., so it is Unknown"
    rf"|, (?:{wording.THEREFORE}),? (?:[a-z'’]+ ){{0,5}}(?!unknown|none|n/a)(?-i:(?:[A-Z][^ ]*(?: |$))+)$"
    # "..., I would guess Tesla", "..., it was Tesla"
    r"|, (?:I(?: would|['’]d)? (?:guess|assume|say|go)|my guess|(?:it|the answer) (?:is|was)(?! not| unknown))\b"
)
# "..., so she stayed there"; not "..., so she is unknown"
_SO_SHE = re.compile(
    rf"(?i), (?:{wording.THEREFORE}|which means(?: that)?),? (?:I (?:assume|guess|think) (?:that )?)?(?:he|she|they)\b"
    r"(?!(?: \w+){0,2}(?: (?:unknown|not|no|never|cannot|nobody|none)\b|n['’]t))"
)
# The same beside "none": "None, but Tesla", "None; it was Tesla", "None, so Tesla"
_BUT = re.compile(
    rf"(?i)\A(?:{wording.THEREFORE}),? (?!unknown|none|n/a)(?-i:[A-Z])"
    r"|\b(?:but(?! (?:no|none|not|nothing|nobody)\b)|except|besides|apart|other|should|must|however|although|though"
    r"|instead|actually|wait|maybe|perhaps|or)\b"
    r"|\b(?:it|that) (?:was|is) (?-i:[A-Z])|(?-i:[A-Z]\S*) (?:was|is) (?:his|her|its|their)\b"
)
# A name, but for a word that begins a sentence
_NAMED = re.compile(
    r"(?:(?<=[\w,;:*\"'“(] )[*_\"'“]{0,3}(?!I\b)[A-Z]|\A[A-Z](?=[\w.'’&-]* [A-Z]))[\w.'’&-]*(?: [A-Z][\w.'’&-]*)*"
)
_DENIED = re.compile(rf"(?i)\b(?:{wording.NEGATIVE}|ends?|between)\b|n['’]t\b")
# What gives a name: "it was Tesla"; "the best answer is Tesla", "Tesla is the only company that fits"
_IT_WAS = re.compile(
    r"(?i)\b(?:it|that|this) (?:is|was|leaves|must be|must have been) (?:still |probably |likely )?(?-i:[A-Z])"
)
_GIVES = re.compile(
    r"(?i)\b(?:answer|plausible|must (?:be|have been)|best guess|if I had to|that fits|my knowledge"
    r"|only (?:option|candidate|choice))\b"
    r"|\b(?:I|we)(?:['’]d|['’]ll| would| will) (?:say|go|guess|pick|choose)\b"
)
_LEADING = re.compile(r"\A[^,]{1,60},\s")  # "In fact, "
_ADVERBS = re.compile(r"(?i)\b(?:still|likely|probably|therefore|thus|then|so|hence|also)\b")
_NAME = r"(?!(?:I|We|Maybe|Perhaps|Possibly|Probably|Presumably|Apparently|Hardly) )[^\W\d_a-z][\w.'’-]*"
# What may follow "nobody" or "no party": small words, months, and names after "of" or "in"; not "but", nor "knows".
_NOTHING_ELSE = (
    r"(?!.*\b(?:but|except|besides|other|than|know\w*|sure|certain|tell|say)\b)[a-z0-9'-]+"
    rf"(?: (?:(?:of|the|in|at|for|from|by|with) {_NAME}(?: (?:(?:of|and|for|the) )*{_NAME})*"
    rf"|[a-z0-9'-]+|{_MONTH})){{0,20}}"
)
_NONE = r"none(?: of (?:them|these|those|the above))?|nobody|no[ -]?one"
_WHO = rf"(?:he|she|they|{_NAME}(?: {_NAME}){{0,4}})"
_NO_ANSWER = re.compile(
    r"(?i)(?:(?:In|Before|After|Between|During) [^,]{1,30}, )?(?:there(?:['’]s| is| was| are| were) )?"
    r"(?:no (?:known )?answers?(?: (?:exists?|found|available|possible))?"
    rf"|{_NONE}|nothing|(?:the question is )?(?:unanswerable|not answerable)"
    # "nobody held it", "no party", "she held no office in May 2008", "he did not play for any team"
    rf"|(?-i:(?:[Nn]obody|[Nn]o[ -]one|[Nn]one|[Nn]o(?! (?:{_NOT_A_THING})\b)) {_NOTHING_ELSE}"
    rf"|(?:it|{_WHO})"
    rf" (?:(?:{wording.VERBS})(?: [a-z]+){{0,3}} no|(?:did|was|were|had)(?: not|n['’]t)(?: [a-z]+){{1,3}} any"
    r"|did(?: not|n['’]t) (?:have|hold) an?)"
    rf" (?!(?:{_NOT_A_THING}|information|evidence|mention|data|wonder|mistake)\b){_NOTHING_ELSE}"
    # "she was not married to anyone in 1972", "the post was vacant"
    rf"|(?:it|{_WHO}) (?:(?:did|was|were|had)(?: not|n['’]t)(?: [a-z]+){{1,3}} any(?:one|body|where)"
    rf"|(?:{wording.VERBS})(?: [a-z]+){{0,3}} (?:nobody|no[ -]one))(?: {_NOTHING_ELSE})?"
    rf"|(?:{_WHO} (?:was|were)(?: not|n['’]t)(?: yet)? (?:married|employed)|{_WHO} was unemployed"
    rf"|[Tt]he (?:post|position|office|seat) was vacant)(?: {_NOTHING_ELSE})?)|not applicable"
    rf"|{wording.NOBODY}"
    r"|n/a|null|none/unanswerable|(?:the )?empty set|∅|\\emptyset|\\varnothing|\[\s*\]|\{\s*\})"
)
_BARE = re.compile(rf"(?i)(?:there (?:is|was) )?no answer|{_NONE}|n/a")
# "She was at Tesla until 1990, but the article does not say who employed her then."
_BUT_NOT_TOLD = re.compile(rf"(?i)(?P<other>[^.;:\n]{{1,150}}), (?:but|and) (?P<said>{_THE_TEXT} [^\n]+)")
# "He moved to Ajax in 2004, and the article does not mention any other team."
_OF_OTHERS = re.compile(r"(?i)\b(?:other|another|further|else|departure|change)\b")
# "The article does not mention any other team.": beside the one that the answer is
_ANY_OTHER = re.compile(r"(?i)\b(?:(?:any|no|an|the) ?others?|any(?:one|body|thing) else)\b")
# "The passage does not say when he left.", "It gives no exact dates."
_OF_A_DETAIL = re.compile(
    r"(?i)\b(?:when|whether|if|that(?! (?:information|detail|answer|time|period|month|year)\b)"
    r"|how|why|until|since|exact(?:ly)?|dates?)\b"
)

# Between facts of one sentence: "Ann Lee ruled until 1932, and Bob Ray from 1935."
_AND_NAME = re.compile(r"; |,? and (?=(?:(?:with|at|for|in|by|to|of) )?(?:the )?[A-Z])")


def is_no_answer(text: str, asked: Asked | None = None) -> bool:
    """Whether the text says that no answer is right, or that a text tells none.

    Beside such a claim may stand facts of another time than the one asked for.

    >>> all(map(is_no_answer, ["none", "Nobody held it.", "no party", "The head coach is not mentioned."]))
    True
    """
    text = _SO.sub("", text.rstrip(" .!\u3002"))
    said = _AS_TOLD.sub("", text)
    if _says_none(text, asked) or (said != text and is_no_answer(said, asked)):
        return True
    if source := wording.SOURCE.match(text):  # "Based on the passage, this cannot be answered."
        rest = text[source.end() :]
        return is_no_answer(rest, asked) or tells_nothing(f"{rest} in the passage")
    part = _BUT_NOT_TOLD.fullmatch(text)
    if part and tells_nothing(part["said"]) and not _OF_A_DETAIL.search(part["said"]):
        return _is_of_another_time(part["other"], asked) and not _OF_OTHERS.search(part["said"])
    parts = wording.SENTENCE_END.split(text.replace(", and ", " and "))
    facts = [part for part in parts if _OF_A_DETAIL.search(part) or not _says_none(part, asked)]
    if len(facts) < len(parts) and all(_is_of_another_time(fact, asked) for fact in facts):
        return True  # "The article does not say. She left Tesla in 1999."
    bare = text[1:-1] if text[:1] + text[-1:] in ("()", "[]", "<>") else text
    if _NO_ANSWER.fullmatch(text) or _NO_ANSWER.fullmatch(bare):
        return not wording.is_hedged(text)  # "He was perhaps married to nobody."
    if (found := _WHY.search(text, 1)) is None:
        return False
    said, why = text[: found.start()].strip("\"'“”"), found["why"]
    if _NO_DETAIL.search(said) and _named_in(why, asked):
        return False
    is_all = found.end() == len(text) and not (_BUT.search(why) or _SO_SHE.search(text) or wording.is_hedged(why))
    others = wording.SENTENCE_END.split(why)[1:]  # "None, as it was not told. Ann Lee."; not "None (fact 3; fact 4)"
    others = [part for part in others if part != part.lower() and not (wording.is_sentence(part) or is_no_answer(part))]
    is_all = is_all and not others and not names_after_all(text[found.start() :], asked)
    is_of_text = is_all and _ONLY_TELLS.fullmatch(why) is not None
    if is_of_text and tells_nothing(said):
        return not (_OF_A_DETAIL.search(said) or (asked and asked.touches(why)))
    if wording.is_hedged(said) or not _NO_ANSWER.fullmatch(said):  # "Unknown - the article does not say."
        return wording.DOUBT_START.fullmatch(said) is not None and (is_of_text or tells_nothing(why.rstrip(")]")))
    return is_all and all(
        not part[:1].isupper() or wording.is_sentence(part) or _OF_TEXT_SAID.match(part) for part in why.split(": ")
    )


def _says_none(text: str, asked: Asked | None) -> bool:
    """Whether a sentence alone says it: "None.", "The article does not say.", "No employer is given for 1990."."""
    if _NO_ANSWER.fullmatch(text) and not wording.is_hedged(text):
        return True
    given = _NONE_GIVEN.fullmatch(text) if asked else None
    is_given = given and asked and asked.has_words_of(given["what"]) and not _named_in(text, asked)
    return bool(is_given) or tells_nothing(text)


def names_after_all(reasons: str, asked: Asked | None) -> bool:
    """Whether a sentence behind "none" gives a name as the answer: "Still, it was Tesla.", "Tesla was her employer.";
    not "She left Tesla in 1999.", nor "Tesla is a company."."""
    return any(_gives_name(part, asked) for part in wording.SENTENCE_END.split(reasons.strip(" .,;:([-–—")))


def _named_in(text: str, asked: Asked | None) -> list[str]:
    """The names in a text that its question does not have."""
    question, names = (asked.question, asked.names) if asked else ("", ())
    text = without_times(text, find_dates(text))
    known = [name for name in names if name in text and name not in question]
    return known + [found for found in _NAMED.findall(text) if found.strip("*_\"'“") not in question]


def _gives_name(sentence: str, asked: Asked | None) -> bool:
    named = _named_in(sentence, asked)
    if not named or _ONLY_TELLS.fullmatch(sentence):
        return False
    if _IT_WAS.search(sentence):
        return True
    if _DENIED.search(sentence) or asked is None:
        return False
    if _GIVES.search(sentence):
        return True
    parts = re.split("|".join(map(re.escape, sorted(named, key=len, reverse=True))), sentence)
    dated = [part for part in parts if find_dates(part)]
    is_of_time = not dated or any(map(asked.is_not_apart, dated))
    rest = _LEADING.sub("", " ".join(parts))
    return is_of_time and wording.is_sentence(rest) and asked.has_words_of(_ADVERBS.sub("", rest))


def _is_of_another_time(fact: str, asked: Asked | None) -> bool:
    clauses = _AND_NAME.split(fact)
    is_apart = asked is not None and not any(asked.is_not_apart(each, but_for_edges=True) for each in clauses)
    is_apart = is_apart and not wording.leaves_open(fact)
    touches = asked is not None and any(map(asked.touches, clauses))
    return wording.is_sentence(fact) and not (touches or _GIVES.search(fact)) and (is_apart or tells_another_time(fact))


def is_none_at_last(text: str, *, of_asked_time: bool = False) -> bool:
    """Whether a last paragraph says that no answer is right, and not that some detail is missing.

    ``of_asked_time`` says that the paragraph has the time of the question: "In May 2008, he had no employer.".

    >>> is_none_at_last("The passage does not say."), is_none_at_last("The passage does not say when he left.")
    (True, False)
    """
    text = _REGRET.sub("", _SO.sub("", text.rstrip(" .!")))
    is_said = of_asked_time or wording.SOURCE.match(text) or tells_nothing(text) or _BARE.fullmatch(text)
    return bool(is_said and is_no_answer(text)) and _OF_A_DETAIL.search(text) is None


def tells_nothing(text: str) -> bool:
    """Whether a claim about a text says that it does not tell: "the article does not mention this"."""
    text = _REGRET.sub("", text.strip(" ,.;:!-\u2014"))
    is_open = _GOES_ON.search(text) or _SO_SHE.search(text) or _ANY_OTHER.search(text)
    return _TEXT_DOES_NOT_TELL.fullmatch(text) is not None and not is_open
