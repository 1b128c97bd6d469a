"""Reads the questions and responses that others released as rows of ours, one file or folder a family."""
