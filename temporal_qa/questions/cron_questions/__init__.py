"""CronQuestions: questions over a temporal knowledge graph (Saxena, Chakrabarti and Talukdar, ACL 2021)."""
