"""TimeQA (Chen, Wang and Wang, 2021): time-sensitive questions that a long document answers, or does not."""
