"""The commands of ``temporal-qa``, one file a verb. A command imports what is heavy when it runs."""
