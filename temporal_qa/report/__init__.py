"""Reports of scored runs as tables and plots, and the statistics of dataset cards."""
