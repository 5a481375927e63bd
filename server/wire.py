"""Put answers and their schemas into the form that travels: no nulls, no noise."""

import json
from typing import Any

from pydantic import BaseModel

from server.limits import CHARACTERS_PER_TOKEN

_NAMED = ("properties", "$defs", "patternProperties")
"""Keywords whose value maps names to schemas, so that a name is never taken for a keyword."""

_LAST = ("caveats", "sources")
"""Keys that a reader wants after the answer itself."""


def structured(answer: BaseModel) -> dict[str, Any]:
    """Turn an answer into JSON values, without nulls; what it rests on comes last."""
    dumped: dict[str, Any] = _without_nulls(answer.model_dump(mode="json", by_alias=True, exclude_none=True))
    for key in _LAST:
        if key in dumped:
            dumped[key] = dumped.pop(key)
    return dumped


def as_json(values: object) -> str:
    """Write JSON values on one line, letters as they are."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def tokens(text: str) -> int:
    """Estimate the tokens of a text."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def request_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Give the JSON Schema of a request as it is published: without generated titles, null and one-word definitions."""
    schema: dict[str, Any] = _slim(model.model_json_schema(by_alias=True), ("title",))
    return _inlined(schema)


def answer_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Give the JSON Schema of an answer as it is published.

    Clients carry it in every conversation, so it has shapes and descriptions of fields and leaves out what a reader of
    answers does not need: titles, defaults, closed lists of values, bounds, and what the instructions say of all answers.
    """
    schema = _slim(model.model_json_schema(by_alias=True), ("title", "default", "enum", "additionalProperties", "minimum"))
    alike = [schema["properties"][name] for name in _LAST if name in schema["properties"]]
    for part in (schema, *schema.get("$defs", {}).values(), *alike):
        part.pop("description", None)
    return _inlined(schema)


def _without_nulls(value: Any) -> Any:
    """Leave out every key whose value is null, at any depth."""
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return value


def _slim(schema: Any, dropped: tuple[str, ...]) -> Any:
    """Drop keywords of a schema that no caller needs, at any depth, and the possibility of null."""
    if isinstance(schema, list):
        return [_slim(item, dropped) for item in schema]
    if not isinstance(schema, dict):
        return schema
    slim: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _NAMED:
            slim[key] = {name: _slim(item, dropped) for name, item in value.items()}
        elif (key in dropped and not isinstance(value, dict)) or (key == "default" and value is None):
            continue
        elif key == "description":
            slim[key] = " ".join(value.split())
        else:
            slim[key] = _slim(value, dropped)
    return _without_null_arm(slim)


def _without_null_arm(schema: dict[str, Any]) -> dict[str, Any]:
    """Turn *this or null* into *this*, since what is null is left out."""
    arms = schema.get("anyOf")
    if arms is None or {"type": "null"} not in arms:
        return schema
    kept = [arm for arm in arms if arm != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**kept[0], **rest} if len(kept) == 1 else {"anyOf": kept, **rest}


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """Write every definition without parts of its own where it is referred to."""
    definitions = schema.get("$defs", {})
    simple = {f"#/$defs/{name}": part for name, part in definitions.items() if "properties" not in part and "$ref" not in part}

    def write(part: Any) -> Any:
        if isinstance(part, list):
            return [write(item) for item in part]
        if not isinstance(part, dict):
            return part
        target = simple.get(part.get("$ref", ""))
        if target is not None:
            own = {key: value for key, value in part.items() if key != "$ref"}
            return {**write({key: value for key, value in target.items() if key != "description"}), **own}
        return {key: write(value) for key, value in part.items()}

    kept = {name: write(part) for name, part in definitions.items() if f"#/$defs/{name}" not in simple}
    whole: dict[str, Any] = write({key: value for key, value in schema.items() if key != "$defs"})
    return {"$defs": kept, **whole} if kept else whole
