"""Work divided into tasks, on datatrove's executors: processes here, Slurm jobs, a Ray cluster (extra ``scale``)."""
