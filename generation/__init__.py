"""What data is made from: relations and their wordings, word lists, recipes. Data to read and edit."""
