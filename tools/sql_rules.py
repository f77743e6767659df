"""The house rules for functions, one rule a function. tools/check_sql.py applies them.

A rule gets one file and the project around it, and yields (line, message) for what it finds.
CONTRIBUTING.md says why we have them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sql_source import FunctionFile, code_of, lexemes, literals_of

Report = Iterator[tuple[int, str]]

MAX_COLUMNS = 100
CLOCK = re.compile(
    r"\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\("
    r"|\b(?:current_timestamp|current_time|current_date|localtimestamp|localtime)\b"
)
CLOCK_FUNCTION = "_now"
# For work that must not fail what it rides along with; elsewhere it hides what went wrong.
CATCHES_ALL = "_run_job"
# Does not tell the time, but whether the statement is the first of its transaction.
IS_FIRST_STATEMENT = "statement_timestamp() - transaction_timestamp()"
# The statement: the word first, then what is granted, then to whom. Not a path of the manifest.
GRANT = re.compile(r"(?:^|;|'|\bexecute\b)\s*(?:grant|revoke)\s[^;]*?\s(?:to|from)\s", re.MULTILINE)

# Where the call graph says too much, a comment in the body may say why: "cannot raise ZF201: ...".
CANNOT_RAISE = re.compile(r"--.*\bcannot raise ([\w, ]+):")

# The SQLSTATEs of the helpers that raise; the codes of `_raise` are in the catalogue.
RAISING_HELPERS = {"_raise_invalid": "22023", "_raise_null": "22004"}
OUR_BUGS = "ZF9"  # not under Errors: no client brings them about, and none can handle them
CONTRACT_HEADINGS = ("Effects:", "Idempotent:", "Locks:", "Errors:", "Example:")


@dataclass(frozen=True)
class Project:
    """What a rule may ask about everything else."""

    functions: dict[str, FunctionFile]
    sqlstates: dict[str, str]  # the catalogue: symbol -> SQLSTATE

    @cached_property
    def raised_by(self) -> dict[str, set[str]]:
        """Per function, the SQLSTATEs that it or anything it calls may raise."""
        reachable = {name: self.named_by(function) for name, function in self.functions.items()}
        before = None
        while before != reachable:
            before = {name: set(states) for name, states in reachable.items()}
            for name, function in self.functions.items():
                for callee in function.called & reachable.keys():
                    reachable[name] |= reachable[callee] - _excluded_by(function)
        return reachable

    def named_by(self, function: FunctionFile) -> set[str]:
        """The SQLSTATEs that a body names: by symbol (passed to `_raise`, perhaps in a variable),
        by a helper, or literally."""
        symbols = set(literals_of(function.body))
        states = {self.sqlstates[symbol] for symbol in symbols & self.sqlstates.keys()}
        states |= {state for helper, state in RAISING_HELPERS.items() if helper in function.called}
        return states | {literal for literal in symbols if literal in self.sqlstates.values()}


def _excluded_by(function: FunctionFile) -> set[str]:
    return set(re.findall(r"\w+", " ".join(CANNOT_RAISE.findall(function.body))))


def one_name(function: FunctionFile, _project: Project) -> Report:
    """File, function, dollar tag and comment carry one name, and nothing else is in the file."""
    if function.name != function.path.stem:
        yield 1, f"function {function.name} belongs into a file of its own name"
    if function.tag != function.name:
        yield function.line(function.body_offset), f"the dollar tag is not ${function.name}$"
    if function.comment_name != function.name:
        yield function.line(function.comment_offset), "the comment is on another function"
    for line, code in function.trailing:
        yield line, f"only one function and its comment belong here: {code.splitlines()[0]}"


ATTRIBUTES = [
    ("returns", re.compile(r"returns .+")),
    ("language", re.compile(r"language (?:plpgsql|sql)")),
    ("volatility", re.compile(r"immutable|stable|volatile")),
    ("parallel", re.compile(r"parallel (?:safe|restricted|unsafe)")),
    ("estimates", re.compile(r"(?:cost|rows) \d+")),
    ("security definer", re.compile(r"security definer")),
    ("search_path", re.compile(r"set search_path = flowfabric, pg_temp")),
    ("settings", re.compile(r"set (?!search_path)\w+ = .+")),
]


def attributes(function: FunctionFile, _project: Project) -> Report:
    """Attributes stand one a line in one order; who is SECURITY DEFINER is a matter of the name."""
    kinds = [name for name, _ in ATTRIBUTES]
    seen: list[str] = []
    for line, text in function.attributes:
        kind = next((name for name, pattern in ATTRIBUTES if pattern.fullmatch(text)), None)
        if not kind:
            yield line, f"no attribute of ours (or not one a line): {text}"
            continue
        if seen and kinds.index(kind) < kinds.index(seen[-1]):
            yield line, f"{kind} stands before {seen[-1]}"
        seen.append(kind)
        if function.is_public and text.startswith("returns table"):
            yield line, "a public function answers a named composite type, no `returns table`"
    # whoever commits is the caller of a trigger's function
    is_trigger = any(text == "returns trigger" for _, text in function.attributes)
    for kind in ("security definer", "search_path"):
        if (function.is_public or is_trigger) and kind not in seen:
            yield 1, f"a public function, or a trigger's, has: {kind}"
        if not (function.is_public or is_trigger) and kind in seen:
            yield 1, f"an internal function runs as its caller, without: {kind}"


def names(function: FunctionFile, _project: Project) -> Report:
    """p_ parameters, v_ locals, r_ loop records, and `constant` for what is never assigned."""
    for parameter in function.parameters:
        if not parameter.startswith("p_"):
            yield 1, f"parameter {parameter} does not begin with p_"
    for variable in function.variables:
        line = function.body_line(variable.offset)
        if not variable.name.startswith(("v_", "r_")):
            yield line, f"variable {variable.name} begins neither with v_ nor with r_"
        is_fixed = variable.has_value and not _is_assigned(function, variable.name)
        if is_fixed and not variable.is_constant:
            yield line, f"{variable.name} is never assigned: declare it constant"
    for loop in re.finditer(r"\bfor(?:each)? (\w+)(?: slice \d+)? in\b", function.body_code):
        if not loop[1].startswith(("v_", "r_", "p_")):
            yield function.body_line(loop.start()), f"loop variable {loop[1]} has no r_ or v_"


def _is_assigned(function: FunctionFile, variable: str) -> bool:
    targets = rf"\binto (?:strict )?[\w.,\s]*?\b{variable}\b"
    assignment = rf"\b{variable}(?:\.\w+|\[[^\]]*\])*\s*:="
    loop = rf"\bfor(?:each)? {variable}\b"
    diagnostics = rf"\bdiagnostics\b[^;]*\b{variable}\b"
    pattern = "|".join([targets, assignment, loop, diagnostics])
    return bool(re.search(pattern, function.body_code, re.MULTILINE))


def forbidden(function: FunctionFile, _project: Project) -> Report:
    """What no body contains."""
    phrases = {
        r"\bpg_(?:try_)?advisory_\w*lock\w*\b": "every login can take an advisory lock",
    }
    if function.name != CATCHES_ALL:
        phrases[r"\bwhen (?:\w+ or )*others\b"] = f"only {CATCHES_ALL} has `when others`"
    if function.is_public:
        phrases[r"\bselect \*"] = "`select *` leaks whatever columns come later"
    for pattern, message in phrases.items():
        for match in re.finditer(pattern, function.body_code):
            yield function.body_line(match.start()), message
    for lexeme in lexemes(function.body):
        if lexeme.kind == "string" and "\\" in lexeme.text and lexeme.text[0] == "'":
            line = function.body_line(lexeme.start)
            yield line, "a backslash means another thing where standard_conforming_strings is off"


def layout(function: FunctionFile, _project: Project) -> Report:
    """Lower case, 100 columns. (The comment is prose in Markdown: a paragraph is one line.)"""
    code_end = function.line(function.comment_offset) - 1
    for number, line in enumerate(function.text.splitlines()[:code_end], start=1):
        if len(line) > MAX_COLUMNS:
            yield number, f"{len(line)} columns, {MAX_COLUMNS} are enough"
        if line != line.rstrip() or "\t" in line:
            yield number, "a tab, or blanks at the end of the line"
    for match in re.finditer(r"\b[A-Z]\w*", function.body_code):
        yield function.body_line(match.start()), f"SQL is written in lower case: {match[0]}"


def contract(function: FunctionFile, project: Project) -> Report:
    """A public comment is the contract: all headings in order, all errors and no others."""
    if not function.is_public:
        return
    line = function.line(function.comment_offset)
    starts = [function.comment.find(f"\n{heading}") for heading in CONTRACT_HEADINGS]
    for heading, start in zip(CONTRACT_HEADINGS, starts, strict=True):
        if start < 0:
            yield line, f"the comment has no {heading}"
    if min(starts) < 0:
        return
    if starts != sorted(starts):
        yield line, f"the order of the comment is {' '.join(CONTRACT_HEADINGS)}"
    errors = function.comment[starts[-2] : starts[-1]]
    documented = set(re.findall(r"\b(?:ZF\d{3}|22023|22004)\b", errors))
    states = project.raised_by[function.name]
    raised = {state for state in states if not state.startswith(OUR_BUGS)}
    for state in sorted(raised - documented):
        yield line, f"the body can raise {state}, which is not under Errors:"
    for state in sorted(documented - raised):
        yield line, f"nothing that the body calls raises {state}, which is under Errors:"


def raises(function: FunctionFile, project: Project) -> Report:
    """Every error has an SQLSTATE, and those of class ZF are in the catalogue."""
    for match in re.finditer(r"\braise exception\b[^;]*;", function.body_code):
        if "errcode" not in match[0]:
            yield function.body_line(match.start()), "an error without an errcode"
    for match in re.finditer(r"(?<!\w)_raise\(\s*'(\w+)'", function.body):
        if match[1] not in project.sqlstates:
            message = f"{match[1]} is not in sql/error_codes.sql"
            yield function.body_line(match.start()), message
    for lexeme in lexemes(function.body):
        state = lexeme.text.strip("'")
        if re.fullmatch(r"ZF\d{3}", state) and state not in project.sqlstates.values():
            yield function.body_line(lexeme.start), f"{state} is not in sql/error_codes.sql"


def clock_and_grants(name: str, text: str) -> Report:
    """For any SQL source: one function reads the clock, one file grants."""
    code = _with_bodies(text).replace(IS_FIRST_STATEMENT, " " * len(IS_FIRST_STATEMENT))
    checks = [
        (CLOCK, CLOCK_FUNCTION, "only functions/base/_now.sql reads the clock"),
        (GRANT, "privileges", "grants stand in sql/privileges.sql only"),
    ]
    for pattern, home, message in checks:
        if name != f"{home}.sql":
            for match in pattern.finditer(code):
                yield text.count("\n", 0, match.start()) + 1, message


def _with_bodies(text: str) -> str:
    """The code of a file and of the bodies in it; `comment on ... is $$...$$` is not code."""
    code = code_of(text)
    for lexeme in lexemes(text):
        if lexeme.kind == "dollar" and not re.search(r"\bis\s*$", code[: lexeme.start]):
            tag = re.match(r"\$\w*\$", lexeme.text)
            blank = " " * len(tag[0]) if tag else ""
            body = code_of(lexeme.text[len(blank) : len(lexeme.text) - len(blank)])
            code = code[: lexeme.start] + blank + body + blank + code[lexeme.end :]
    return code


RULES: list[Callable[[FunctionFile, Project], Report]] = [
    one_name,
    attributes,
    names,
    forbidden,
    layout,
    contract,
    raises,
]
