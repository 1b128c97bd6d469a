"""The places of final answers where no names are known."""

import pytest

from temporal_qa.scoring.reading.response import read_answers


@pytest.mark.parametrize(
    "text",
    ["Endgültige Antwort: {}", "**Antwort:** {}", "Die Antwort ist {}", "La respuesta es {}", "答案是{}。",
     "Réponse finale : {}", "Respuesta final: {}", "Resposta final: {}",
     "Risposta: {}", "Câu trả lời cuối cùng: {}", "Ostateczna odpowiedź: {}", "Jawaban Akhir: {}", "Eindantwoord: {}",
     "**最终答案**\n\n{}", "最终答案：【{}】", "Остаточна відповідь: {}", "अंतिम उत्तर: {}", "Final Answer: {} ✨",
     "Окончательный ответ: {}", "根据给出的事实，最终答案：{}", "最终答案是：{}。", "最終的な答え：{}",
     "최종 답변: {}", "الإجابة النهائية: {}", "| # | Answer |\n|---|---|\n| 1 | {} |",
     "| Step | Result |\n|---|---|\n| Both | Ajax, Hull City |\n| **Final Answer** | {} |", "final_answer('{}')",
     '[TOOL_CALLS][{{"name": "final_answer", "arguments": {{"answer": "{}"}}}}]',
     '<|tool_call_begin|>functions.final_answer:0<|tool_call_argument_begin|>{{"answer": "{}"}}<|tool_call_end|>',
     '<｜tool▁calls▁begin｜>final_answer<｜tool▁sep｜>{{"answer": "{}"}}<｜tool▁call▁end｜>',
     '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>commentary to=functions.final_answer '
     '<|constrain|>json<|message|>{{"answer": "{}"}}<|call|>'],
)  # fmt: skip
@pytest.mark.parametrize("answer", ["Hull City", "Sep. 12, 1946", "644"])
def test_an_answer_after_words_of_other_languages_where_no_names_are_known(text, answer):
    assert read_answers(text.format(answer)).answers == [answer]


@pytest.mark.parametrize(
    "text", ["Die falsche Antwort ist {}", "Ich weiß nicht, ob die Antwort ist {}", "我不认为答案是{}", "答案不是{}"]
)
def test_a_denial_in_other_languages_is_no_answer(text):
    assert read_answers(text.format("Hull City"), ["Hull City", "Ajax"]).answers != ["Hull City"]
    assert read_answers("Die Antwort ist Hull City", ["Hull City", "Ajax"]).answers == ["Hull City"]


@pytest.mark.parametrize("years", ["1997 und 1998", "1997 et 1998", "1997 y 1998", "1997 e 1998", "1997、1998"])
def test_years_in_other_languages(years):
    assert read_answers(f"Final Answer: {years}", answer_type="time").answers == ["1997", "1998"]


@pytest.mark.parametrize("key", ["incorrect", "invalid", "needs_correction", "corrected"])
def test_an_object_that_calls_its_answer_not_wrong_has_one(key):
    assert read_answers(f'{{"answer": "Hull City", "{key}": false}}').answers == ["Hull City"]


def test_an_object_that_calls_its_answer_wrong_has_none():
    assert read_answers('{"answer": "Hull City", "correct": true}').answers == ["Hull City"]
    assert read_answers('{"answer": "Hull City", "correct": false}').reason


def test_an_answer_that_goes_on_in_the_next_line_is_no_remark():
    text = "Final Answer: Ann Lee\n$and John F . Kennedy , Jr .\n\nThe facts say so."
    assert read_answers(text).answers == ["Ann Lee", "John F . Kennedy , Jr ."]
