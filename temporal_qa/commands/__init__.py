"""The commands of ``temporal-qa``, as functions; each imports what it needs when it runs."""
