"""The places of final answers where no names are known."""

import pytest

from temporal_qa.scoring.reading.response import read_answers


@pytest.mark.parametrize(
    "text",
    ["Endgültige Antwort: {}", "**Antwort:** {}", "Réponse finale : {}", "Respuesta final: {}", "Resposta final: {}",
     "Risposta: {}", "Окончательный ответ: {}", "根据给出的事实，最终答案：{}", "最终答案是：{}。", "最終的な答え：{}",
     "최종 답변: {}", "الإجابة النهائية: {}", "| # | Answer |\n|---|---|\n| 1 | {} |", "final_answer('{}')"],
)  # fmt: skip
@pytest.mark.parametrize("answer", ["Hull City", "Sep. 12, 1946", "644"])
def test_an_answer_after_words_of_other_languages_where_no_names_are_known(text, answer):
    assert read_answers(text.format(answer)).answers == [answer]
