"""Why nothing is read in a response: the exception that says so, and the reasons that several rules give."""


class NotRead(Exception):
    """Raised inside the reader for a text that is not an answer; the message becomes the ``reason``."""


UNFINISHED = "a thought that never ends"
NOTHING_THERE = "nothing where the answer should be"
DOUBT = "doubt or refusal"
TAKEN_BACK = "an answer that is taken back"
