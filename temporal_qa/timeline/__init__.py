"""Calendar dates, spans of whole months, facts (quintuples) and their groups, and files of facts."""
