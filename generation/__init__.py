"""The data that questions are made from, to read and edit: relations and wordings, instructions, word lists."""
