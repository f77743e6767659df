"""Read a function file of ours: just enough of SQL's lexical structure, no grammar.

A lexer separates code, comments and literals, so that a rule about code never trips over a word in
a comment; `FunctionFile` cuts a file into the parts that the rules of `sql_rules` talk about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

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


_HEADER = re.compile(r"create or replace function (?P<name>\w+) ?\(")
_AS = re.compile(r"^as (?P<quote>\$\w*\$)", re.MULTILINE)
_COMMENT = re.compile(r"comment on function (?P<name>\w+)(?: ?\([^)]*\))? is\s+")
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
        """The internal functions that the body calls."""
        return set(re.findall(r"(?<!\w)(_\w+)\(", self.body_code))


def parse_function_file(path: Path, text: str) -> FunctionFile:
    """Cut a file into its parts."""
    code = code_of(text)
    header = _HEADER.search(code)
    if not header:
        raise NotAFunctionFileError("no `create or replace function`")
    parameters_end = _closing_parenthesis(code, header.end())
    # Dollar quotes are blanked in `code`, so the opening one is looked up in the text itself.
    opening = _AS.search(text, parameters_end)
    if not opening:
        raise NotAFunctionFileError("no line `as $name$`")
    body_start = opening.end()
    body_end = text.find(opening["quote"], body_start)
    comment = _COMMENT.search(code, max(body_end, body_start))
    if body_end < 0 or not comment:
        raise NotAFunctionFileError("no `comment on function` after the function")
    literal = next(lexeme for lexeme in lexemes(text) if lexeme.start >= comment.end())

    def line(offset: int) -> int:
        return text.count("\n", 0, offset) + 1

    first = line(parameters_end)
    attributes = [
        (first + number, attribute.strip())
        for number, attribute in enumerate(code[parameters_end + 1 : opening.start()].split("\n"))
        if attribute.strip()
    ]
    between = code[body_end + len(opening["quote"]) : comment.start()]
    outside = [(0, code[: header.start()]), (body_end, between.replace(";", "", 1))]
    outside.append((literal.end, code[literal.end :].replace(";", "", 1)))
    return FunctionFile(
        path=path,
        text=text,
        name=header["name"],
        parameters=_parameter_names(code[header.end() : parameters_end]),
        attributes=attributes,
        tag=opening["quote"].strip("$"),
        body=text[body_start:body_end],
        body_offset=body_start,
        comment_name=comment["name"],
        comment=literal.text.strip("$'"),
        comment_offset=literal.start,
        trailing=[
            (line(offset + len(part) - len(part.lstrip())), part.strip())
            for offset, part in outside
            if part.strip()
        ],
    )


def _closing_parenthesis(code: str, position: int) -> int:
    depth = 1
    for offset in range(position, len(code)):
        depth += {"(": 1, ")": -1}.get(code[offset], 0)
        if depth == 0:
            return offset
    raise NotAFunctionFileError("unbalanced parentheses")


def _parameter_names(code: str) -> list[str]:
    names = []
    depth = 0
    start = 0
    for offset, character in enumerate(code + ","):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            words = code[start:offset].split()
            if words and words[0] in ("in", "out", "inout", "variadic"):
                words = words[1:]
            names += words[:1]
            start = offset + 1
    return names
