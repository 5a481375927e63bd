"""Give the characteristics that are printed on a card."""

from collections.abc import Mapping

from corpus.records import CardType
from engine.abilities.effects import AddToSupport, Banish, May
from engine.abilities.filters import CardFilter, IsOther, IsType
from engine.abilities.keywords import KeywordAbility, ShiftAbility
from engine.abilities.kinds import CompiledCard, KeywordEntry, TriggeredAbility
from engine.abilities.players import EachOpponent
from engine.abilities.references import Chosen, This
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.vocabulary import Keyword, Occurrence, Stat
from engine.cite import rule
from engine.state.objects import UNKNOWN, Held, Sheet

SUPPORT = TriggeredAbility(
    name=Keyword.SUPPORT.value,
    triggers=(Trigger(event=EventPattern(occurrence=Occurrence.QUESTED, subject=This())),),
    effect=May(effect=AddToSupport(to=Chosen(among=CardFilter(criteria=(IsType(types=(CardType.CHARACTER,)), IsOther()))))),
)
"""What Support means (8.13.1)."""

VANISH = TriggeredAbility(
    name=Keyword.VANISH.value,
    triggers=(
        Trigger(
            event=EventPattern(
                occurrence=Occurrence.CHOSEN,
                subject=This(),
                actor=EachOpponent(),
                other=CardFilter(criteria=(IsType(types=(CardType.ACTION,)),)),
            )
        ),
    ),
    effect=Banish(cards=This()),
)
"""What Vanish means (8.14.1): chosen by an opponent, the other side being the action."""

KEYWORD_TRIGGERS: Mapping[Keyword, TriggeredAbility] = {Keyword.SUPPORT: SUPPORT, Keyword.VANISH: VANISH}
"""Keywords that represent a triggered ability."""

STACKING = frozenset({Keyword.CHALLENGER, Keyword.RESIST})
"""Keywords with +N, which stack (8.1.2)."""

_cache: dict[int, tuple[CompiledCard, Sheet]] = {}
_MOST_CACHED = 8_000


def printed_sheet(face: CompiledCard | None) -> Sheet:
    """Give what is printed on a card, remembered by identity of the face."""
    if face is None:
        return UNKNOWN
    found = _cache.get(id(face))
    if found is not None:
        return found[1]
    if len(_cache) >= _MOST_CACHED:
        _cache.clear()
    sheet = _read(face)
    _cache[id(face)] = (face, sheet)
    return sheet


@rule("5.2.6.2", "a third name")
@rule("5.2.1", "parts of a card")
def _read(face: CompiledCard) -> Sheet:
    printed = face.printed
    keywords: dict[Keyword, int] = {}
    shifts: list[ShiftAbility] = []
    held: list[Held] = []
    for number, ability in enumerate(face.abilities, start=1):
        if isinstance(ability, KeywordEntry):
            add_keyword(keywords, ability.keyword)
            if isinstance(ability.keyword, ShiftAbility):
                shifts.append(ability.keyword)
        else:
            held.append(Held(ability, f"printed {number}"))
    numbers = {
        Stat.COST: printed.cost,
        Stat.STRENGTH: printed.strength,
        Stat.WILLPOWER: printed.willpower,
        Stat.LORE: printed.lore,
        Stat.MOVE_COST: printed.move_cost,
    }
    return Sheet(
        type=printed.type,
        # a card of two names has the printed name as a third (5.2.6.2)
        names=frozenset((*printed.names, printed.name)),
        classifications=frozenset(printed.classifications),
        inks=frozenset(printed.inks),
        inkwell=printed.inkwell,
        numbers={stat: number for stat, number in numbers.items() if number is not None},
        keywords=keywords,
        shifts=tuple(shifts),
        abilities=(*held, *keyword_abilities(keywords)),
        unread=face.unread,
    )


def add_keyword(keywords: dict[Keyword, int], added: KeywordAbility) -> None:
    """Add a keyword to those of a card: numbers with + stack, of others the highest counts (8.1.2)."""
    value = added.value or 0
    known = keywords.get(added.keyword)
    if known is None:
        keywords[added.keyword] = value
    elif added.keyword in STACKING:
        keywords[added.keyword] = known + value
    else:
        keywords[added.keyword] = max(known, value)


def keyword_abilities(keywords: Mapping[Keyword, int]) -> tuple[Held, ...]:
    """Write out the keywords that represent triggered abilities."""
    return tuple(Held(ability, keyword.value) for keyword, ability in KEYWORD_TRIGGERS.items() if keyword in keywords)
