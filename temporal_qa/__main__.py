"""``python -m temporal_qa``: the command, where its folder is not on the path."""

from temporal_qa.command_line import main

main()
