"""Long work over many rows, in tasks that resume, on datatrove."""
