"""Durations, for what is declared and waited for: `minutes(10)`, `days(3)`."""

from __future__ import annotations

from datetime import timedelta


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def days(count: float) -> timedelta:
    return timedelta(days=count)
