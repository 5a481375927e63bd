"""Say a fact of a scenario in a few words: ``Ana has lore 3``."""

from collections.abc import Mapping
from typing import Any, Final

from engine.wording import counted, listed

_ZONES: Final = {
    "play": "in play",
    "hand": "in hand",
    "deck": "in the deck",
    "discard": "in the discard",
    "inkwell": "in the inkwell",
    "under": "under another card",
}
_AIMED: Final = {"challenge": "challenge", "be_challenged_by": "be challenged by", "sing": "sing"}
_PILES: Final = {"hand": "in hand", "deck": "in their deck", "discard": "in their discard"}


def fact_in_words(fact: Mapping[str, Any]) -> str:
    """Say what is so by a fact, or by what was found instead of one (with ``times`` where it is about an event)."""
    event = fact.get("happened") or fact.get("not_happened")
    if event is not None:
        return _event(fact, event)
    if "legal" in fact:
        return f"the step is {'legal' if fact['legal'] else 'refused'}"
    if "bag" in fact:
        return f"{_abilities(fact['bag'])} in the bag"
    told = [_about_player(key, value) for key, value in fact.items() if key != "player"]
    if "card" in fact:
        told = [said for key, value in fact.items() if key != "card" for said in _about_card(key, value)]
    return f"{fact.get('card') or fact.get('player')} {listed(told) or 'is there'}"


def _event(fact: Mapping[str, Any], event: str) -> str:
    about = [str(fact[key]) for key in ("card", "player") if fact.get(key) is not None]
    of = f" of {' and '.join(about)}" if about else ""
    if "times" in fact:
        return f"{event}{of} happened {counted(fact['times'], 'time')}"
    return f"{event}{of} {'happened' if 'happened' in fact else 'did not happen'}"


def _abilities(number: int) -> str:
    return f"{counted(number, 'ability', 'abilities')} wait{'s' if number == 1 else ''}"


def _about_card(key: str, value: Any) -> list[str]:
    """Say what a fact says of a card under one key."""
    match key:
        case "zone":
            return [f"is {_ZONES.get(value, value)}"]
        case "exerted" | "drying":
            return [f"is {'' if value else 'not '}{key}"]
        case "damage":
            return [f"has {value or 'no'} damage"]
        case "at":
            return [f"is at {value}" if value else "is at no location"]
        case "under":
            return [f"has {counted(value, 'card')} under it"]
        case "position":
            return [f"is {_place(value)} of the deck"]
        case "keywords":
            return [_keyword(name, number) for name, number in value.items()]
        case "can":
            return [said for act, aim in value.items() for said in _can(act, aim)]
        case _:
            return [f"has {key} {value}"]


def _place(value: Any) -> str:
    return f"at the {value}" if isinstance(value, str) else f"at place {value}"


def _keyword(name: str, number: bool | int) -> str:
    if number is False:
        return f"does not have {name}"
    return f"has {name}" if number is True else f"has {name} {number}"


def _can(act: str, aim: Any) -> list[str]:
    """Say what a card can and cannot do; an aim is a label, or labels with whether each is legal."""
    if act not in _AIMED:
        return [f"{'can' if aim else 'cannot'} {act}"]
    aims = {aim: True} if isinstance(aim, str) else aim if isinstance(aim, Mapping) else dict.fromkeys(aim, True)
    return [f"{'can' if legal else 'cannot'} {_AIMED[act]} {label}" for label, legal in aims.items()]


def _about_player(key: str, value: Any) -> str:
    """Say what a fact says of a player under one key."""
    if key in ("won", "lost"):
        return f"has {'' if value else 'not '}{key}"
    if isinstance(value, list):
        return f"has {listed(list(map(str, value))) or 'no cards'} {_PILES[key] if key in _PILES else _ZONES.get(key, key)}"
    if key in _PILES:
        return f"has {counted(value, 'card')} {_PILES[key]}"
    return f"has {key.replace('_', ' ')} {value}"
