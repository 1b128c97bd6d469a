"""What time and a fact are: calendar dates, spans of months, quintuples and the groups they form."""
