"""Read a function file of ours.

PostgreSQL's own grammar (pglast) cuts a file into the parts that the rules of `sql_rules` talk
about. Of a body it knows nothing: there a lexer separates code, comments and literals, so that a
rule about code never trips over a word in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pglast import ast, parse_sql
from pglast.enums import FunctionParameterMode
from pglast.parser import ParseError

# In this order at every position; what none of them matches is code.
_LEXEMES = re.compile(
    r"""
    (?P<comment> --[^\n]* | /\*.*?\*/ )
  | (?P<string> (?: \b[eE] ' (?: [^'\\] | '' | \\. )* ' ) | (?: ' (?: [^'] | '' )* ' ) )
  | (?P<identifier> " (?: [^"] | "" )* " )
  | (?P<dollar> \$(?P<tag> \w* )\$ .*? \$(?P=tag)\$ )
    """,
    re.VERBOSE | re.DOTALL,
)

KINDS = ("comment", "string", "identifier", "dollar")


@dataclass(frozen=True)
class Lexeme:
    """A comment, a string ('', "" or dollar-quoted), with its place in the text."""

    kind: str
    text: str
    start: int
    end: int


def lexemes(text: str) -> Iterator[Lexeme]:
    """Everything that is not code."""
    for match in _LEXEMES.finditer(text):
        kind = next(kind for kind in KINDS if match[kind] is not None)
        yield Lexeme(kind, match[0], match.start(), match.end())


def code_of(text: str) -> str:
    """The text with all else blanked out; offsets and lines stay what they were."""
    parts = []
    position = 0
    for lexeme in lexemes(text):
        parts.append(text[position : lexeme.start])
        # The quotes stay: they show that there is a value.
        quote = "" if lexeme.kind == "comment" else "'"
        blank = re.sub(r"[^\n]", " ", lexeme.text)
        parts.append(quote + blank[len(quote) : len(blank) - len(quote)] + quote)
        position = lexeme.end
    parts.append(text[position:])
    return "".join(parts)


def literals_of(text: str) -> list[str]:
    """The contents of all single-quoted strings."""
    return [lexeme.text.strip("'") for lexeme in lexemes(text) if lexeme.kind == "string"]


class NotAFunctionFileError(Exception):
    """The file is not one function and its comment; the message says what is missing."""


_AS = re.compile(r"as (?P<quote>\$\w*\$)")
_DECLARE = re.compile(r"^ *declare\n(.*?)^ *begin$", re.MULTILINE | re.DOTALL)
_DECLARATION = re.compile(
    r"\s*(?P<name>\w+) (?P<constant>constant )?(?P<type>[^:;]+?)(?P<value> :=.*| default .*)?",
    re.DOTALL,
)


@dataclass(frozen=True)
class Variable:
    name: str
    is_constant: bool
    has_value: bool
    offset: int  # in the body


@dataclass(frozen=True)
class FunctionFile:
    """One function: `create or replace function` and `comment on function`."""

    path: Path
    text: str
    name: str
    parameters: list[str]
    attributes: list[tuple[int, str]]  # line, text
    tag: str
    body: str
    body_offset: int
    comment_name: str
    comment: str
    comment_offset: int
    trailing: list[tuple[int, str]] = field(default_factory=list)

    @property
    def is_public(self) -> bool:
        return self.name.startswith("ff_")

    @cached_property
    def body_code(self) -> str:
        return code_of(self.body)

    def line(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1

    def body_line(self, offset: int) -> int:
        return self.line(self.body_offset + offset)

    @cached_property
    def variables(self) -> list[Variable]:
        """What the body declares (the language is told by `declare`)."""
        found = []
        for section in _DECLARE.finditer(self.body_code):
            position = section.start(1)
            for declaration in section[1].split(";")[:-1]:
                if match := _DECLARATION.fullmatch(declaration):
                    variable = Variable(
                        name=match["name"],
                        is_constant=bool(match["constant"]),
                        has_value=bool(match["value"]),
                        offset=position + match.start("name"),
                    )
                    found.append(variable)
                position += len(declaration) + 1
        return found

    @cached_property
    def called(self) -> set[str]:
        """Those of our functions that the body calls."""
        return set(re.findall(r"(?<!\w)((?:_|ff_)\w+)\(", self.body_code))


def parse_function_file(path: Path, text: str) -> FunctionFile:
    """Cut a file into its parts."""
    try:
        statements = [(each.stmt, _start(text, each.stmt_location)) for each in parse_sql(text)]
    except ParseError as error:
        raise NotAFunctionFileError(f"not SQL: {error}") from error
    function = _first(statements, ast.CreateFunctionStmt, "create or replace function")
    comment = _first(statements, ast.CommentStmt, "comment on function")
    body = next(option for option in function[0].options if option.defname == "as")
    opening = _AS.match(text, body.location)
    if not (function[0].replace and opening):
        raise NotAFunctionFileError("no `create or replace function` with a line `as $name$`")

    def line(offset: int) -> int:
        return text.count("\n", 0, offset) + 1

    # what stands between the parameters and the body begins at the first column
    head = code_of(text[: body.location])[function[1] :].splitlines()
    attributes = [
        (line(function[1]) + number, attribute)
        for number, attribute in enumerate(head)
        if number > 0 and attribute.strip() and not attribute.startswith((" ", ")"))
    ]
    return FunctionFile(
        path=path,
        text=text,
        name=function[0].funcname[-1].sval,
        parameters=[
            parameter.name
            for parameter in function[0].parameters or ()
            if parameter.mode != FunctionParameterMode.FUNC_PARAM_TABLE
        ],
        attributes=attributes,
        tag=opening["quote"].strip("$"),
        body=body.arg[0].sval,
        body_offset=opening.end(),
        comment_name=comment[0].object.objname[-1].sval,
        comment=comment[0].comment,
        comment_offset=comment[1],
        trailing=[
            (line(start), text[start:].split("\n", 1)[0])
            for statement, start in statements
            if statement not in (function[0], comment[0])
        ],
    )


def _start(text: str, location: int) -> int:
    """Where the statement begins: its location includes the blanks and comments before it."""
    code = code_of(text)
    return location + len(code[location:]) - len(code[location:].lstrip())


def _first(statements: list[tuple[Any, int]], kind: type, words: str) -> tuple[Any, int]:
    for statement, start in statements:
        if isinstance(statement, kind):
            return statement, start
    raise NotAFunctionFileError(f"no `{words}`")
