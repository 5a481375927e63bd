"""Describe a whole scenario document: players, steps, what is expected."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from corpus.refs import CURRENT_EDITION
from engine.cite import rule
from engine.scenario.board import Board, CardStates
from engine.scenario.fields import Count, Entry, fault, nearest
from engine.scenario.statements import Answers, Facts, Label, LabelList

STEPS_LIMIT = 500
"""The most steps of a scenario."""

_RULE = re.compile(r"(?:CR\s+\S+\s+)?(\d+(?:\.\d+)*)\.?")


def _rule_number(value: Any) -> Any:
    """Read a rule number, with or without the document and edition in front."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise fault(f'{value!r} is a number and may have lost digits; write the rule in quotes, like "4.6.4.3"')
    match = _RULE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise fault(f'{value!r} is no rule number; one looks like "4.6.4.3"')
    return match[1]


RuleNumber = Annotated[str, BeforeValidator(_rule_number)]


class Step(Entry):
    """What every step may carry."""

    by: Label | None = None
    """Another player than the active one, where a card lets one act."""
    answers: Answers = []
    """Settle the decisions of the step, in order."""
    expect: Facts = []
    """Checked right after the step and all that it triggered."""
    legal: bool = True
    """`false`: the step has to be refused, and nothing may have changed."""
    rule: RuleNumber | None = None
    """With `legal: false`: the rule that one of the reasons has to name, or its parent or a sub-rule."""

    @model_validator(mode="after")
    def _names_a_rule_to_refuse(self) -> Self:
        if self.rule is not None and self.legal:
            raise fault("`rule` names the reason of a refusal and goes with `legal: false`")
        return self


class InkStep(Step):
    """Put a card into the inkwell."""

    do: Literal["ink"]
    card: Label


class PlayStep(Step):
    """Play a card."""

    do: Literal["play"]
    card: Label
    shift_onto: LabelList | None = None
    """The character, or two, that it is shifted onto."""
    sing_with: LabelList | None = None
    """The characters that sing it."""
    for_free: bool = False
    alternate: Label | None = None
    """The ability that offers another cost, or the cost's verb (`banish`, `discard`)."""
    enters: Literal["exerted"] | None = None
    """`exerted`: with Bodyguard."""
    ink_drops: Count | None = None
    """How many ink drop counters pay part of the cost; what ready ink cannot cover when left out."""

    @model_validator(mode="after")
    def _has_one_cost(self) -> Self:
        named = {
            "shift_onto": bool(self.shift_onto),
            "sing_with": bool(self.sing_with),
            "for_free": self.for_free,
            "alternate": self.alternate is not None,
        }
        costs = [name for name, stated in named.items() if stated]
        # a text may offer another cost to shift for
        if len(costs) > 1 and costs != ["shift_onto", "alternate"]:
            raise fault(f"a card is played for one cost; {' and '.join(costs)} are several")
        return self


class UseStep(Step):
    """Use an activated ability."""

    do: Literal["use"]
    card: Label
    ability: Label | None = None
    """Its name; may be left out where the card has one."""
    pay_with: LabelList | None = None
    """The cards that a cost exerts, discards or banishes."""
    ink_drops: Count | None = None


class BoostStep(Step):
    """Use Boost."""

    do: Literal["boost"]
    card: Label
    ink_drops: Count | None = None


class QuestStep(Step):
    """Quest with a character."""

    do: Literal["quest"]
    card: Label


class ChallengeStep(Step):
    """Challenge a character or a location."""

    do: Literal["challenge"]
    card: Label
    target: Label


class MoveStep(Step):
    """Move a character to a location."""

    do: Literal["move"]
    card: Label
    to: Label
    ink_drops: Count | None = None


class EndTurnStep(Step):
    """End the turn and run up to the next player's Main Phase."""

    do: Literal["end_turn"]


class ResolveStep(Step):
    """Take an ability from the bag next."""

    do: Literal["resolve"]
    card: Label
    ability: Label | None = None


class ConcedeStep(Step):
    """Leave the game."""

    do: Literal["concede"]

    @model_validator(mode="after")
    def _says_who(self) -> Self:
        if self.by is None:
            raise fault("`concede` needs `by`, the player who leaves the game")
        return self


class SetCardStep(CardStates, Step):
    """A correction by the judge of one card; nothing triggers from it."""

    do: Literal["set"]
    card: Label


class SetPlayerStep(Board, Step):
    """A correction by the judge of one player; nothing triggers from it."""

    do: Literal["set"]
    player: Label


STEP_KINDS: dict[str, type[Step]] = {
    "ink": InkStep,
    "play": PlayStep,
    "use": UseStep,
    "boost": BoostStep,
    "quest": QuestStep,
    "challenge": ChallengeStep,
    "move": MoveStep,
    "end_turn": EndTurnStep,
    "resolve": ResolveStep,
    "concede": ConcedeStep,
}
"""The steps by what they `do`; `set` is one of two kinds besides, for a card or a player."""


def _step_form(value: Any) -> str | None:
    """Tell which kind of step a mapping is meant to be."""
    do = value.get("do") if isinstance(value, dict) else getattr(value, "do", None)
    if do == "set":
        meant = "player" if (isinstance(value, dict) and "player" in value and "card" not in value) else "card"
        return f"(set {meant})"
    return f"({do})" if isinstance(do, str) and do in STEP_KINDS else None


AnyStep = Annotated[
    Annotated[InkStep, Tag("(ink)")]
    | Annotated[PlayStep, Tag("(play)")]
    | Annotated[UseStep, Tag("(use)")]
    | Annotated[BoostStep, Tag("(boost)")]
    | Annotated[QuestStep, Tag("(quest)")]
    | Annotated[ChallengeStep, Tag("(challenge)")]
    | Annotated[MoveStep, Tag("(move)")]
    | Annotated[EndTurnStep, Tag("(end_turn)")]
    | Annotated[ResolveStep, Tag("(resolve)")]
    | Annotated[ConcedeStep, Tag("(concede)")]
    | Annotated[SetCardStep, Tag("(set card)")]
    | Annotated[SetPlayerStep, Tag("(set player)")],
    Discriminator(_step_form, custom_error_type="unknown_step", custom_error_message="a step says what to `do`"),
]


def _edition(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise fault(f'{value!r} is a number; write the edition in quotes, like "{CURRENT_EDITION}"')
    return value


@rule("1.3.1", "at least two players")
class ScenarioDocument(Entry):
    """A board, what the players then do, and what should be true afterwards."""

    title: Annotated[str, Field(max_length=300)] | None = None
    """One line."""
    rules: Annotated[str, BeforeValidator(_edition)] = CURRENT_EDITION
    """Edition of the Comprehensive Rules that is asked about."""
    format: Literal["constructed", "pack_rush"] = "constructed"
    players: Annotated[dict[Annotated[str, Field(min_length=1, max_length=80)], Board], Field(min_length=2, max_length=8)]
    """Two or more, in turn order: a label to a board."""
    active: str | None = None
    """Whose turn it is; the first player when left out."""
    turn: Annotated[int, Field(ge=1, le=999)] = 3
    """Number of the turn in the game."""
    phase: Literal["main", "start"] = "main"
    """`start` replays the Start-of-Turn Phase first."""
    answers: Answers = []
    """Settle the decisions of that Start-of-Turn Phase."""
    steps: Annotated[list[AnyStep], Field(max_length=STEPS_LIMIT)] = []
    expect: Facts = []
    """Facts that have to hold after the last step."""
    explore: bool = False
    """Try every open decision."""
    id: Annotated[Any, Field(exclude=True)] = None
    """About the case; passed over, as are the next four."""
    source: Annotated[Any, Field(exclude=True)] = None
    kind: Annotated[Any, Field(exclude=True)] = None
    cards: Annotated[Any, Field(exclude=True)] = None
    cites: Annotated[Any, Field(exclude=True)] = None

    @model_validator(mode="after")
    def _has_the_active_player(self) -> Self:
        if self.active is not None and self.active not in self.players:
            raise fault(f"`active` is {self.active!r}, who is no player; {nearest(self.active, list(self.players))}")
        return self

    @property
    def active_player(self) -> str:
        """The label of the player whose turn it is."""
        return self.active if self.active is not None else next(iter(self.players))
