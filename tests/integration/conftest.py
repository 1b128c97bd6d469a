"""Nothing in this folder is part of the default tests: each check is a program of its own."""

collect_ignore_glob = ["*"]
