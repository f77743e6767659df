"""Waiting for the results of executions, for `Client`, `AsyncClient` and the worker."""
