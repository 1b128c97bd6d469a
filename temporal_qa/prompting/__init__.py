"""Chat models asked: prompts as chats, local models and endpoints, responses that survive a kill."""
