"""Writes the reference parts of docs/api.md from the docstrings: `python -m tools.api_page`.

What a name promises is said once, where it is written. The page has a place for every public module, between two marks;
whatever stands around them is written by hand. `tests/test_api.py` checks that the page says what the package does.
"""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, ForwardRef

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
PLACE = re.compile(r"(?<=<!-- reference: )(?P<module>[\w.]+)(?P<brief> in brief)? -->\n.*?(?=<!-- end -->)", re.DOTALL)
WIDTH = 100
# A value that has no short name in Python.
UNSAID = "..."


def written(page: str) -> str:
    """The page with every reference part as it should be."""
    return PLACE.sub(lambda place: f"{place[0].partition('-->')[0]}-->\n\n{_reference(place)}\n", page)


def _reference(place: re.Match[str]) -> str:
    module = importlib.import_module(place["module"])
    if place["brief"]:
        return "\n".join(_brief(module, name) for name in module.__all__) + "\n"
    return "\n".join(_entry(module, name) for name in module.__all__)


def _entry(module: ModuleType, name: str) -> str:
    """A name with its signature, its text, and what belongs to it."""
    thing = getattr(module, name)
    parts = [f"### `{name}`\n"]
    if has_signature(thing):
        parts.append(f"```py\n{signature(name, thing)}\n```\n")
    parts.append(f"{about(module, name)}\n")
    if inspect.isclass(thing) and (members := list(members_of(thing))):
        parts.append("\n".join(f"- `{head}`: {text}" for head, text in members) + "\n")
    return "\n".join(parts)


def _brief(module: ModuleType, name: str) -> str:
    """A name in one line."""
    thing = getattr(module, name)
    head = signature(name, thing, width=None) if has_signature(thing) else name
    return f"- `{head}`: {_first_paragraph(about(module, name))}"


def about(module: ModuleType, name: str) -> str:
    """What the sources say of a name: its docstring, the text under a value, or else the value."""
    thing = getattr(module, name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        return inspect.getdoc(thing) or ""
    return _text_under(module, name) or f"`{thing!r}`"


def _text_under(module: ModuleType, name: str) -> str | None:
    """The text under an assignment, in the module that a name first comes from."""
    top = ast.parse(inspect.getsource(module)).body
    # Exports that are imported lazily are imported for type checkers only, inside an `if`.
    body = [inner for node in top for inner in (node.body if isinstance(node, ast.If) else [node])]
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module and any(alias.name == name for alias in node.names):
            return _text_under(importlib.import_module(node.module), name)
    return dict(_texts(body)).get(name)


def _texts(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """The names that are given a value, or a type, with the text right below."""
    for node, below in zip(body, [*body[1:], None], strict=True):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", None)
        if name is None or (name.startswith("_") and name != "__version__"):
            continue
        told = below.value if isinstance(below, ast.Expr) else None
        text = told.value if isinstance(told, ast.Constant) and isinstance(told.value, str) else ""
        yield name, inspect.cleandoc(text)


def has_signature(thing: object) -> bool:
    """Whether it can be called by people: a function, or a class that is made from arguments."""
    if inspect.isroutine(thing):
        return True
    if not inspect.isclass(thing) or inspect.isabstract(thing) or issubclass(thing, enum.Enum):
        return False
    return bool({"__init__", "__new__"} & _own(thing))


def _own(kind: type) -> set[str]:
    """What a class and its bases from this package define; a dataclass defines its `__init__`, too."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("quandary")]
    native = {"__init__"} if kind.__module__.startswith("quandary._native") else set()
    return {name for base in ours for name in vars(base)} | native


def signature(name: str, thing: Any, width: int | None = WIDTH) -> str:
    """`name(argument: type = default) -> result`, in several lines where one would be too long."""
    found = inspect.signature(thing)
    parameters = [_parameter(each) for each in found.parameters.values() if each.name != "self"]
    kinds = [each.kind for each in found.parameters.values() if each.name != "self"]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        parameters.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    result = found.return_annotation
    says_result = result is not inspect.Signature.empty and not inspect.isclass(thing)
    end = f" -> {_type(result)}" if says_result else ""
    line = f"{name}({', '.join(parameters)}){end}"
    if width is None or len(line) <= width:
        return line
    return f"{name}(\n" + "".join(f"    {each},\n" for each in parameters) + f"){end}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
    typed = "" if parameter.annotation is inspect.Parameter.empty else f": {_type(parameter.annotation)}"
    if parameter.default is inspect.Parameter.empty:
        return f"{stars}{parameter.name}{typed}"
    return f"{stars}{parameter.name}{typed} = {_value(parameter.default)}"


def _type(annotation: object) -> str:
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _value(value: object) -> str:
    text = repr(value)
    return UNSAID if text.startswith("<") else text


def members_of(kind: type) -> Iterator[tuple[str, str]]:
    """The public attributes and methods of a class, as they are used, with what is said of them."""
    for name, text, annotation in _attributes(kind):
        yield f"{name}: {annotation}" if annotation else name, _first_paragraph(text)
    for name, member in inspect.getmembers_static(kind):
        if name.startswith("_") or name not in _own(kind):
            continue
        if isinstance(member, property):
            result = inspect.signature(member.fget).return_annotation if member.fget else ""
            yield f"{name}: {_type(result)}", _first_paragraph(inspect.getdoc(member) or "")
        elif inspect.isgetsetdescriptor(member) and not _attribute_names(kind) & {name}:
            yield name, _first_paragraph(inspect.getdoc(member) or "")
        elif inspect.isroutine(getattr(kind, name)):
            # A bound method has lost its `self`, or its class.
            method = getattr(kind, name)
            yield signature(name, method, width=None), _first_paragraph(inspect.getdoc(method) or "")


def _attribute_names(kind: type) -> set[str]:
    return {name for name, _, _ in _attributes(kind)}


def _attributes(kind: type) -> Iterator[tuple[str, str, str]]:
    """Fields, class attributes and what `__init__` sets, each with its text and its type if one is written."""
    if kind.__module__.startswith("quandary._native"):
        return
    for base in reversed(kind.__mro__):
        if not base.__module__.startswith("quandary"):
            continue
        definition = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(definition, ast.ClassDef)
        initial = [node for node in definition.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
        given = {
            argument.arg: argument.annotation
            for node in initial
            for argument in ast.walk(node.args)
            if isinstance(argument, ast.arg)
        }
        for body in (definition.body, *(node.body for node in initial)):
            types = dict(_types(body, given))
            yield from ((name, text, types.get(name, "")) for name, text in _texts(body))


def _types(body: list[ast.stmt], given: dict[str, ast.expr | None]) -> Iterator[tuple[str, str]]:
    """The types of what is assigned: as written, as the argument's that it is `given`, or as the number's."""
    for node in body:
        if isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target).removeprefix("self."), ast.unparse(node.annotation)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            known = given.get(node.value.id) if isinstance(node.value, ast.Name) else None
            kind = type(node.value.value).__name__ if isinstance(node.value, ast.Constant) else ""
            yield node.targets[0].attr, ast.unparse(known) if known is not None else kind


def _first_paragraph(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
