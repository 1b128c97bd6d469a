"""Two processes at the same work in the same place: what is there in the end is whole and right."""

import pytest
from long_commands import LINES, QUESTIONS

REFUSALS = ("another process is writing it", "the folder exists", "the file exists", "another commit was made there")


@pytest.mark.parametrize("command", [name for name in LINES if name != "build temp-answer-qa"])
def test_two_at_a_time(command, place, undisturbed, chosen):
    """One of them refuses in one line, or both end well."""
    chosen(command in ("mine", "build complex-tr", "predict"))
    whole, here = undisturbed(command), place(command)
    rivals = [here.start() for _ in range(2)]
    for rival in rivals:  # both, since `end` reads what is there
        rival.wait(timeout=300)
    ended = [here.end(rival) for rival in rivals]
    assert 0 in [one.returncode for one in ended], [one.stderr for one in ended]
    for one in ended:
        assert one.returncode in (0, 2)
        assert not one.returncode or any(refusal in one.stderr.splitlines()[-1] for refusal in REFUSALS), one.stderr
    assert here.results() == whole.results
    assert not here.strays()
    if command == "predict":
        assert len(here.endpoint.asked) == QUESTIONS, "asked twice"
