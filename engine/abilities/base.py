"""Give every ability node its span, its JSON form and its place in one registry."""

import types
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import lru_cache
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
        """Give the node as JSON values: its class under ``node``, its span as a pair, defaults left out."""
        data: dict[str, Any] = {"node": type(self).__name__}
        for entry in fields(self):
            value = getattr(self, entry.name)
            if value != entry.default:
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


@lru_cache(maxsize=None)
def _shapes(cls: type[Node]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {entry.name: hints[entry.name] for entry in fields(cls)}


def _decode_node(data: dict[str, Any]) -> Node:
    cls = Node.registry[data["node"]]
    shapes = _shapes(cls)
    return cls(**{name: _decode(value, shapes[name]) for name, value in data.items() if name != "node"})


def _decode(value: Any, shape: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, dict):
        return _decode_node(value)
    if get_origin(shape) in (Union, types.UnionType):
        members = [member for member in get_args(shape) if member is not type(None)]
        return _decode(value, next((m for m in members if _fits(value, m)), members[0]))
    if isinstance(value, list):
        if shape is Span:
            return Span(*value)
        item = get_args(shape)[0] if get_args(shape) else Any
        return tuple(_decode(entry, item) for entry in value)
    if isinstance(shape, type) and issubclass(shape, Enum):
        return shape(value)
    return value


def _fits(value: Any, shape: Any) -> bool:
    if isinstance(value, list):
        return shape is Span or get_origin(shape) is tuple
    if isinstance(shape, type) and issubclass(shape, Enum):
        return value in {member.value for member in shape}
    return isinstance(shape, type) and isinstance(value, shape)


def walk(node: Node) -> "list[Node]":
    """List *node* and every node below it, parents first, in field order."""
    found = [node]
    for entry in fields(node):
        value = getattr(node, entry.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Node):
                found.extend(walk(item))
    return found
