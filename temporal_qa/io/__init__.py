"""Reading and writing files, long work that resumes, processes, and errors of bad input."""
