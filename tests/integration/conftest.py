"""Nothing in this folder belongs to the default tests: each check is a program."""

collect_ignore_glob = ["*"]
