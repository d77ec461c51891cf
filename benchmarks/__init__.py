"""Measurements, each beside a named peer where there is one. `python -m benchmarks [NAME [ARGUMENT ...]]`."""
