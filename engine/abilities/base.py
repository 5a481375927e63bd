"""Give every ability node its span, its JSON form and its place in one registry."""

import types
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache
from typing import Any, ClassVar, Self, Union, get_args, get_origin, get_type_hints

from corpus.refs import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A piece of meaning. Two nodes are equal when they mean the same, wherever they stand in a text."""

    registry: ClassVar[dict[str, type["Node"]]] = {}

    span: Span | None = field(default=None, compare=False, repr=False)
    """The stretch of the card's normalised text that the node was read from."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Enter the class under its name, which the JSON form uses."""
        super(Node, cls).__init_subclass__(**keywords)
        Node.registry[cls.__name__] = cls

    def to_json(self) -> dict[str, Any]:
        """Give the node as JSON values: its class under ``node``, its span as a pair, defaults without one left out."""
        data: dict[str, Any] = {"node": type(self).__name__}
        for entry in fields(self):
            value = getattr(self, entry.name)
            if value != entry.default or (isinstance(value, Node) and value.span is not None):
                data[entry.name] = _encode(value)
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Build the node that :meth:`to_json` described.

        :raises KeyError: the data names a node class that does not exist.
        """
        return _decode_node(data)  # type: ignore[return-value]


def _encode(value: Any) -> Any:
    if isinstance(value, Node):
        return value.to_json()
    if isinstance(value, Span):
        return [value.start, value.end]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    return value


@cache
def _decoders(name: str) -> dict[str, Callable[[Any], Any]]:
    cls = Node.registry[name]
    hints = get_type_hints(cls)
    return {entry.name: _decoder(hints[entry.name]) for entry in fields(cls)}


def _decode_node(data: dict[str, Any]) -> Node:
    cls = Node.registry[data["node"]]
    decoders = _decoders(data["node"])
    return cls(**{name: decoders[name](value) for name, value in data.items() if name != "node"})


def _decoder(shape: Any) -> Callable[[Any], Any]:
    """Give what reads the JSON form of a field of that type; made once for each field, as cards are read all the time."""
    union = get_origin(shape) in (Union, types.UnionType)
    members = get_args(shape) if union else (shape,)
    items = [_decoder(get_args(member)[0]) for member in members if get_origin(member) is tuple]
    enums = [member for member in members if isinstance(member, type) and issubclass(member, Enum)]
    words = {entry.value: entry for enum in enums for entry in enum}

    def decode(value: Any) -> Any:
        if isinstance(value, dict):
            return _decode_node(value)
        if isinstance(value, list):
            return tuple(map(items[0], value)) if items else Span(*value)
        return words.get(value, value) if isinstance(value, str) else value

    return decode


def walk(node: Node) -> "list[Node]":
    """List *node* and every node below it, parents first, in field order."""
    found = [node]
    for entry in fields(node):
        value = getattr(node, entry.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Node):
                found.extend(walk(item))
    return found
