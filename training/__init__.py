"""Scripts that train models and run them on questions; each begins with the command that runs it."""
