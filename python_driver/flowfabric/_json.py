"""Values of applications as JSON, for `Client` and for the outputs of handlers."""

from __future__ import annotations

import enum
import json
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID


def json_value(value: Any) -> Any:
    """The `default` of `json.dumps`: for dataclasses, models of pydantic, instants, ids, sets."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, set | frozenset | tuple):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


dumps = partial(json.dumps, default=json_value)
