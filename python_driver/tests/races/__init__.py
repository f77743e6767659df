"""Races between real sessions: whatever the timing, every execution has one owner at a time and is
completed exactly once, and nobody waits for whom he should not wait for.

What can be put in order step by step is an isolation spec (tests_sql/isolation); here are the races
that need many sessions, the real clock, sessions that die, or the SQLSTATE of an error.
"""
