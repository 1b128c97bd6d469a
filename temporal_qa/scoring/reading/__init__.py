"""From a response to its answers: thought, place, names or values. Begin with response.py."""
