"""Asking language models: prompts as chats, a local model or an endpoint, responses that survive a kill."""
