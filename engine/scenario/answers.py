"""Let answers meet decisions: at each decision the first unused answer that fits it settles it.

Some matches are claims that only show later whether they were right: a ``choose`` that says yes to the "may" before it
or which of several effects is done, and a ``choose`` whose last names are meant for the next decision of the same effect.
The replay of a step keeps what it found where every claim came true; otherwise it starts the step again with the false
claims forbidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from corpus.refs import RuleRef
from engine.cite import refs
from engine.decisions import Choice, Decision, DecisionKind, Value
from engine.errors import Refusal
from engine.rules.perform import only_choice
from engine.scenario.reading import Reading
from engine.scenario.statements import Answer
from engine.trace import TraceEntry

Claim = tuple[int, ...]
"""The number of a decision and of the answer that claims to settle it; for a choice of options the option too."""

SETTLES: dict[DecisionKind, tuple[str, ...]] = {
    DecisionKind.MAY: ("may", "choose"),
    DecisionKind.CHOOSE: ("choose", "order"),
    DecisionKind.AMOUNT: ("amount",),
    DecisionKind.OPTION: ("option", "choose"),
    DecisionKind.NAME: ("name",),
    DecisionKind.ORDER: ("order",),
    DecisionKind.RESOLVE: ("resolve",),
    DecisionKind.PLAYER: ("player",),
    DecisionKind.RANDOM: ("random",),
    DecisionKind.IDENTITY: ("random", "choose"),
}
"""The kinds of answers that may settle each kind of decision."""

NOT_ARRANGED: tuple[int, Choice] = (-1, ())
"""No cards that an order has chosen."""


@dataclass(slots=True)
class _Sheet:
    """An answer and how much of it is used."""

    answer: Answer
    names: list[str] = field(default_factory=list)
    """The names that are not used yet, of an answer that lists names."""
    used: bool = False
    chosen: tuple[int, frozenset[Value]] | None = None
    """The resolution in which it chose, and what."""
    arranged: tuple[int, Choice] = NOT_ARRANGED
    """The resolution in which an order chose, and what, until that order is asked for."""
    handed: int | None = None
    """The resolution whose next decision the rest of the names is for."""
    reasons: list[Refusal] = field(default_factory=list)
    """Why it did not fit decisions of its kind."""


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A claim that has not come true yet."""

    claim: Claim
    resolution: int
    """The resolution in which it has to come true."""
    source: int | None = None
    """For a "may": the card that asks."""
    logged: int = 0
    """How long the log was."""


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What became of answers that settled nothing."""

    unused: tuple[dict[str, Any], ...] = ()
    illegal: tuple[tuple[dict[str, Any], tuple[Refusal, ...]], ...] = ()


class Script:
    """The answers of one step, and choices for the decisions that they leave open."""

    def __init__(
        self,
        answers: Sequence[Answer],
        reading: Reading,
        forced: Sequence[Choice] = (),
        forbidden: frozenset[Claim] = frozenset(),
        payment: Answer | None = None,
    ) -> None:
        """Settle decisions by *answers*, and what they leave open by *forced* in order; *forbidden* claims are not made.

        *payment* is the answer among them that says what a cost takes, and nothing after the cost.
        """
        self._sheets = [_Sheet(answer, list(_names(answer))) for answer in answers]
        self._reading = reading
        self._forced = list(forced)
        self._forbidden = forbidden
        self._payment = payment
        self._decisions = 0
        self._claims: dict[int, list[_Claimed]] = {}
        self.options_said: set[Claim] = set()
        """The claims that came true of choices that say which option is taken."""
        self._identities: dict[int, str] = {}
        self.assumed: list[tuple[int, str]] = []
        """What nobody answered and the decision's own default settled: how long the log was, and a remark."""

    @property
    def false_claims(self) -> frozenset[Claim]:
        """The latest claim of each answer of which the claims have not come true."""
        return frozenset(claims[-1].claim for claims in self._claims.values())

    def confirm(self, log: Sequence[TraceEntry]) -> None:
        """Let the claims come true whose cards the effect behind the "may" was about, though it asked for no choice."""
        for index, claims in list(self._claims.items()):
            sheet, claimed = self._sheets[index], claims[-1]
            if claimed.source is None or sheet.used or not sheet.names:
                continue
            after = [entry for entry in log[claimed.logged :] if entry.cause is not None and entry.cause.card == claimed.source]
            touched = {card for entry in after for card in self._reading.touched(entry.event)}
            if all(self._reading.is_among(name, touched) for name in sheet.names):
                self._use(sheet, [])
                del self._claims[index]

    @property
    def leftovers(self) -> Leftovers:
        """The answers that settled nothing, or only part of what they name."""
        unused, illegal = [], []
        for sheet in self._sheets:
            given = sheet.answer.as_given()
            if sheet.used and sheet.handed is not None:
                unused.append(given | {sheet.answer.kind: sheet.names})
            elif sheet.reasons and not sheet.used:
                illegal.append((given, tuple(dict.fromkeys(sheet.reasons))))
            elif not sheet.used:
                unused.append(given)
        return Leftovers(tuple(unused), tuple(illegal))

    def take(self, decision: Decision) -> Choice | None:
        """Give the first unused answer that fits, else the next forced choice, else None."""
        number = self._decisions
        self._decisions += 1
        if decision.kind is DecisionKind.IDENTITY and decision.source in self._identities:
            return (self._identities[decision.source],)
        ordered = self._ordered_before(decision)
        if ordered is not None:
            return ordered
        for index, sheet in self._in_turn(decision):
            if self._concerns(sheet, decision):
                choice = self._settle(decision, number, index, sheet)
                if choice is not None:
                    return choice
        joined = self._joined(decision)
        if joined is not None:
            return joined
        if self._chosen_before(decision):
            return (True,)
        if decision.default is not None:
            self.assumed.append((self._reading.log_length(), _assumption(decision)))
        elif self._forced and only_choice(decision) is None and decision.admits(self._forced[0]):
            return self._forced.pop(0)
        return None

    def _in_turn(self, decision: Decision) -> Sequence[tuple[int, _Sheet]]:
        """List the answers in the order in which they are tried: for a choice of cards those that only order come last."""
        sheets = list(enumerate(self._sheets))
        if decision.kind is not DecisionKind.CHOOSE:
            return sheets
        choices = [entry for entry in sheets if entry[1].answer.order is None]
        return [*choices, *(entry for entry in sheets if entry[1].answer.order is not None)] if decision.ordered else choices

    def _ordered_before(self, decision: Decision) -> Choice | None:
        """Give the order in which an answer has just chosen the very cards that are put in order now."""
        if decision.kind is not DecisionKind.ORDER:
            return None
        for sheet in self._sheets:
            resolution, chosen = sheet.arranged
            if len(chosen) > 1 and resolution == decision.resolution and decision.admits(chosen):
                sheet.arranged = NOT_ARRANGED
                return chosen
        return None

    def _concerns(self, sheet: _Sheet, decision: Decision) -> bool:
        """Tell whether an answer is unused and of the kind, player and source that a decision asks for."""
        answer = sheet.answer
        if sheet.used and (sheet.handed is None or sheet.handed != decision.resolution):
            return False
        if answer.kind not in SETTLES[decision.kind]:
            return False
        if answer is self._payment and self._reading.is_paid():
            return False
        if answer.by is not None and not self._reading.is_player(answer.by, decision.player):
            return False
        return answer.about is None or self._reading.asks(answer.about, decision)

    def _settle(self, decision: Decision, number: int, index: int, sheet: _Sheet) -> Choice | None:
        """Let one answer settle a decision if it fits; note why not otherwise."""
        answer = sheet.answer
        match decision.kind:
            case DecisionKind.MAY:
                return self._may(decision, number, index, sheet)
            case DecisionKind.IDENTITY:
                return self._identity(decision, sheet)
            case DecisionKind.CHOOSE | DecisionKind.ORDER | DecisionKind.RANDOM:
                return self._cards(decision, number, index, sheet)
            case DecisionKind.AMOUNT:
                choice: Choice = (answer.amount,) if answer.amount is not None else ()
            case DecisionKind.OPTION:
                return self._option(decision, number, index, sheet)
            case DecisionKind.NAME:
                choice = (answer.name,) if answer.name is not None else ()
            case DecisionKind.PLAYER:
                choice = self._reading.players(sheet.names)
            case DecisionKind.RESOLVE:
                meant = self._reading.waiting(answer.resolve or "", decision)
                choice = () if meant is None else (meant,)
        return self._accept(decision, sheet, choice)

    def _accept(self, decision: Decision, sheet: _Sheet, choice: Choice) -> Choice | None:
        if not decision.admits(choice):
            sheet.reasons.append(_refusal(decision, choice, sheet))
            return None
        sheet.used, sheet.handed = True, None
        return choice

    def _may(self, decision: Decision, number: int, index: int, sheet: _Sheet) -> Choice | None:
        """Settle a "may" by its own answer, or by a choice for the effect behind it (a claim).

        A choice of none that the effect never asks for says no.
        """
        if sheet.answer.may is not None:
            return self._accept(decision, sheet, (sheet.answer.may,))
        claim = (number, index)
        claims = self._claims.get(index, [])
        if sheet.used or any(each.resolution != decision.resolution for each in claims):
            return None
        if claim in self._forbidden:
            none = sheet.answer.choose == [] and not self._said("may", decision)
            return self._accept(decision, sheet, (False,)) if none else None
        claimed = _Claimed(claim, decision.resolution, decision.source, self._reading.log_length())
        self._claims[index] = [*claims, claimed]
        return (True,)

    def _said(self, kind: str, decision: Decision) -> bool:
        """Tell whether an unused answer of a kind may settle a decision."""
        return any(sheet.answer.kind == kind and self._concerns(sheet, decision) for sheet in self._sheets)

    def _option(self, decision: Decision, number: int, index: int, sheet: _Sheet) -> Choice | None:
        """Settle a choice of options by its own answer, or by a choice for the effect of one of them (a claim)."""
        if sheet.answer.option is not None:
            return self._accept(decision, sheet, (sheet.answer.option,))
        if sheet.used or decision.maximum != 1 or self._said("option", decision):
            return None
        claims = self._claims.get(index, [])
        if any(each.resolution != decision.resolution for each in claims):
            return None
        for option in decision.options:
            if isinstance(option.value, int) and (number, index, option.value) not in self._forbidden:
                self._claims[index] = [*claims, _Claimed((number, index, option.value), decision.resolution)]
                return (option.value,)
        return None

    def _cards(self, decision: Decision, number: int, index: int, sheet: _Sheet) -> Choice | None:
        """Settle a choice or an order of cards.

        Names beyond what it takes are for the next decision of the effect; fewer than it may take, followed by names of
        other cards, is a claim that they are.
        """
        meant = self._meant(decision, sheet.names)
        if len(meant) <= decision.maximum and decision.admits(self._filled(decision, meant)):
            self._keep_claim(index, decision)
            self._use(sheet, [])
            sheet.chosen = decision.resolution, frozenset(meant)
            self._arrange(sheet, decision, tuple(meant))
            return self._filled(decision, meant)
        for size in range(min(decision.maximum, len(meant) - 1), max(decision.minimum, 1) - 1, -1):
            too_many = size == decision.maximum
            claimed = (number, index) not in self._forbidden and all(isinstance(name, str) for name in meant[size:])
            if (too_many or claimed) and decision.admits(tuple(meant[:size])):
                self._keep_claim(index, decision)
                if not too_many:
                    self._claims[index] = [_Claimed((number, index), decision.resolution)]
                self._use(sheet, sheet.names[size:], decision.resolution)
                self._arrange(sheet, decision, tuple(meant[:size]))
                return tuple(meant[:size])
        sheet.reasons.append(_refusal(decision, tuple(meant), sheet))
        return None

    @staticmethod
    def _arrange(sheet: _Sheet, decision: Decision, chosen: Choice) -> None:
        """Remember the order in which an order chose cards."""
        if sheet.answer.order is not None and decision.kind is DecisionKind.CHOOSE:
            sheet.arranged = decision.resolution, chosen

    def _meant(self, decision: Decision, names: list[str]) -> list[int | str]:
        """Find the cards that names mean; a name may turn an unknown card into that card where chance decides."""
        meant = self._reading.cards(names, decision.options)
        if decision.kind is not DecisionKind.RANDOM:
            return meant
        for place, name in enumerate(meant):
            if isinstance(name, str):
                card = self._reading.unknown_card(name, decision.options, [each for each in meant if isinstance(each, int)])
                if card is not None:
                    meant[place] = card
                    self._identities[card] = name
        return meant

    @staticmethod
    def _filled(decision: Decision, meant: list[int | str]) -> Choice:
        """Add to an order the cards that it leaves out, where those cannot be told apart."""
        if decision.kind is not DecisionKind.ORDER or len(meant) >= decision.minimum:
            return tuple(meant)
        rest = [option for option in decision.options if option.value not in meant]
        alike = all(a.twin is not None and a.twin == b.twin for a, b in pairwise(rest))
        return (*meant, *(option.value for option in rest)) if alike else tuple(meant)

    def _use(self, sheet: _Sheet, rest: list[str], resolution: int | None = None) -> None:
        sheet.used, sheet.names, sheet.handed = True, rest, resolution

    def _keep_claim(self, index: int, decision: Decision) -> None:
        """Let the claim of an answer come true that is used in the resolution for which it was made."""
        known = self._claims.get(index)
        if known is not None and known[-1].resolution == decision.resolution:
            self.options_said.update(each.claim for each in known if len(each.claim) > 2)
            del self._claims[index]

    def _identity(self, decision: Decision, sheet: _Sheet) -> Choice | None:
        """Say which card an unknown card is; further names are for further unknown cards.

        A choice of none says that it does not matter where none need be taken.
        """
        if sheet.answer.choose == [] and decision.minimum == 0:
            sheet.used = True
            return ()
        if not sheet.names:
            return None
        name, *rest = sheet.names
        if not self._reading.is_card(name):
            sheet.reasons.append(Refusal(f"{name} is no card of the catalogue; {decision.text}", decision.rules))
            return None
        if sheet.answer.random is not None:
            self._use(sheet, rest, decision.resolution if rest else None)
        return (name,)

    def _chosen_before(self, decision: Decision) -> bool:
        """Tell whether a "may" is about cards that an answer has chosen in the same effect."""
        if decision.kind is not DecisionKind.MAY or not decision.behind:
            return False
        chosen = (sheet.chosen for sheet in self._sheets if sheet.chosen is not None)
        return any(resolution == decision.resolution and cards >= decision.behind for resolution, cards in chosen)

    def _joined(self, decision: Decision) -> Choice | None:
        """Settle a decision by several answers in a row, where one alone says too little."""
        if decision.kind not in (DecisionKind.CHOOSE, DecisionKind.OPTION) or decision.minimum < 2:
            return None
        kind = SETTLES[decision.kind][0]
        unused = (sheet for sheet in self._sheets if not sheet.used and sheet.answer.kind == kind)
        sheets = [sheet for sheet in unused if self._concerns(sheet, decision)]
        for size in range(2, len(sheets) + 1):
            if decision.kind is DecisionKind.OPTION:
                choice: Choice = tuple(sheet.answer.option for sheet in sheets[:size] if sheet.answer.option is not None)
            else:
                choice = tuple(self._meant(decision, [name for sheet in sheets[:size] for name in sheet.names]))
            if decision.admits(choice):
                for sheet in sheets[:size]:
                    self._use(sheet, [])
                return choice
        return None


def _assumption(decision: Decision) -> str:
    """Say what a decision's own default settles."""
    taken = ", ".join(option.text for option in decision.options if option.value in (decision.default or ()))
    if decision.kind is DecisionKind.AMOUNT:
        return f"nobody said how much; the most is {taken}"
    return f"nobody was said to {decision.text}; it is {taken}"


def _names(answer: Answer) -> Sequence[str]:
    """Give the names that an answer lists."""
    return next((names for names in (answer.choose, answer.order, answer.random, answer.player) if names is not None), ())


def _refusal(decision: Decision, choice: Choice, sheet: _Sheet) -> Refusal:
    """Say why an answer does not fit a decision of its kind."""
    rules: tuple[RuleRef, ...] = decision.rules or refs("6.1.3")
    values = {option.value for option in decision.options}
    outside = [str(each) for each in choice if isinstance(each, str) and each not in values]
    if len(set(choice)) != len(choice):
        return Refusal(f"the same thing may not be chosen twice for: {decision.text}", refs("6.1.3"))
    if outside:
        return Refusal(f"{', '.join(outside)} may not be chosen for: {decision.text}; {_legal(decision)}", rules)
    if not decision.minimum <= len(choice) <= decision.maximum:
        return Refusal(f"{_size(decision)} for: {decision.text}; {len(choice)} fit among what was given", rules)
    return Refusal(f"this is not legal for: {decision.text}; {_legal(decision)}", rules)


def _legal(decision: Decision) -> str:
    listed = ", ".join(option.text for option in decision.options)
    return f"legal are: {listed}" if listed else "nothing may be chosen"


def _size(decision: Decision) -> str:
    if decision.minimum == decision.maximum:
        return f"exactly {decision.minimum} have to be chosen"
    return f"{decision.minimum} to {decision.maximum} may be chosen"
