"""Write abilities by hand, in the words that tests need."""

from corpus.records import CardType
from engine.abilities.base import Node
from engine.abilities.conditions import Condition
from engine.abilities.costs import Cost
from engine.abilities.effects import Apply, DealDamage, Draw, Effect, GainLore
from engine.abilities.filters import CardFilter, Criterion, HasClassification, IsOther, IsType, OnSide
from engine.abilities.keywords import KeywordAbility
from engine.abilities.kinds import ActivatedAbility, StaticAbility, TriggeredAbility
from engine.abilities.players import PlayerRef, You
from engine.abilities.references import Chosen, Every, Reference, This
from engine.abilities.statics import Change, GainsKeyword, Gets
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.values import Number
from engine.abilities.vocabulary import Keyword, Limit, Occurrence, Side, Stat, TurnOf, Until, Zone
from engine.actions.play import Play
from engine.game import Game
from tests.engine.board import Board, Script

CHARACTER = IsType(types=(CardType.CHARACTER,))
YOURS = OnSide(side=Side.YOURS)
OPPOSING = OnSide(side=Side.OPPOSING)


def n(value: int) -> Number:
    """Write a number."""
    return Number(value=value)


def characters(*criteria: Criterion) -> CardFilter:
    """Write "characters …"."""
    return CardFilter(criteria=(CHARACTER, *criteria))


def chosen(*criteria: Criterion, least: int = 1, most: int | None = 1, bind: str = "chosen") -> Chosen:
    """Write "chosen character …"."""
    return Chosen(among=characters(*criteria), minimum=n(least), maximum=None if most is None else n(most), bind=bind)


def from_zone(zone: Zone, *criteria: Criterion, bind: str = "chosen", least: int = 1, most: int | None = 1) -> Chosen:
    """Write "a card from …"."""
    among = CardFilter(zone=zone, criteria=(YOURS, *criteria))
    return Chosen(among=among, minimum=n(least), maximum=None if most is None else n(most), bind=bind)


def gain(lore: int) -> GainLore:
    """Write "gain N lore"."""
    return GainLore(amount=n(lore))


def draw(cards: int = 1) -> Draw:
    """Write "draw N cards"."""
    return Draw(amount=n(cards))


def deal(damage: int, to: Reference | None = None) -> DealDamage:
    """Write "deal N damage to chosen character"."""
    return DealDamage(amount=n(damage), to=to if to is not None else chosen())


def when(
    occurrence: Occurrence,
    effect: Effect,
    subject: Node | None = None,
    *,
    other: Node | None = None,
    actor: PlayerRef | None = None,
    name: str = "ABILITY",
    turn: TurnOf = TurnOf.ANY,
    limit: Limit = Limit.NONE,
    condition: Condition | None = None,
    batched: bool = False,
    works_from: Zone = Zone.PLAY,
) -> TriggeredAbility:
    """Write "whenever this character …"."""
    event = EventPattern(
        occurrence=occurrence,
        subject=subject if subject is not None else This(),
        other=other,
        actor=actor,
        batched=batched,
    )
    triggers = (Trigger(event=event, condition=condition),)
    return TriggeredAbility(name=name, triggers=triggers, effect=effect, turn=turn, limit=limit, works_from=works_from)


def at(occurrence: Occurrence, effect: Effect, *, name: str = "ABILITY", works_from: Zone = Zone.PLAY) -> TriggeredAbility:
    """Write "at the start (end) of your turn"."""
    event = EventPattern(occurrence=occurrence, actor=You())
    return TriggeredAbility(name=name, triggers=(Trigger(event=event),), effect=effect, works_from=works_from)


def static(
    *changes: Change,
    affects: CardFilter | Reference | None = None,
    condition: Condition | None = None,
    works_from: Zone = Zone.PLAY,
    name: str = "",
) -> StaticAbility:
    """Write a static ability."""
    return StaticAbility(changes=changes, affects=affects, condition=condition, works_from=works_from, name=name)


def use(*costs: Cost, effect: Effect, name: str = "USE", limit: Limit = Limit.NONE) -> ActivatedAbility:
    """Write "[Cost] — [Effect]"."""
    return ActivatedAbility(name=name, costs=costs, effect=effect, limit=limit)


def gets(stat: Stat, amount: int) -> Gets:
    """Write "gets +N"."""
    return Gets(stat=stat, amount=n(amount))


def gains(keyword: Keyword, value: int | None = None) -> GainsKeyword:
    """Write "gains [keyword]"."""
    return GainsKeyword(keyword=KeywordAbility(keyword=keyword, value=value))


def apply(*changes: Change, to: Reference | None = None, until: Until = Until.END_OF_TURN) -> Apply:
    """Write "chosen character gets … this turn"."""
    return Apply(to=to if to is not None else chosen(), changes=changes, until=until)


def classed(classification: str) -> HasClassification:
    """Write "[Classification]"."""
    return HasClassification(classification=classification)


OTHER = IsOther()


EVERYONE = Every(among=characters())


def play(board: Board, *effects: Effect, answers: Script | None = None) -> Game:
    """Play an action with these effects and give the game."""
    action = board.p1.action("Action", *effects, cost=0)
    game = board.game(answers)
    game.act(Play(action))
    return game
