"""One folder for each metric, which is an ``evaluate`` module and a Space of the Hub."""
