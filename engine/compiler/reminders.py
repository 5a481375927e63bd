"""Check reminder text (1.1.7) against the keyword that it stands beside.

Reminder text changes nothing, so a wrong one is reported and no more. Its wordings are data: ``{this}`` is any word for the
card, ``{n}`` a number that has to be the keyword's, ``{any}`` anything.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from corpus.names import name_key
from corpus.records import CardText
from engine.abilities.base import walk
from engine.abilities.costs import PayInk
from engine.abilities.keywords import KeywordAbility, ShiftAbility
from engine.abilities.kinds import Ability
from engine.abilities.values import Number
from engine.abilities.vocabulary import Keyword
from engine.compiler.text import Aside, Normalised


class Agreement(StrEnum):
    """How reminder text stands to what it reminds of."""

    AGREES = "agrees"
    DIFFERS = "differs"
    """It is that of another keyword, number, cost or name."""
    UNKNOWN = "unknown"
    """It is none of the known wordings."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """Reminder text with what was found of it."""

    text: str
    agreement: Agreement


_THIS = r"(?:this character|this location|this item|this card|them|they|it|he|she|him|her)"
_THEIR = r"(?:their|its|his|her)"

KEYWORD_REMINDERS: dict[Keyword, tuple[str, ...]] = {
    Keyword.ADVENTUROUS: ("{this} can't challenge and must quest{any}",),
    Keyword.ALERT: ("{this} can challenge as if {this} had Evasive",),
    Keyword.BODYGUARD: (
        "{this} may enter play exerted",
        "an opposing character who challenges one of {any} characters must choose {any} with Bodyguard if able",
    ),
    Keyword.BOOST: ("once during your turn, you may pay {n} ⬡ to put {any} facedown under {this}",),
    Keyword.CHALLENGER: ("[while|when] challenging, {this} [gets|get] +{n} ¤", "{this} [gets|get] +{n} ¤ while challenging"),
    Keyword.EVASIVE: ("only characters with Evasive can challenge {this}", "{this} can challenge characters with Evasive"),
    Keyword.RECKLESS: (
        "{this} can't quest and must challenge if able",
        "{this} can't quest and must challenge each turn if able",
    ),
    Keyword.RESIST: ("damage dealt to {this} is reduced by {n}", "damage dealt to {this} is reduced by {n} for each {any}"),
    Keyword.RUSH: ("{this} can challenge the turn {any} played",),
    Keyword.SHIFT: (
        "you may pay {n} ⬡ to play this on top of {any}",
        "you may [discard|remove|banish|exert] {any} to play this on top of {any}",
        "at the end of your turn, {any}",
        "{this} counts as being named {any}",
    ),
    Keyword.SINGER: ("{this} [counts|count] as cost {n} to sing songs",),
    Keyword.SING_TOGETHER: (
        "any number of your or your teammates' characters with total cost {n} or more may ⟳ to sing this song for free",
    ),
    Keyword.SUPPORT: (
        "whenever {this} [quests|quest], you may add {their} ¤ to [another |]chosen character's ¤ this turn",
        "whenever {this} [quests|quest], {this} may add {their} ¤ to another chosen character's ¤ this turn",
    ),
    Keyword.VANISH: ("when an opponent chooses {this} for an action, banish {this}",),
    Keyword.WARD: ("[opponents|illumineers] can't choose {this}[ except to challenge|]",),
}
"""Wordings of each keyword's reminder, sentence by sentence, in lower case at the start and without the full stop."""

SONG_REMINDER = "a character with cost {n} or more can ⟳ to sing this song for free"
OTHER_REMINDERS = (
    "you may remove an ink drop to pay {n} ⬡",
    "each ink drop may be removed to pay {n} ⬡",
    "you pay all costs",
    "if there's a tie, {any}",
    "no damage is dealt in that challenge",
    "this doesn't apply to singing songs",
    "this includes all Shift variants",
    "you pay this cost each time",
)
"""Reminders of rules rather than keywords."""


def _compiled(wording: str) -> re.Pattern[str]:
    pattern = re.escape(wording)
    for old, new in (("\\{this\\}", _THIS), ("\\{their\\}", _THEIR), ("\\{n\\}", r"(\d+)"), ("\\{any\\}", ".*")):
        pattern = pattern.replace(old, new)
    pattern = re.sub(r"\\\[([^\]]*?)\\\]", lambda match: f"(?:{match[1].replace(chr(92) + '|', '|')})", pattern)
    return re.compile(pattern, re.IGNORECASE)


_JOINED = re.compile(r" & | 'n' ")
_SENTENCE_END = re.compile(r"(?<!Mr\.)(?<!Dr\.)(?<!Jr\.)(?<=\.)\s+")
_NAMED = re.compile(r"named (?:both )?(.+?)(?=,? (?:and |or )?one (?:named|of each)|$)")
_NAME_JOIN = re.compile(r" or | and (?=[A-Z]\w+$)")
_KEYWORDS = tuple((keyword, _compiled(wording)) for keyword, wordings in KEYWORD_REMINDERS.items() for wording in wordings)
_SONG = _compiled(SONG_REMINDER)
_OTHERS = tuple(_compiled(wording) for wording in OTHER_REMINDERS)


def check_reminders(card: CardText, normalised: Normalised, abilities: Iterable[Ability]) -> tuple[Reminder, ...]:
    """Compare every reminder of a card with the keywords that the card has or gives."""
    held = [node for ability in abilities for node in walk(ability) if isinstance(node, KeywordAbility)]
    return tuple(Reminder(aside.text, _agreement(aside, card, held)) for aside in normalised.asides)


def _agreement(aside: Aside, card: CardText, held: list[KeywordAbility]) -> Agreement:
    sentences = [sentence.strip(" .") for sentence in _SENTENCE_END.split(aside.text) if sentence.strip(" .")]
    found = [_sentence(sentence, card, held) for sentence in sentences]
    for worst in (Agreement.DIFFERS, Agreement.UNKNOWN):
        if worst in found:
            return worst
    return Agreement.AGREES


def _sentence(sentence: str, card: CardText, held: list[KeywordAbility]) -> Agreement:
    song = _SONG.fullmatch(sentence)
    if song is not None:
        return _if(int(song[1]) == card.cost)
    matched = False
    for keyword, pattern in _KEYWORDS:
        match = pattern.fullmatch(sentence)
        if match is None:
            continue
        matched = True
        number = int(match[1]) if match.groups() else None
        if any(ability.keyword is keyword and _fits(ability, number, sentence, card) for ability in held):
            return Agreement.AGREES
    if matched:
        return Agreement.DIFFERS
    return Agreement.AGREES if any(pattern.fullmatch(sentence) for pattern in _OTHERS) else Agreement.UNKNOWN


def _if(agrees: bool) -> Agreement:
    return Agreement.AGREES if agrees else Agreement.DIFFERS


def _fits(ability: KeywordAbility, number: int | None, sentence: str, card: CardText) -> bool:
    if isinstance(ability, ShiftAbility):
        names = {name_key(name) for name in (card.name, ability.onto or "", *card.names, *_JOINED.split(card.name))}
        named = [name_key(name) for match in _NAMED.finditer(sentence) for name in _NAME_JOIN.split(match[1])]
        ink = [cost.amount.value for cost in ability.costs if isinstance(cost, PayInk) and isinstance(cost.amount, Number)]
        return set(named) <= names and (number is None or number in ink)
    return number is None or ability.value is None or number == ability.value


__all__ = ["KEYWORD_REMINDERS", "Agreement", "Reminder", "check_reminders"]
