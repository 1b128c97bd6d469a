"""Tables in Markdown, and the style of plots."""
