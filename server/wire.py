"""Put answers and their schemas into the form that travels: no nulls, no noise."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from server.limits import CHARACTERS_PER_TOKEN

_NAMED = ("properties", "$defs", "patternProperties")
"""Keywords whose value maps names to schemas, so that a name is never taken for a keyword."""

_NO_NEWS = ("title", "default", "enum", "additionalProperties", "minimum", "maximum", "propertyNames")
"""Keywords that tell the reader of an answer nothing."""

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
    """Write JSON values on one line, letters as they are; half of a surrogate pair, which no encoding has, as JSON's escape."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace").decode("utf-8")


def tokens(text: str) -> int:
    """Estimate the tokens of a text."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def request_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Give the JSON Schema of a request as it is published.

    Without generated titles, null, one-word definitions, and what reading the arguments says better when it is needed:
    bounds of texts, and that there are no other arguments.
    """
    schema: dict[str, Any] = _slim(model.model_json_schema(by_alias=True), ("title", "maxLength", "additionalProperties"))
    schema.pop("description", None)
    return _inlined(schema)


def answer_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Give the JSON Schema of an answer as it is published.

    Clients carry it in every conversation, so it has shapes and descriptions of fields and leaves out what a reader of
    answers does not need: titles, defaults, closed lists of values, bounds, and which parts of a part are always there.
    """
    schema = _slim(model.model_json_schema(by_alias=True), _NO_NEWS)
    schema.pop("description", None)
    for definition in schema.get("$defs", {}).values():
        definition.pop("description", None)
        definition.pop("required", None)
    return _inlined(schema)


def compact(schema: dict[str, Any]) -> dict[str, Any]:
    """Shorten the schema of an answer to what `tools/list` carries: a list of texts is a list, sources and caveats too.

    The instructions say once what `sources` and `caveats` are.
    """
    properties = {
        name: {"type": "array"} if name in _LAST else _lists_of_texts(part) for name, part in schema["properties"].items()
    }
    definitions = {"$defs": _lists_of_texts(schema["$defs"])} if "$defs" in schema else {}
    return {**schema, "properties": properties, **definitions}


def _lists_of_texts(part: Any) -> Any:
    """Leave out, at any depth, that the entries of a list are texts."""
    if isinstance(part, list):
        return [_lists_of_texts(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {key: _lists_of_texts(value) for key, value in part.items() if (key, value) != ("items", {"type": "string"})}


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


def _references(part: Any) -> Iterator[str]:
    """Give every reference in a schema."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for item in part:
            yield from _references(item)


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """Write every definition where it is referred to that has no parts of its own or is referred to only once."""
    definitions = schema.get("$defs", {})
    uses = Counter(_references(schema))
    simple = {
        f"#/$defs/{name}": part
        for name, part in definitions.items()
        if ("properties" not in part and "$ref" not in part) or uses[f"#/$defs/{name}"] == 1
    }

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
