"""Read the cards of Illumineer's Quests, where one side is played by the quest and the other by all players together.

"Jafar", "the Vine" are the side of the card, so "you"; Illumineers are its opponents. What only a quest's own rules
explain becomes a ``QuestEffect`` or ``QuestChange`` with its words.
"""

from collections.abc import Iterable

from engine.abilities.conditions import AmountIs, Condition, SeenBy
from engine.abilities.costs import DoToPay
from engine.abilities.effects import (
    DealDamage,
    DoNothing,
    Effect,
    ForEachCard,
    ForEachPlayer,
    IfDone,
    LoseLore,
    PutIntoHand,
    PutIntoPlayFrom,
    QuestEffect,
    Repeat,
)
from engine.abilities.filters import CardFilter, OfPlayer
from engine.abilities.kinds import Ability, ActivatedAbility, StaticAbility
from engine.abilities.players import BoundPlayer, EachOpponent, Jointly, PlayerRef, You
from engine.abilities.references import Chosen, ChosenAmong, Every, Highest, Lowest, Reference, Those, Together
from engine.abilities.statics import QuestChange
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.values import CountOf, CountPlayers, Number
from engine.abilities.vocabulary import Comparison, Limit, Manner, Occurrence, Stat, TurnOf, Until, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.conditions import Some, exist
from engine.compiler.grammar.damage import banish
from engine.compiler.grammar.drawing import discard
from engine.compiler.grammar.filters import noun_criteria
from engine.compiler.grammar.joins import fold
from engine.compiler.grammar.playing import play
from engine.compiler.grammar.references import USER, chosen, every, yours
from engine.compiler.grammar.table import lexical, rule, words
from engine.compiler.lexer import Token
from engine.compiler.meanings import Each, Kind, Noun, Step
from engine.compiler.scope import Scope, Setting, bound
from engine.compiler.syntax import Syntax

# Sides

words("quest_side", {"[Jafar|the Vine]": You()})


@rule("doer", "{side:quest_side}")
def _doer(scope: Scope, side: PlayerRef) -> PlayerRef:
    scope.quest = True
    return side


words("one_player", {"each Illumineer": EachOpponent(), "an Illumineer": EachOpponent()})
words(
    "many_players",
    {"[the|] Illumineers": EachOpponent(), "opposing players": EachOpponent(), "the opposing players": EachOpponent()},
)
words("restricted", {"[the|] [Illumineers|opposing players]": EachOpponent()})


@rule("one_player", "{side:quest_side}")
def _side(scope: Scope, side: PlayerRef) -> PlayerRef:
    scope.quest = True
    return scope.meet(side)


@rule("one_player", "{word=he|it}")
def _side_again(scope: Scope, word: str) -> PlayerRef:
    if not scope.quest:
        raise Unresolved(f"{word!r} is no player here")
    return You()


@rule("many_players", "[the opposing players|the Illumineers|they] together")
def _together(scope: Scope) -> PlayerRef:
    return Jointly(players=EachOpponent())


@rule("trigger", "at the start of Jafar's turn")
def _at_start(scope: Scope) -> tuple[Trigger, ...]:
    scope.quest = True
    return (Trigger(event=EventPattern(occurrence=Occurrence.START_OF_TURN, actor=You())),)


words("turn", {"during the Vine's turn": TurnOf.YOURS})
words("until", {"until the start of [his|the Vine's] next turn": Until.START_OF_YOUR_NEXT_TURN})


@rule("whole", "Jafar's {kind:kind}")
@rule("affected", "Jafar's {kind:kind}", lazy=False)
def _of_the_side(scope: Scope, kind: Kind) -> Reference | CardFilter:
    return every(scope, yours(kind)) if scope.setting is Setting.EFFECT else yours(kind).filter(Zone.PLAY)


@rule("condition", "the Vine has {some:some}")
def _side_has(scope: Scope, some: Some) -> Condition:
    scope.quest = True
    return exist(some, OfPlayer(player=You()))


@rule("condition", "each Illumineer has {some:some}")
def _each_has(scope: Scope, some: Some) -> Condition:
    return SeenBy(player=EachOpponent(), condition=exist(some, OfPlayer(player=You())))


@rule("counted", "Illumineer")
def _illumineers(scope: Scope) -> Each:
    return Each(CountPlayers(player=EachOpponent()))


words("deck_owner", {"the Vine's": You()})


@rule("condition", "no {noun:noun} were {way=banished} this way")
def _none_this_way(scope: Scope, noun: Noun, way: str) -> Condition:
    cards = Those(cards=bound(scope.this_way(way)), criteria=noun_criteria(noun))
    return AmountIs(left=CountOf(cards=cards), comparison=Comparison.EXACTLY, right=Number(value=0))


# What its opponents may do

words("each_has", {"each [opposing player|Illumineer] has": None})
words("opponents_turn", {"the [opposing players'|Illumineers'] turn": None})


@rule(
    "ability",
    "^during {turn:opponents_turn}, they may[ {jointly:together}|] {act:act_list}[ {each:apiece}|] to {then:act_list}{stop:stop}",
    lazy=True,
)
def _they_may_use(
    scope: Scope,
    turn: Syntax,
    act: Syntax,
    then: Syntax,
    stop: Syntax,
    jointly: Syntax | None = None,
    each: Syntax | None = None,
) -> tuple[Ability, ...]:
    """Make what the other side may do against the card an ability that they use together."""
    with scope.acting(Jointly(players=EachOpponent()) if each is None else BoundPlayer(name="each")):
        paid: Effect = scope.lower(act)
    if each is not None:
        paid = ForEachPlayer(players=EachOpponent(), effect=paid)
    done: Effect = scope.lower(then)
    return (
        ActivatedAbility(
            costs=(DoToPay(effect=paid),), effect=done, turn=TurnOf.OPPONENTS, used_by=Jointly(players=EachOpponent())
        ),
    )


words("together", {"together": None})
words("apiece", {"each": None})


@rule("ability", "^once during {turn:opponents_turn}, an Illumineer may {act:act_to}{stop:stop}[ ^{rest:sentences}|]", lazy=True)
def _one_may_use(scope: Scope, turn: Syntax, act: Syntax, stop: Syntax, rest: Syntax | None = None) -> tuple[Ability, ...]:
    """Make what any of the other side may do once an ability that each of them can use."""
    with scope.acting(USER):
        chain: Effect = scope.lower(act)
    first, then = (chain.first, chain.then) if isinstance(chain, IfDone) else (chain, None)
    steps: list[Step] = [Step(effect=then)] if then is not None else []
    following: list[Step] = scope.lower(rest) if rest is not None else []
    effect = fold([*steps, *following]) if steps else fold([Step(effect=DoNothing()), *following])
    return (
        ActivatedAbility(
            costs=(DoToPay(effect=first),),
            effect=effect,
            turn=TurnOf.OPPONENTS,
            limit=Limit.ONCE_PER_TURN,
            used_by=EachOpponent(),
        ),
    )


@rule("act", "<pay> {n:number} lore")
def _pay_lore(scope: Scope, n: int) -> Effect:
    return LoseLore(amount=Number(value=n), player=scope.actor, bind=scope.done("lost"))


@rule("act", "<choose> and <discard> {n:number} cards total from their hands")
def _discard_together(scope: Scope, n: int) -> Effect:
    hand = CardFilter(zone=Zone.HAND, criteria=(OfPlayer(player=scope.actor),))
    amount = Number(value=n)
    return discard(scope, Chosen(among=hand, minimum=amount, maximum=amount, chooser=scope.actor, manner=Manner.SELECT))


# What the quest's side does to them


@rule("act", "<deal> {n:number} damage to the {way=highest|lowest} cost {noun:noun} {whose:each_has} in play")
@rule(
    "act",
    "<deal> {n:number} damage to the {noun:noun} with the {way=highest|lowest} cost {whose:each_has} in play",
)
def _deal_to_extreme(scope: Scope, n: int, way: str, noun: Noun, whose: None) -> Effect:
    theirs = Every(among=CardFilter(criteria=(*noun_criteria(noun), OfPlayer(player=BoundPlayer(name="each")))))
    extreme = Highest(cards=theirs, stat=Stat.COST) if way == "highest" else Lowest(cards=theirs, stat=Stat.COST)
    one = ChosenAmong(cards=extreme, bind=scope.fresh("chosen"), chooser=BoundPlayer(name="each"))
    return ForEachPlayer(players=EachOpponent(), effect=DealDamage(amount=Number(value=n), to=one))


@rule("act", "<play> the highest cost {noun:noun} from [his|its] discard for free")
def _play_highest(scope: Scope, noun: Noun) -> Effect:
    own = CardFilter(zone=Zone.DISCARD, criteria=(*noun_criteria(noun), OfPlayer(player=scope.actor)))
    highest = Highest(cards=Every(among=own), stat=Stat.COST)
    return play(scope, ChosenAmong(cards=highest, bind=scope.fresh("chosen"), chooser=scope.actor))


@rule("act", "<play> all {kind:kind} for free")
def _play_all(scope: Scope, kind: Kind) -> Effect:
    each = PutIntoPlayFrom(card=bound("each_card"), player=scope.actor)
    return ForEachCard(cards=every(scope, kind, Zone.HAND), effect=each)


@rule("act", "<choose> and <banish> one of their {first:kind}, one of their {second:kind}, and one of their {third:kind}")
def _banish_one_of_each(scope: Scope, first: Kind, second: Kind, third: Kind) -> Effect:
    own = OfPlayer(player=scope.actor)
    picked = tuple(chosen(scope, kind.limited(own), manner=Manner.SELECT) for kind in (first, second, third))
    return banish(scope, Together(parts=picked))


@rule("act", "<choose> and <banish> up to one of Jafar's {kind:kind}")
def _banish_up_to_one(scope: Scope, kind: Kind) -> Effect:
    return banish(scope, chosen(scope, yours(kind), Number(value=0), manner=Manner.SELECT))


@rule("act", "<return> {cards:whole} to their Illumineers' hands")
def _return_to_illumineers(scope: Scope, cards: Reference) -> Effect:
    return PutIntoHand(cards=cards, bind=scope.done("returned"))


# What only the quest explains


@lexical("prize_name", "#capital")
def _prize_name(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, str]]:
    """Read words up to "prize pack"."""
    for end in range(at + 1, min(at + 12, len(tokens))):
        if tokens[end].text == "prize":
            yield end, " ".join(token.text for token in tokens[at:end])
            return


@rule("act", "<steal> {name:name}")
def _steal(scope: Scope, name: str) -> Effect:
    return QuestEffect(text=f"steals {name}")


@rule("act", "<make> a {name:name}", "<make> a {name:name} for each {each:tally}")
def _make(scope: Scope, name: str, each: Each | None = None) -> Effect:
    made = QuestEffect(text=f"makes a {name}")
    return made if each is None else Repeat(effect=made, times=each.times(1))


@rule("act", "<move> [its|the Vine's] draw token up {n:number}")
def _move_draw_token(scope: Scope, n: int) -> Effect:
    return QuestEffect(text=f"moves the draw token up {n}")


@rule("act", "<win> the scenario and open {prize:prize_name} prize pack!")
def _win(scope: Scope, prize: str) -> Effect:
    return QuestEffect(text=f"wins the scenario and opens {prize}")


@rule("static_clause", "{player:restricted} can't use battleground abilities")
def _battleground(scope: Scope, player: PlayerRef) -> tuple[StaticAbility, ...]:
    return (StaticAbility(changes=(QuestChange(text="battleground abilities can't be used"),)),)


@rule("event", "the Illumineers complete an encounter")
def _encounter(scope: Scope) -> EventPattern:
    return EventPattern(occurrence=Occurrence.ENCOUNTER_COMPLETED)
