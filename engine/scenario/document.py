"""Read the text of a scenario, YAML or JSON, into plain data, and refuse what is no honest document."""

import json
from collections.abc import Hashable, Mapping
from typing import Any

import yaml

from engine.errors import ScenarioFault, ScenarioFaults

SIZE_LIMIT = 1_000_000
"""The most characters of a scenario's text."""
NODE_LIMIT = 200_000
"""The most values of a scenario, every alias written out."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_document(document: Mapping[str, Any] | str) -> dict[str, Any]:
    """Give the mapping that a scenario is; text is read as JSON or YAML.

    :raises ScenarioFaults: the text is too long, malformed, a bomb of aliases, or no mapping.
    """
    if not isinstance(document, str):
        return dict(document)
    if len(document) > SIZE_LIMIT:
        raise _fault(f"the text has {len(document):,} characters; at most {SIZE_LIMIT:,} are read")
    data = _read_text(document)
    if not isinstance(data, dict):
        kind = "nothing" if data is None else type(data).__name__
        raise _fault(f"the text holds {kind}; a scenario is a mapping with the key 'players'")
    return data


def _read_text(text: str) -> Any:
    if text.lstrip()[:1] == "{":
        try:
            return json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_constant)
        except json.JSONDecodeError as error:
            problem = f"line {error.lineno}, column {error.colno}: {error.msg}"
        except RecursionError:
            raise _fault("the text is nested too deeply to be a scenario") from None
        except ValueError as error:
            raise _fault(str(error)) from None
        try:
            return _read_yaml(text)
        except ScenarioFaults:
            raise _fault(f"the text is neither JSON ({problem}) nor YAML") from None
    return _read_yaml(text)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ScenarioFaults([ScenarioFault("", f"the key {key!r} stands twice in one mapping; each key may stand once")])
        found[key] = value
    return found


def _no_constant(constant: str) -> Any:
    raise ValueError(f"{constant} is no number that a scenario can hold")


def _read_yaml(text: str) -> Any:
    loader = None
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            return None
        _measure(node)
        return loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        raise _fault(f"the text is not YAML: {_where(error)}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise _fault(f"the text is not YAML: {str(error).splitlines()[0]}") from None
    except RecursionError:
        raise _fault("the text is nested too deeply to be a scenario") from None
    finally:
        if loader is not None:
            loader.dispose()


def _where(error: yaml.MarkedYAMLError) -> str:
    mark = error.problem_mark or error.context_mark
    place = f" at line {mark.line + 1}, column {mark.column + 1}" if mark is not None else ""
    return f"{error.problem or error.context or 'it cannot be read'}{place}"


def _measure(node: yaml.Node) -> None:
    """Refuse repeated keys, aliases that contain themselves, and more values than any scenario has."""
    sizes: dict[int, int] = {}
    _size(node, sizes, set())


def _size(node: yaml.Node, sizes: dict[int, int], above: set[int]) -> int:
    known = sizes.get(id(node))
    if known is not None:
        return known
    if id(node) in above:
        raise _fault("an alias of the YAML text contains itself")
    above.add(id(node))
    total = 1
    if isinstance(node, yaml.MappingNode):
        seen: set[Hashable] = set()
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen and key.tag != "tag:yaml.org,2002:merge":
                    line = key.start_mark.line + 1
                    raise _fault(f"the key {key.value!r} stands twice in one mapping (line {line}); each key may stand once")
                seen.add(key.value)
            total += _size(key, sizes, above) + _size(value, sizes, above)
    elif isinstance(node, yaml.SequenceNode):
        total += sum(_size(item, sizes, above) for item in node.value)
    above.discard(id(node))
    if total > NODE_LIMIT:
        raise _fault(f"the text holds more than {NODE_LIMIT:,} values, aliases written out; no scenario does")
    sizes[id(node)] = total
    return total


def _fault(problem: str) -> ScenarioFaults:
    return ScenarioFaults([ScenarioFault("", problem)])
