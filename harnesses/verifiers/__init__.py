"""The taskset of verifiers, installed as ``temporal_qa_v1``, the name by which its commands find it."""

from temporal_qa_v1.taskset import TemporalTaskset

__all__ = ["TemporalTaskset"]
