"""Tables and plots of scored runs."""
