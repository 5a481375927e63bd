"""Say what is different about cards: "gets +2 ¤ and gains Rush", "can't quest or challenge".

``changes`` lowers to a tuple of ``Change`` nodes without a subject; ``statics`` and ``lasting`` say whose they are and
for how long. A list may leave the verb out ("gets +1 ¤, +1 ⛉, and +1 ◊"), and one "for each" counts for the whole list.
"""

from dataclasses import replace

from engine.abilities.filters import CardFilter, IsAmong, IsInState
from engine.abilities.keywords import KeywordAbility
from engine.abilities.references import Reference
from engine.abilities.statics import (
    Can,
    Cannot,
    CannotGainKeyword,
    Change,
    CountsAsCostToSing,
    CountsAsNamed,
    Doing,
    GainsAbility,
    GainsClassification,
    GainsKeyword,
    Gets,
    LosesAbilities,
    LosesAbilityNamed,
    LosesKeyword,
    Must,
)
from engine.abilities.values import Amount, Number, Times
from engine.abilities.vocabulary import CardState, Keyword, Stat, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.references import yours
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Each, Kind
from engine.compiler.scope import Scope
from engine.compiler.syntax import Syntax

Changes = tuple[Change, ...]


@rule("changes", "{first:change} and {rest:changes}", "{first:change} and {rest:changes_on}")
def _changes_and(scope: Scope, first: Changes, rest: Changes) -> Changes:
    return first + rest


@rule("changes", "{first:change}, {second:change}, and {last:change}")
def _three_changes(scope: Scope, first: Changes, second: Changes, last: Changes) -> Changes:
    return first + second + last


same("changes", "{change:change}")
same("changes_on", "{change:change}")


def scaled(changes: Changes, each: Each) -> Changes:
    """Give changes whose numbers were said once, for each of what is counted (6.1.8)."""
    return tuple(_scaled(change, each) for change in changes)


def _scaled(change: Change, each: Each) -> Change:
    if isinstance(change, (Gets, CountsAsCostToSing)):
        return replace(change, amount=each.scaled(change.amount))
    if isinstance(change, GainsKeyword):
        return replace(change, times=each.times(1))
    return change


@rule("changes", "{changes:scalable} for each {each:tally}")
def _for_each(scope: Scope, changes: Changes, each: Each) -> Changes:
    return scaled(changes, each)


same("scalable", "{change:numbers_change}", "{change:grants_change}", "{change:song_cost}")


@rule("scalable", "{first:numbers_change} and {last:grants_change}", "{first:grants_change} and {last:numbers_change}")
def _scalable(scope: Scope, first: Changes, last: Changes) -> Changes:
    return first + last


# Numbers


@rule("number_change", "{n:signed} {stat:stat}")
def _number_change(scope: Scope, n: int, stat: Stat) -> Changes:
    return (Gets(stat=stat, amount=Number(value=n)),)


@rule("number_changes", "{first:number_change} and {second:number_change}")
@rule("number_changes", "{first:number_change}, {second:number_change}, and {third:number_change}")
def _number_changes(scope: Scope, first: Changes, second: Changes, third: Changes = ()) -> Changes:
    return first + second + third


same("number_changes", "{first:number_change}")
same("numbers_change", "[get|gets] {changes:number_changes}")
same("change", "{changes:numbers_change}", "{changes:grants_change}")


@rule("change", "[get|gets] + {stat:stat} equal to {amount:capped}")
def _gets_equal(scope: Scope, stat: Stat, amount: Amount) -> Changes:
    return (Gets(stat=stat, amount=amount),)


@rule("change", "[get|gets] +X {stat:stat}, where X is {amount:capped}")
def _gets_as_many(scope: Scope, stat: Stat, amount: Amount) -> Changes:
    return (Gets(stat=stat, amount=amount),)


@rule("change", "[get|gets] -X {stat:stat}, where X is {amount:capped}")
def _loses_as_many(scope: Scope, stat: Stat, amount: Amount) -> Changes:
    return (Gets(stat=stat, amount=Times(factor=-1, amount=amount)),)


@rule("change", "[get|gets] - {stat:stat} equal to {amount:capped}", "[lose|loses] {stat:stat} equal to {amount:capped}")
def _loses_equal(scope: Scope, stat: Stat, amount: Amount) -> Changes:
    return (Gets(stat=stat, amount=Times(factor=-1, amount=amount)),)


# Keywords and abilities


@rule("granted_keyword", "{keyword:keyword}")
def _plain_keyword(scope: Scope, keyword: Keyword) -> KeywordAbility:
    return KeywordAbility(keyword=keyword)


@rule("granted_keyword", "{keyword:keyword} {n:signed}", "{keyword:keyword} {n:number}")
def _valued_keyword(scope: Scope, keyword: Keyword, n: int) -> KeywordAbility:
    return KeywordAbility(keyword=keyword, value=n)


@rule("granted", "{keyword:granted_keyword}")
def _granted_keyword(scope: Scope, keyword: KeywordAbility) -> Changes:
    return (GainsKeyword(keyword=keyword),)


@rule("granted", "“^{ability:quoted}”", lazy=True)
def _granted_ability(scope: Scope, ability: Syntax) -> Changes:
    return tuple(GainsAbility(ability=each) for each in scope.quoted(ability))


@rule("granted", "the {name:classification} classification")
def _granted_classification(scope: Scope, name: str) -> Changes:
    return (GainsClassification(classification=name),)


@rule("grants", "{first:granted} and {second:granted}", "{first:granted}, {second:granted}, and {third:granted}")
def _grants(scope: Scope, first: Changes, second: Changes, third: Changes = ()) -> Changes:
    return first + second + third


same("grants", "{granted:granted}")
same("grants_change", "[gain|gains|has|have] {grants:grants}")


@rule("change", "[lose|loses] {first:keyword}", "[lose|loses] {first:keyword} and {second:keyword}")
def _loses_keyword(scope: Scope, first: Keyword, second: Keyword | None = None) -> Changes:
    return tuple(LosesKeyword(keyword=keyword) for keyword in (first, second) if keyword is not None)


@rule("change", "[lose|loses] all [abilities|their abilities|other abilities]")
def _loses_all(scope: Scope) -> Changes:
    return (LosesAbilities(),)


@rule("change", "[don't|doesn't] ready at the start of [your turn|their turn|their players' turns|its player's turn]")
def _does_not_ready(scope: Scope) -> Changes:
    return (Cannot(doing=Doing.READY_AT_START),)


@rule("change", "[lose|loses] the {name:story_name} ability")
def _loses_ability(scope: Scope, name: str) -> Changes:
    return (LosesAbilityNamed(ability=name),)


@rule("change", "can't gain {keyword:keyword}")
def _cannot_gain(scope: Scope, keyword: Keyword) -> Changes:
    return (CannotGainKeyword(keyword=keyword),)


# What it can't do

words(
    "forbidden",
    {
        "quest": (Doing.QUEST,),
        "challenge": (Doing.CHALLENGE,),
        "ready": (Doing.READY,),
        "ready at the start of [your|their|its|his|her] [turn|turns]": (Doing.READY_AT_START,),
        "ready at the start of their players' turns": (Doing.READY_AT_START,),
        "be challenged": (Doing.BE_CHALLENGED,),
        "[⟳|exert] to sing songs": (Doing.EXERT_TO_SING,),
        "sing songs": (Doing.EXERT_TO_SING,),
        "sing songs without Sing Together": (Doing.SING_ALONE,),
        "be dealt damage": (Doing.BE_DAMAGED,),
        "move to locations": (Doing.MOVE,),
        "be chosen": (Doing.BE_CHOSEN,),
        "be chosen by [opponents|an opponent|your opponents]": (Doing.BE_CHOSEN_BY_OPPONENTS,),
        "be banished": (Doing.BE_BANISHED,),
        "be returned to [your|their|its|his|her|their player's] hand": (Doing.BE_RETURNED,),
    },
)


@rule("change", "can't be challenged by {kind:kind}")
def _cannot_be_challenged_by(scope: Scope, kind: Kind) -> Changes:
    return (Cannot(doing=Doing.BE_CHALLENGED, by=kind.filter(Zone.PLAY)),)


@rule("change", "can't challenge {whom:challenge_side}")
def _cannot_challenge(scope: Scope, whom: CardFilter) -> Changes:
    return (Cannot(doing=Doing.CHALLENGE, by=whom),)


@rule("challenge_side", "{card:this}")
def _this_side(scope: Scope, card: Reference) -> CardFilter:
    return CardFilter(criteria=(IsAmong(cards=card),))


@rule("challenge_side", "{kind:kind}")
def _any_side(scope: Scope, kind: Kind) -> CardFilter:
    return kind.filter(Zone.PLAY)


@rule("challenge_side", "your {kind:kind}")
def _your_side(scope: Scope, kind: Kind) -> CardFilter:
    return yours(kind).filter(Zone.PLAY)


@rule("change", "[take|takes] no damage from challenges")
def _no_challenge_damage(scope: Scope) -> Changes:
    return (Cannot(doing=Doing.BE_DEALT_CHALLENGE_DAMAGE),)


# What it can and has to do

words(
    "allowed",
    {
        "quest the turn [he's|she's|they're|it's] played": Doing.QUEST_DRYING,
        "challenge the turn [he's|she's|they're|it's] played": Doing.CHALLENGE_DRYING,
    },
)


@rule("change", "can {doing:allowed}")
def _can(scope: Scope, doing: Doing) -> Changes:
    return (Can(doing=doing),)


@rule("change", "[can|may|may also|can also] challenge {kind:kind}")
def _can_challenge(scope: Scope, kind: Kind) -> Changes:
    """Let ready characters be challenged, which can't be otherwise (4.6.4.2)."""
    if IsInState(state=CardState.READY) not in kind.criteria:
        raise Unresolved("exerted characters can be challenged anyway")
    return (Can(doing=Doing.CHALLENGE_READY, what=kind.filter(Zone.PLAY)),)


@rule("change", "[can|may] challenge characters with Evasive", "[can|may] challenge as if [he|she|they|it] had Evasive")
def _can_challenge_evasive(scope: Scope) -> Changes:
    return (Can(doing=Doing.IGNORE_EVASIVE),)


@rule("change", "[ignore|ignores] Bodyguard")
def _ignores_bodyguard(scope: Scope) -> Changes:
    return (Can(doing=Doing.IGNORE_BODYGUARD),)


@rule("change", "must {doing=quest|challenge} if able")
def _must(scope: Scope, doing: str) -> Changes:
    return (Must(doing=Doing(doing)),)


same("change", "{change:song_cost}", "{change:no_damage}")


@rule("song_cost", "[count|counts] as having {n:signed} cost to sing songs")
def _cost_to_sing(scope: Scope, n: int) -> Changes:
    return (CountsAsCostToSing(amount=Number(value=n)),)


@rule("change", "[also|] [count|counts] as being named {name:name} for Shift")
def _named_for_shift(scope: Scope, name: str) -> Changes:
    return (CountsAsNamed(name=name, only_for_shift=True),)


@rule("change", "[also|] [count|counts] as being named {name:name}")
def _also_named(scope: Scope, name: str) -> Changes:
    return (CountsAsNamed(name=name),)


__all__ = ["Changes", "scaled"]
