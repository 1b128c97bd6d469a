"""Facts mined from dumps of Wikidata."""
