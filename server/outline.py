"""Shorten a large JSON Schema to an outline that fits into a tool listing: the keys, two levels deep."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from pydantic import BaseModel

_UNIONS = ("anyOf", "oneOf", "allOf")
_LONGEST_LIST = 12
"""A longer closed list of values is left out."""


def outline(model: type[BaseModel], depth: int) -> dict[str, Any]:
    """Give the outline of a model's schema: its keys down to *depth* mappings.

    Alternatives are merged, so what fits the schema fits its outline, and the model itself still judges every document.
    """
    schema = model.model_json_schema(by_alias=True)
    # A key that takes anything is passed over by the model; a caller need not know it.
    schema["properties"] = {name: part for name, part in schema["properties"].items() if part.keys() & {"type", "$ref", *_UNIONS}}
    drawn = _Outliner(schema.get("$defs", {})).draw(schema, depth)
    return {**drawn, "required": schema["required"]} if "required" in schema else drawn


def described_outline(model: type[BaseModel], depth: int) -> dict[str, Any]:
    """Give the outline of a model's schema with the descriptions of its own keys."""
    drawn = outline(model, depth)
    for name, part in drawn["properties"].items():
        described = model.model_fields[name].description
        if described is not None:
            part["description"] = " ".join(described.split())
    return drawn


class _Place(Enum):
    """Where a mapping stands."""

    TOP = "top"
    INSIDE = "inside"


@dataclass(slots=True)
class _Parts:
    """What the alternatives of a schema come to together."""

    types: dict[str, None] = field(default_factory=dict)
    values: dict[Any, None] = field(default_factory=dict)
    free: bool = False
    """Whether an alternative is not a closed list of values."""
    properties: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)
    items: list[Mapping[str, Any]] = field(default_factory=list)
    entries: list[Mapping[str, Any]] = field(default_factory=list)
    """What a mapping with keys of the caller's own holds."""


@dataclass(frozen=True, slots=True)
class _Outliner:
    definitions: Mapping[str, Any]

    def draw(self, schema: Mapping[str, Any], depth: int, place: _Place = _Place.TOP) -> dict[str, Any]:
        """Draw a schema: its kind, a short closed list of values, and down to *depth* what it is made of."""
        parts = _Parts()
        self._gather(schema, parts)
        drawn: dict[str, Any] = {}
        if parts.types:
            types = list(parts.types)
            drawn["type"] = types[0] if len(types) == 1 else types
        if parts.values and not parts.free and len(parts.values) <= _LONGEST_LIST:
            drawn["enum"] = list(parts.values)
        if depth == 0:
            return drawn
        if parts.properties:
            drawn |= self._mapping(parts.properties, depth, place)
        if parts.items:
            drawn["items"] = self._merged(parts.items, depth)
        if parts.entries:
            drawn["additionalProperties"] = self._merged(parts.entries, depth)
        return drawn

    def _mapping(self, properties: Mapping[str, list[Mapping[str, Any]]], depth: int, place: _Place) -> dict[str, Any]:
        """Draw the keys of a mapping: each with its kind at the top, by name alone further down."""
        drawn = {name: self._merged(found, depth - 1) for name, found in properties.items()}
        if place is _Place.TOP:
            return {"properties": drawn}
        closed = {name: part for name, part in drawn.items() if "enum" in part}
        others = ", ".join(name for name in drawn if name not in closed)
        return {**({"properties": closed} if closed else {}), **({"description": f"Keys: {others}."} if others else {})}

    def _merged(self, alternatives: list[Mapping[str, Any]], depth: int) -> dict[str, Any]:
        return self.draw({"anyOf": alternatives}, depth, _Place.INSIDE)

    def _gather(self, schema: Mapping[str, Any], parts: _Parts) -> None:
        """Collect every alternative of a schema, references followed; null is left out."""
        if "$ref" in schema:
            self._gather(self.definitions[schema["$ref"].rsplit("/", 1)[1]], parts)
            return
        for union in _UNIONS:
            for arm in schema.get(union, ()):
                self._gather(arm, parts)
        kind = schema.get("type")
        if kind is None or kind == "null":
            return
        parts.types[kind] = None
        values = schema.get("enum", [schema["const"]] if "const" in schema else [])
        parts.values.update(dict.fromkeys(values))
        parts.free = parts.free or not values
        for name, part in schema.get("properties", {}).items():
            parts.properties.setdefault(name, []).append(part)
        if "items" in schema:
            parts.items.append(schema["items"])
        if isinstance(schema.get("additionalProperties"), dict):
            parts.entries.append(schema["additionalProperties"])
