"""Turn a document into the models of the format, or into every fault in it at once."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from engine.catalogue import CardCatalogue
from engine.errors import ScenarioFault, ScenarioFaults
from engine.scenario.document import read_document
from engine.scenario.fields import Entry, nearest
from engine.scenario.schema import STEP_KINDS, ScenarioDocument, Step
from engine.scenario.statements import ANSWER_KINDS

__all__ = ["parse_scenario"]

GIVEN_LIMIT = 60
"""How much of a wrong value a fault repeats, in characters."""

_WANTED = {
    "int_type": "a whole number is right here",
    "bool_type": "true or false is right here",
    "string_type": "text is right here; put it in quotes if it looks like something else",
    "list_type": "a list is right here",
    "dict_type": "a mapping is right here",
    "model_type": "a mapping is right here",
    "model_attributes_type": "a mapping is right here",
}


def parse_scenario(document: Mapping[str, Any] | str, catalogue: CardCatalogue | None = None) -> ScenarioDocument:
    """Read a scenario: text in JSON or YAML, or a mapping.

    Names of cards are looked up where a *catalogue* is given. Labels and what they point at are not looked at here.

    :raises ScenarioFaults: with every fault in the document.
    """
    data = read_document(document)
    context: dict[str, Any] = {"catalogue": catalogue}
    try:
        return ScenarioDocument.model_validate(data, context=context)
    except ValidationError as error:
        read_by: dict[int, type[Entry]] = context.get("read_by", {})
        faults = [_fault(details, data, read_by) for details in error.errors(include_url=False)]
        raise ScenarioFaults(list(dict.fromkeys(faults))) from None
    except RecursionError:
        raise ScenarioFaults([ScenarioFault("", "the document is nested too deeply to be a scenario")]) from None


def _fault(details: ErrorDetails, data: Any, read_by: Mapping[int, type[Entry]]) -> ScenarioFault:
    """Say one fault of the models in our words."""
    location = [part for part in details["loc"] if not (isinstance(part, str) and part.startswith("("))]
    in_key = bool(location) and location[-1] == "[key]"
    if in_key:
        location.pop()
    path = write_path(location)
    kind = details["type"]
    if kind == "extra_forbidden":
        return ScenarioFault(path, _unknown_key(location, data, read_by))
    if kind == "unknown_step":
        return ScenarioFault(path, _unknown_step(details["input"]))
    if kind == "missing":
        return ScenarioFault(path, f"the key {location[-1]!r} is missing")
    if kind == "scenario":
        return ScenarioFault(path, details["msg"])
    if in_key:
        return ScenarioFault(path, f"{_shown(location[-1])} is a key here; put a key in quotes if it looks like a number")
    if kind == "literal_error":
        allowed = str(details.get("ctx", {}).get("expected", "")).replace("'", "").replace(" or ", ", ").split(", ")
        return ScenarioFault(path, f"{_shown(details['input'])} is not known; {nearest(str(details['input']), allowed)}")
    wanted = _WANTED.get(kind)
    if wanted is None:
        message = details["msg"]
        wanted = f"{message[:1].lower()}{message[1:]}"
    return ScenarioFault(path, f"{_shown(details['input'])} is given; {wanted}")


def write_path(location: list[Any] | list[int | str]) -> str:
    """Write a place in a document, like ``players.p1.play[2].damage``."""
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def _unknown_key(location: list[Any], data: Any, read_by: Mapping[int, type[Entry]]) -> str:
    """Name the nearest key that the mapping may have, or the place of an answer that stands beside its step."""
    holder = data
    for part in location[:-1]:
        holder = holder[part]
    model = read_by.get(id(holder))
    key = str(location[-1])
    if model is not None and issubclass(model, Step | ScenarioDocument) and key in ANSWER_KINDS:
        return f"{key!r} is an answer and belongs in {_place_of_answers(holder, model)}"
    return f"unknown key {key!r}" + (f"; {nearest(key, model.keys())}" if model is not None else "")


def _place_of_answers(holder: Mapping[str, Any], model: type[Entry]) -> str:
    """Say where answers stand, with those that stand beside a step written as they have to be."""
    if not issubclass(model, Step):
        return "`answers` of the step that asks for the decision"
    own = model.keys()
    beside = [{key: value} for key, value in holder.items() if key in ANSWER_KINDS and key not in own]
    of_player = " (the player who acts is `by`)" if {"player": holder.get("player")} in beside else ""
    return f'`answers` of the step: "answers": [{", ".join(map(_shown, beside))}]{of_player}'


def _unknown_step(given: Any) -> str:
    kinds = [*STEP_KINDS, "set"]
    if not isinstance(given, Mapping):
        return f"{_shown(given)} is given; a step is a mapping with `do`"
    if "do" not in given:
        return f"the step does not say what to `do`; known are {', '.join(kinds)}"
    return f"unknown step {_shown(given['do'])}; {nearest(str(given['do']), kinds)}"


def _shown(value: Any) -> str:
    """Repeat a wrong value, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        text = repr(type(value))
    return text if len(text) <= GIVEN_LIMIT else f"{text[: GIVEN_LIMIT - 1]}…"
