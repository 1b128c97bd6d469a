"""Reading files, writing them whole or not at all, long work that resumes, processes, and errors of bad input."""
