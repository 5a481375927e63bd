"""Carry a game forward: propose events, replace, apply, record them, and put what triggers into the bag.

``Stage`` is the one mutable thing in a game. It implements :class:`engine.rules.context.Context` for effects and turn
actions; :mod:`engine.game` adds the turn actions.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations

from corpus.refs import RuleRef
from engine.abilities.effects import (
    Banish,
    DealDamage,
    DoNothing,
    Effect,
    Exert,
    GainLore,
    LoseLore,
    PutDamage,
    PutIntoDiscard,
    PutIntoHand,
    PutIntoInkwell,
    Ready,
    RemoveDamage,
)
from engine.abilities.kinds import CompiledCard, StaticAbility
from engine.abilities.values import Number
from engine.abilities.vocabulary import Limit
from engine.cite import refs, rule
from engine.decisions import Answers, Choice, Decision, DecisionKind, DecisionNeeded, NoAnswers, Value
from engine.errors import EngineLimit, StateFault
from engine.events import (
    AbilityTriggered,
    CardMoved,
    CardPutUnder,
    DamagePlaced,
    EffectApplied,
    EffectsEnded,
    Event,
    EventReplaced,
    FaceLearned,
    HappeningsNoted,
    LimitReached,
    LocationLeft,
)
from engine.reduce import reduce_all
from engine.rules import amounts, conditions, criteria, persons, pointing
from engine.rules.choices import may
from engine.rules.context import HANDLERS, NOT_DONE, Frame, Origin, Outcome
from engine.rules.continuous import carry_view, view_of
from engine.rules.damaging import rules_of_reduction
from engine.rules.happenings import READERS, happenings_of
from engine.rules.prevention import prevent
from engine.rules.query import read, unsupported
from engine.rules.replacement import Applicable, affected_player, applicable, which
from engine.rules.triggers import met, works_outside
from engine.state.game_state import GameState
from engine.state.objects import CardId, PlayerId
from engine.state.view import View
from engine.terms import Manner
from engine.trace import Cause, TraceEntry

EVALUATORS = (amounts, conditions, criteria, persons, pointing)
"""The modules that fill the tables of :mod:`engine.rules.query`."""

AT_ONCE: frozenset[type[Effect]] = frozenset(
    {
        Banish,
        DealDamage,
        DoNothing,
        Exert,
        GainLore,
        LoseLore,
        PutDamage,
        PutIntoDiscard,
        PutIntoHand,
        PutIntoInkwell,
        Ready,
        RemoveDamage,
    }
)
"""Replacements that happen in place of an event, at the same time; any other begins once the rest has happened."""

Catalogue = Callable[[str], CompiledCard | None]
"""Looks a card up by its full name."""


def no_catalogue(name: str) -> CompiledCard | None:
    """Know no card."""
    return None


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may happen before it counts as endless (6.1.10)."""

    events: int = 20_000
    """Events in one step."""
    depth: int = 120
    """Effects inside effects."""


@dataclass(frozen=True, slots=True)
class _Proposal:
    event: Event
    frame: Frame | None
    rules: tuple[RuleRef, ...]
    note: str


class Stage:
    """A game that is being played."""

    def __init__(
        self,
        state: GameState,
        answers: Answers | None = None,
        catalogue: Catalogue = no_catalogue,
        limits: Limits | None = None,
    ) -> None:
        self.state = state
        self.log: list[TraceEntry] = []
        """Every event so far, with its reasons."""
        self.answers: Answers = answers if answers is not None else NoAnswers()
        self.checked = len(state.history)
        """How much of the turn's history the last game state check has seen (1.8.1.4)."""
        self._catalogue = catalogue
        self._limits = limits if limits is not None else Limits()
        self._gathered: list[_Proposal] | None = None
        self._afterwards: list[tuple[Effect, Frame]] = []
        self._serial = state.serial
        self._resolutions = 0
        self._depth = 0
        self._step_began = 0
        self._outside = works_outside(state.cards.values())

    @property
    def view(self) -> View:
        """The view of the state now."""
        return view_of(self.state)

    def begin_step(self) -> None:
        """Start counting events anew, since a player acts."""
        self._step_began = len(self.log)

    def next_serial(self) -> int:
        """Give a serial number that is not in use."""
        self._serial = max(self._serial, self.state.serial)
        self._serial += 1
        return self._serial

    def next_resolution(self) -> int:
        """Give a number that tells one more resolution from all others."""
        self._resolutions += 1
        return self._resolutions

    # Events

    @rule("6.5.2", "an event as a whole")
    def propose(
        self, *events: Event, frame: Frame | None = None, rules: tuple[RuleRef, ...] = (), note: str = ""
    ) -> tuple[Event, ...]:
        """Let events happen at the same time, as :class:`engine.rules.context.Context` describes."""
        happen: list[_Proposal] = []
        staying: set[CardId] = set()
        for event in events:
            if self._goes_along(event) in staying:
                continue
            found = self._consider(_Proposal(event, frame, rules, note))
            happen.extend(found)
            if isinstance(event, CardMoved) and all(each.event is not event for each in found):
                staying.add(event.card)
        if self._gathered is not None:
            self._gathered.extend(happen)
        elif happen:
            self._commit(happen)
        return tuple(proposal.event for proposal in happen if not isinstance(proposal.event, EventReplaced))

    @rule("5.1.1.7", "a stack moves with its top card, or not at all")
    @rule("5.6.6", "characters leave a location that leaves")
    def _goes_along(self, event: Event) -> CardId | None:
        """Give the card without whose move an event does not happen; that move may be replaced or prevented."""
        match event:
            case CardMoved(manner=Manner.ALONG, card=card):
                return self.state.cards[card].top
            case LocationLeft(location=location) if location is not None:
                return location.id
            case _:
                return None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Collect what is proposed inside and let it happen at one time."""
        outer = self._gathered
        self._gathered = []
        try:
            yield
            gathered = self._gathered
        finally:
            self._gathered = outer
        if outer is not None:
            outer.extend(gathered)
        elif gathered:
            self._commit(gathered)

    @rule("6.5.1", "replacement effects")
    @rule("6.5.4", "a replaced event never happens")
    @rule("6.5.7.1", "self-replacement first")
    @rule("6.5.7.2", "then any other")
    @rule("6.5.7.3", "again for the modified event")
    @rule("1.6.1.4", "replacement effects")
    @rule("6.5.3", "what can't happen is nothing to replace")
    def _consider(self, proposal: _Proposal) -> list[_Proposal]:
        """Give what happens in place of a proposed event, after replacement effects and restrictions."""
        applied = proposal.frame.replaced if proposal.frame is not None else frozenset()
        if _is_discard_to_pay(proposal):
            return self._allowed(proposal)
        noted: list[_Proposal] = []
        while found := applicable(proposal.event, self.view, applied):
            if prevent(proposal.event, self.view) is not None:
                break
            chosen = self._which_replacement(found, proposal.event)
            applied |= {chosen.key}
            if chosen.change.may and not self._wants(chosen):
                continue
            if chosen.change.budget is not None:
                proposal = self._lessened(chosen, proposal, noted)
                continue
            source = chosen.mark.static.source
            replaced = EventReplaced(proposal.event, source.id if source is not None else None)
            cause = Frame(chosen.mark.static.you, source, name=chosen.mark.static.ability.name, span=chosen.change.span)
            noted.append(_Proposal(replaced, cause, refs("6.5.4", "6.5.1"), ""))
            noted.extend(self._use_up(chosen, proposal))
            if chosen.change.changed_amount is None:
                return [*noted, *self._instead(chosen, applied)]
            scope = cause.with_bindings(chosen.mark.static.bindings).bind_happenings((chosen.happening,))
            amount = max(0, read(chosen.change.changed_amount, scope, self.view))
            proposal = replace(proposal, event=_with_amount(proposal.event, amount))
        return [*noted, *self._allowed(proposal)]

    @rule("6.5.1", "replacement effects")
    def _lessened(self, chosen: Applicable, proposal: _Proposal, noted: list[_Proposal]) -> _Proposal:
        """Take from an event what an effect still holds back, and keep what is left of that for the next such event."""
        static, change = chosen.mark.static, chosen.change
        amount = chosen.happening.amount
        effect = next((each for each in self.state.ongoing if each.serial == static.effect), None)
        if effect is None or not isinstance(effect.ability, StaticAbility) or not isinstance(change.budget, Number) or not amount:
            return proposal
        left = change.budget.value - min(change.budget.value, amount)
        noted.append(_Proposal(EventReplaced(proposal.event, None), proposal.frame, refs("6.5.4", "6.5.1"), ""))
        noted.append(_Proposal(EffectsEnded((effect.serial,)), proposal.frame, refs("6.5.4"), ""))
        if left:
            rest = replace(change, budget=Number(value=left))
            changes = tuple(rest if each == change else each for each in effect.ability.changes)
            renewed = replace(effect, serial=self.next_serial(), ability=replace(effect.ability, changes=changes))
            noted.append(_Proposal(EffectApplied(renewed), proposal.frame, refs("6.4.2"), ""))
        return replace(proposal, event=_with_amount(proposal.event, max(0, amount - change.budget.value)))

    def _which_replacement(self, found: tuple[Applicable, ...], event: Event) -> Applicable:
        if len(found) == 1:
            return found[0]
        choice = self.ask(which(found, affected_player(event, self.view), self.view))
        return found[int(choice[0]) - 1]

    def _wants(self, chosen: Applicable) -> bool:
        static = chosen.mark.static
        frame = Frame(static.you, static.source, name=static.ability.name, resolution=self.next_resolution())
        return may(static.you, frame, self, "whether the replacement effect applies")

    @rule("6.5.8", "the rest cease to exist")
    def _use_up(self, chosen: Applicable, proposal: _Proposal) -> list[_Proposal]:
        """End a replacement that works for the next time only, with its other instances."""
        change, static = chosen.change, chosen.mark.static
        if not change.once and change.limit is Limit.NONE:
            return []
        if static.effect is None or not (change.once or change.limit is Limit.NEXT_TIME):
            if static.source is None:
                return []
            return [_Proposal(LimitReached(static.source, chosen.key), proposal.frame, (), "")]
        twins = tuple(
            effect.serial
            for effect in self.state.ongoing
            if effect.serial == static.effect or (effect.ability == static.ability and effect.targets == static.targets)
        )
        return [_Proposal(EffectsEnded(twins), proposal.frame, refs("6.5.8"), "")]

    def _instead(self, chosen: Applicable, applied: frozenset[str]) -> list[_Proposal]:
        """Resolve what happens instead, as part of the same event."""
        replacement = chosen.replacement
        if replacement is None:
            return []
        static = chosen.mark.static
        frame = Frame(
            static.you,
            static.source,
            origin=Origin.RULE,
            name=static.ability.name,
            span=chosen.change.span,
            resolution=self.next_resolution(),
            replaced=applied,
            whole=replacement,
        )
        frame.with_bindings(static.bindings).bind_happenings((chosen.happening,))
        if type(replacement) not in AT_ONCE:
            self._afterwards.append((replacement, frame))
            return []
        outer, self._gathered = self._gathered, []
        try:
            self.resolve(replacement, frame)
            return self._gathered
        finally:
            self._gathered = outer

    @rule("1.2.2", "what an effect prevents does not happen")
    def _allowed(self, proposal: _Proposal) -> list[_Proposal]:
        found = prevent(proposal.event, self.view)
        if found is None:
            return [proposal]
        instead, mark = found
        source = mark.static.source
        prevented = EventReplaced(proposal.event, source.id if source is not None else None)
        cause = Frame(mark.static.you, source, name=mark.static.ability.name, span=mark.change.span)
        noted = [_Proposal(prevented, cause, refs("1.2.2"), "")]
        return noted if instead is None else [*noted, replace(proposal, event=instead)]

    @rule("6.5.2", "an event as a whole")
    def _commit(self, happen: list[_Proposal]) -> None:
        """Let events happen at one time, then what happens instead of others and needs to see the outcome."""
        self._apply(happen)
        while self._afterwards:
            replacement, frame = self._afterwards.pop(0)
            self.resolve(replacement, frame)

    def _apply(self, happen: list[_Proposal]) -> None:
        """Apply events at one time, record them, and find what they trigger."""
        before = self.state
        events = [proposal.event for proposal in happen]
        self.state = after = reduce_all(before, events)
        for proposal in happen:
            self._record(proposal)
        if len(self.log) - self._step_began > self._limits.events:
            raise EngineLimit(
                f"more than {self._limits.events} events in one step; the game goes on without end", tuple(self.log[-200:])
            )
        if any(isinstance(event, FaceLearned) for event in events):
            self._outside = works_outside(after.cards.values())
        self._note(events, before, after)

    def _record(self, proposal: _Proposal) -> None:
        frame, event = proposal.frame, proposal.event
        cause: Cause | None = frame.cause() if frame is not None and (frame.source is not None or frame.name) else None
        rules = proposal.rules
        if isinstance(event, DamagePlaced):
            rules = tuple(dict.fromkeys((*rules, *rules_of_reduction(event, self.view))))
        self.log.append(TraceEntry(event, rules, cause, proposal.note))
        if frame is not None and isinstance(event, CardMoved | CardPutUnder):
            new = self.state.cards[event.card].ref
            frame.follows[replace(new, incarnation=new.incarnation - 1)] = new

    def _note(self, events: list[Event], before: GameState, after: GameState) -> None:
        """Let the turn remember what happened, and add the abilities that trigger to the bag (7.7.3.1)."""
        telling = [event for event in events if type(event) in READERS]
        if not telling:
            return
        earlier, later = view_of(before), view_of(after)
        batch = len(before.history) + 1
        happenings = [found for event in telling for found in happenings_of(event, earlier, later, batch)]
        if not happenings:
            return
        entries, spent = met(happenings, events, earlier, later, self._outside, self.next_serial)
        notes: list[Event] = [HappeningsNoted(tuple(happenings))]
        notes.extend(AbilityTriggered(entry) for entry in entries)
        if spent:
            notes.append(EffectsEnded(tuple(spent)))
        self.state = reduce_all(after, notes)
        if not spent:
            carry_view(later, self.state)
        self.log.append(TraceEntry(notes[0]))
        for note, entry in zip(notes[1:], entries, strict=False):
            source = entry.source.card.id if entry.source is not None else None
            self.log.append(TraceEntry(note, refs("6.2.3", "7.7.3.1"), Cause(source, entry.name, entry.ability.span)))
        if spent:
            self.log.append(TraceEntry(notes[-1], refs("6.2.7.2")))

    # Decisions

    def ask(self, decision: Decision) -> Choice:
        """Give the answer to a decision, as :class:`engine.rules.context.Context` describes."""
        choice = self.answers.take(decision)
        if choice is not None:
            if not decision.admits(choice):
                raise StateFault(f"{choice} is no legal answer to: {decision.text}")
            return choice
        settled = only_choice(decision)
        if settled is not None:
            return settled
        if decision.default is not None:
            return decision.default
        raise DecisionNeeded(decision)

    def know(self, cards: Iterable[CardId], player: PlayerId, why: str, *, least: int = 1) -> None:
        """Find out the faces of cards that nobody has named, as :class:`engine.rules.context.Context` describes."""
        for card in cards:
            if self.state.cards[card].face is not None:
                continue
            text = f"which card is it? {why}"
            decision = Decision(DecisionKind.IDENTITY, player, text, minimum=min(least, 1), source=card)
            name = self.answers.take(decision)
            if name == () and not least:
                return
            face = self._catalogue(str(name[0])) if name else None
            if face is None:
                raise DecisionNeeded(decision)
            self.propose(FaceLearned(card, face, face.printed.full_name))

    # Effects

    def resolve(self, effect: Effect, frame: Frame) -> Outcome:
        """Resolve an effect by the handler of its node."""
        if self.state.over:
            return NOT_DONE
        handler = HANDLERS.get(type(effect))
        if handler is None:
            raise unsupported(effect, frame, self.view)
        if self._depth >= self._limits.depth:
            raise EngineLimit(f"more than {self._limits.depth} effects inside each other", tuple(self.log[-200:]))
        outer = frame.span
        frame.span = effect.span or outer
        self._depth += 1
        try:
            return handler(effect, frame, self)
        finally:
            self._depth -= 1
            frame.span = outer


@rule("1.5.1", "a cost is no effect")
def _is_discard_to_pay(proposal: _Proposal) -> bool:
    """Tell whether cards are discarded to pay a cost, which is nothing that an effect causes."""
    event = proposal.event
    is_discard = isinstance(event, CardMoved) and event.manner is Manner.DISCARD
    return is_discard and proposal.frame is not None and proposal.frame.origin is Origin.COST


def _with_amount(event: Event, amount: int) -> Event:
    return replace(event, amount=amount, base=amount) if isinstance(event, DamagePlaced) else replace(event, amount=amount)  # type: ignore[call-arg]


@rule("1.7.7", "legal choices")
def only_choice(decision: Decision) -> Choice | None:
    """Give the choice of a decision that has a single legal outcome; options that cannot be told apart count as one."""
    options = decision.options
    if decision.kind in (DecisionKind.NAME, DecisionKind.IDENTITY) and len(options) != decision.minimum:
        return None
    values: tuple[Value, ...] = tuple(option.value for option in options)
    twins = [option.twin if option.twin is not None else ("only", option.value) for option in options]
    if decision.kind is DecisionKind.ORDER:
        return values if len(set(twins)) <= 1 and decision.minimum == len(values) else None
    if decision.minimum != decision.maximum and decision.accepts is None:
        return None
    if decision.accepts is None:
        if len(values) <= decision.minimum or len(set(twins)) == 1:
            return values[: decision.minimum]
        return None
    return _only_accepted(decision, values, dict(zip(values, twins, strict=True)))


_MOST_TRIED = 2_000
"""How many choices are tried before a decision with limits counts as having several outcomes."""


def _only_accepted(decision: Decision, values: Choice, twins: dict[Value, object]) -> Choice | None:
    """Try the choices of a decision with limits on the whole, and give the only one that is within them."""
    found: dict[frozenset[object], Choice] = {}
    tried = (c for size in range(decision.minimum, decision.maximum + 1) for c in combinations(values, size))
    for number, choice in enumerate(tried):
        if number == _MOST_TRIED:
            return None
        if decision.accepts is None or decision.accepts(choice):
            found.setdefault(frozenset(twins[value] for value in choice), choice)
            if len(found) > 1:
                return None
    return next(iter(found.values()), None)
