"""Read keyword lines (8): alone, in a list, with a number, and Shift with its variants and odd costs."""

from engine.abilities.costs import Cost, DoToPay, PayInk, RemoveInkDrops
from engine.abilities.effects import Effect
from engine.abilities.keywords import KeywordAbility, ShiftAbility
from engine.abilities.kinds import Ability, KeywordEntry
from engine.abilities.values import Number
from engine.abilities.vocabulary import Keyword, ShiftKind
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.scope import Scope

words(
    "plain_keyword",
    {
        keyword.value: keyword
        for keyword in (
            Keyword.ADVENTUROUS,
            Keyword.ALERT,
            Keyword.BODYGUARD,
            Keyword.EVASIVE,
            Keyword.RECKLESS,
            Keyword.RUSH,
            Keyword.SUPPORT,
            Keyword.VANISH,
            Keyword.WARD,
        )
    },
)


@rule("keyword_entry", "{keyword:plain_keyword}")
def _plain(scope: Scope, keyword: Keyword) -> KeywordAbility:
    return KeywordAbility(keyword=keyword)


words("plus_keyword", {"Challenger": Keyword.CHALLENGER, "Resist": Keyword.RESIST})
words("number_keyword", {"Singer": Keyword.SINGER, "Sing Together": Keyword.SING_TOGETHER})


@rule("keyword_entry", "{keyword:plus_keyword} {n:signed}", "{keyword:number_keyword} {n:number}")
def _numbered(scope: Scope, keyword: Keyword, n: int) -> KeywordAbility:
    return KeywordAbility(keyword=keyword, value=n)


@rule("keyword_entry", "Boost {n:number}[ ⬡|]")
def _boost(scope: Scope, n: int) -> KeywordAbility:
    return KeywordAbility(keyword=Keyword.BOOST, value=n)


# Shift (8.10)


@rule("shift_cost", "{n:number}[ ⬡|]")
def _ink(scope: Scope, n: int) -> tuple[Cost, ...]:
    return (PayInk(amount=Number(value=n)),)


@rule("shift_cost", "[:|] ^Remove [an|{n:number}] [ink drop|ink drops]")
def _ink_drops(scope: Scope, n: int = 1) -> tuple[Cost, ...]:
    return (RemoveInkDrops(amount=Number(value=n)),)


@rule("shift_cost", ": ^{act:act}")
def _act(scope: Scope, act: Effect) -> tuple[Cost, ...]:
    return (DoToPay(effect=act),)


words(
    "shift_kind",
    {
        "Shift": (ShiftKind.SHIFT, None),
        "Universal Shift": (ShiftKind.UNIVERSAL, None),
        "Duo Shift": (ShiftKind.DUO, None),
        "Combo Shift": (ShiftKind.COMBO, None),
    },
)
_NAMED_SHIFTS = frozenset({"Potato"})
"""Words before Shift that name a card rather than a classification (8.10.8.6)."""
_OTHER_SHIFTS = frozenset({"Universal", "Duo", "Combo", "Temporary"})


@rule("shift_kind", "{word:classification} Shift")
def _onto(scope: Scope, word: str) -> tuple[ShiftKind, str | None]:
    if word in _NAMED_SHIFTS:
        return ShiftKind.NAMED, word
    return ShiftKind.CLASSIFICATION, word


same("keyword_entry", "{shift:shift_entry}")


@rule("shift_entry", "[Temporary{temporary:yes}|] {kind:shift_kind} {costs:shift_cost}")
def _shift(scope: Scope, kind: tuple[ShiftKind, str | None], costs: tuple[Cost, ...], temporary: bool = False) -> KeywordAbility:
    return ShiftAbility(costs=costs, kind=kind[0], onto=kind[1], temporary=temporary)


@rule("keyword_line", "{entry:keyword_entry}[.|]")
def _entry(scope: Scope, entry: KeywordAbility) -> tuple[Ability, ...]:
    return (KeywordEntry(keyword=entry),)


@rule("keyword_line", "{entry:keyword_entry}[,|] {rest:keyword_line}")
def _entries(scope: Scope, entry: KeywordAbility, rest: tuple[Ability, ...]) -> tuple[Ability, ...]:
    return (KeywordEntry(keyword=entry), *rest)


__all__: list[str] = []
