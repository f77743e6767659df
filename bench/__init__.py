"""Benchmarks, for `make bench`: figures as ratios to what the same server did beside them."""
