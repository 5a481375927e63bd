"""Read the arguments of an operation, forgiving in form and exact in meaning."""

import json
from collections.abc import Mapping
from types import UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails
from rapidfuzz import process

from server.errors import BadRequest

RequestT = TypeVar("RequestT", bound="Request")


class Request(BaseModel):
    """The arguments of one operation."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, use_attribute_docstrings=True)

    aliases: ClassVar[Mapping[str, str]] = {}
    """Other names that callers use for an argument, to the argument's own."""

    @classmethod
    def arrange(cls, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Bring arguments that came in another form into the form of the request; by default leave them."""
        return arguments


def read_request(kind: type[RequestT], operation: str, arguments: Mapping[str, Any]) -> RequestT:
    """Make the request of *operation* out of raw *arguments*.

    An argument given as null counts as left out, a list given as JSON text is read, and other usual names of an
    argument are understood.

    :raises BadRequest: something does not fit; the message has every fault.
    """
    given = {name: value for name, value in kind.arrange(arguments).items() if value is not None}
    named: dict[str, Any] = {}
    for name, value in given.items():
        own = kind.aliases.get(name, name)
        if own not in given or own == name:
            named[own] = _parsed(kind, own, value)
    try:
        return kind.model_validate(named)
    except ValidationError as error:
        raise BadRequest(operation, [_fault(kind, details) for details in error.errors()]) from None


def _parsed(kind: type[Request], name: str, value: object) -> object:
    """Read a list that came as JSON text or as a single word; leave everything else."""
    field = kind.model_fields.get(name)
    if field is None or not isinstance(value, str) or not _takes_list(field.annotation):
        return value
    try:
        parsed = json.loads(value)
    except ValueError:
        return [value]
    return parsed if isinstance(parsed, list) else [value]


def _takes_list(annotation: object) -> bool:
    """Tell whether an argument takes a list, and not a single text as well."""
    arms = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    return str not in arms and any(get_origin(arm) is list for arm in arms)


def _fault(kind: type[Request], details: ErrorDetails) -> str:
    """Say what is wrong with one argument and what would be right."""
    place = ".".join(str(part) for part in details["loc"])
    known = list(kind.model_fields)
    match details["type"]:
        case "extra_forbidden":
            nearest = process.extractOne(place, known, score_cutoff=60)
            meant = f"did you mean {nearest[0]!r}?" if nearest else f"known are {', '.join(known) or 'none'}"
            return f"there is no argument {place!r}, {meant}"
        case "missing":
            return f"the argument {place!r} is missing"
        case _:
            given = json.dumps(details["input"], ensure_ascii=False, default=str)
            shown = given if len(given) <= 80 else f"{given[:79]}…"
            message = details["msg"].removeprefix("Value error, ")
            if not details["loc"]:
                return f"{message[:1].lower()}{message[1:]}; given is {shown}"
            return f"{place} is {shown}: {message[:1].lower()}{message[1:]}"
