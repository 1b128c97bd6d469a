"""Card templates (Jinja), filled by temporal_qa.hub.cards."""
