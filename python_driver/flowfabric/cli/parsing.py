"""The arguments of commands, and code that several commands share."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

AddCommand = Callable[[str, Callable[[argparse.Namespace], int], str], "Parser"]


class Formatter(argparse.HelpFormatter):
    def __init__(self, prog: str, **options: Any) -> None:
        super().__init__(prog, **(options | {"max_help_position": 14}))


class Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", Formatter)
        super().__init__(**options)

    def error(self, message: str) -> NoReturn:
        """argparse quotes what it does not understand: that may be a connection string."""
        if re.search(r"://|password", message, re.IGNORECASE):
            message = "give the connection string with --dsn"
        super().error(message)


def json_argument(text: str) -> Any:
    """JSON; `@FILE` reads a file, `-` standard input."""
    if text == "-":
        text = sys.stdin.read()
    elif text.startswith("@"):
        try:
            text = Path(text[1:]).read_text(encoding="utf-8")
        except OSError as error:
            raise argparse.ArgumentTypeError(f"{text[1:]}: {error.strerror}") from None
    try:
        return json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"the value is not JSON: {error}") from None


def number_argument(least: int, most: int) -> Callable[[str], int]:
    """A whole number between two others."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number between {least} and {most}"
            )
        return int(text)

    return parse


# ten years, as the engine has it
MILLISECONDS = number_argument(0, 315_360_000_000)


def pair_argument(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError("write it as KEY=VALUE")
    return key, value
