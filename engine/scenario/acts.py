"""Do what a step says: find its cards, and take the turn action it means."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from corpus.names import name_key
from engine.abilities.vocabulary import Keyword
from engine.actions.activate import Boost, Use, activated
from engine.actions.base import TurnAction
from engine.actions.challenge import ChallengeWith
from engine.actions.ink import Ink
from engine.actions.move import Move
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.cite import refs, rule
from engine.errors import IllegalStep, Refusal, ScenarioFault, ScenarioFaults
from engine.game import Game
from engine.resolve.bag import choose_entry, next_player
from engine.resolve.settle import Bag
from engine.rules.costs import Payment
from engine.scenario.correct import correction
from engine.scenario.faces import Faces
from engine.scenario.facts import find_card
from engine.scenario.labels import label_key, near_labels
from engine.scenario.naming import ability_names, keys_named
from engine.scenario.schema import (
    AnyStep,
    BoostStep,
    ChallengeStep,
    ConcedeStep,
    EndTurnStep,
    InkStep,
    MoveStep,
    PlayStep,
    QuestStep,
    ResolveStep,
    SetCardStep,
    SetPlayerStep,
    UseStep,
)
from engine.scenario.statements import Answer
from engine.state.game_state import BagEntry, GameState
from engine.state.objects import CardId
from engine.terms import PlayMode
from engine.turn import EndTurn, carry_on


@dataclass(frozen=True, slots=True)
class Deed:
    """A step that is about to be done."""

    step: AnyStep | None
    """None for the Start-of-Turn Phase before the first step."""
    number: int
    """Counted from 1; 0 for that phase."""
    bag: Bag
    """Whether abilities wait in the bag, because the next step says which resolves."""
    faces: Faces
    pay_with: Answer | None = field(init=False)
    """The answer that says which cards a cost takes."""

    def __post_init__(self) -> None:
        paid = self.step.pay_with if isinstance(self.step, UseStep) else None
        object.__setattr__(self, "pay_with", Answer(choose=paid) if paid is not None else None)

    @property
    def path(self) -> str:
        """Where the step stands in the document."""
        return f"steps[{self.number - 1}]"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers of the step, with what it pays with first."""
        if self.step is None:
            return ()
        return (self.pay_with, *self.step.answers) if self.pay_with is not None else tuple(self.step.answers)

    def do(self, game: Game) -> None:
        """Do the step and what follows from it.

        :raises IllegalStep: it is refused.
        :raises DecisionNeeded: a decision is open.
        :raises ScenarioFaults: it names what is not there.
        """
        if self.step is None:
            game.begin_turn(self.bag)
            return
        _DOERS[type(self.step)](self, self.step, game)

    def act(self, game: Game, action: TurnAction) -> None:
        """Take a turn action; only the active player can (4.1.2)."""
        by = self.step.by if self.step is not None else None
        active = game.state.players[game.state.active].label
        if by is not None and by != active:
            others = action.verify(game)
            refusal = Refusal(f"it is the turn of {active}; {by} can't take turn actions", refs("4.1.2"))
            raise IllegalStep((refusal, *others))
        game.act(action, self.bag)

    def card(self, label: str, key: str, state: GameState) -> CardId:
        """Find the card that a key of the step names."""
        found = find_card(state, label)
        if found is None:
            known = [card.label for card in state.cards.values() if card.label]
            problem = f"no card is labelled {label!r}; {near_labels(label, known)}"
            raise ScenarioFaults([ScenarioFault(f"{self.path}.{key}", problem)])
        return found.id

    def cards(self, labels: Sequence[str] | None, key: str, state: GameState) -> tuple[CardId, ...]:
        """Find the cards that a key of the step lists."""
        return tuple(self.card(label, f"{key}[{place}]", state) for place, label in enumerate(labels or ()))


def _ink(deed: Deed, step: InkStep, game: Game) -> None:
    deed.act(game, Ink(deed.card(step.card, "card", game.state)))


def _play(deed: Deed, step: PlayStep, game: Game) -> None:
    state = game.state
    singers = deed.cards(step.sing_with, "sing_with", state)
    mode = PlayMode.INK_COST
    if step.shift_onto:
        mode = PlayMode.SHIFT
    elif singers:
        mode = PlayMode.SING if len(singers) == 1 else PlayMode.SING_TOGETHER
    elif step.for_free:
        mode = PlayMode.FOR_FREE
    elif step.alternate is not None:
        mode = PlayMode.ALTERNATE
    action = Play(
        deed.card(step.card, "card", state),
        mode,
        shift_onto=deed.cards(step.shift_onto, "shift_onto", state),
        singers=singers,
        alternate=step.alternate or "",
        bodyguard=step.enters == "exerted",
        payment=Payment(step.ink_drops),
    )
    deed.act(game, _payable(action, step, game))


@rule("4.3.2.2", "one cost is chosen")
def _payable(action: Play, step: PlayStep, game: Game) -> Play:
    """Play a card for free where the step does not say how, its ink can't be paid and a text lets it be played so."""
    free = replace(action, mode=PlayMode.FOR_FREE)
    unsaid = action.mode is PlayMode.INK_COST and step.legal
    return free if unsaid and not action.can(game) and free.can(game) else action


def _use(deed: Deed, step: UseStep, game: Game) -> None:
    card = deed.card(step.card, "card", game.state)
    payment = Payment(step.ink_drops)
    if step.ability is not None and name_key(step.ability) == name_key(Keyword.BOOST.value):
        deed.act(game, Boost(card, payment))
        return
    held = activated(card, game.view)
    names = ability_names(game.view.sheet(card).abilities)
    usable = {entry.key: names[entry.key] for entry in held}
    if step.ability is not None:
        named = keys_named(game.view.sheet(card).abilities, step.ability)
        keys = [key for key in named if key in usable] or list(named)
    else:
        keys = list(usable)
    name = game.state.card(card).name
    if not keys:
        wanted = f"activated ability {step.ability!r}" if step.ability is not None else "activated ability"
        others = Use(card, "", payment).verify(game)
        has = f"; it has {', '.join(usable.values())}" if usable else ""
        raise IllegalStep((Refusal(f"{name} has no {wanted}{has}", refs("4.4.1")), *others[:-1]))
    if len(keys) > 1 and step.ability is None:
        problem = f"{name} has several activated abilities; say which: {', '.join(usable.values())}"
        raise ScenarioFaults([ScenarioFault(f"{deed.path}.ability", problem)])
    deed.act(game, Use(card, keys[0], payment, deed.cards(step.pay_with, "pay_with", game.state)))


def _boost(deed: Deed, step: BoostStep, game: Game) -> None:
    deed.act(game, Boost(deed.card(step.card, "card", game.state), Payment(step.ink_drops)))


def _quest(deed: Deed, step: QuestStep, game: Game) -> None:
    deed.act(game, Quest(deed.card(step.card, "card", game.state)))


def _challenge(deed: Deed, step: ChallengeStep, game: Game) -> None:
    state = game.state
    deed.act(game, ChallengeWith(deed.card(step.card, "card", state), deed.card(step.target, "target", state)))


def _move(deed: Deed, step: MoveStep, game: Game) -> None:
    state = game.state
    card, location = deed.card(step.card, "card", state), deed.card(step.to, "to", state)
    deed.act(game, Move(card, location, Payment(step.ink_drops)))


def _end_turn(deed: Deed, step: EndTurnStep, game: Game) -> None:
    deed.act(game, EndTurn())


def _resolve(deed: Deed, step: ResolveStep, game: Game) -> None:
    """Resolve the named ability; one that has to come first because there is no other choice does."""
    while True:
        entry = _entry(step, game.state)
        if entry is not None:
            game.resolve_from_bag(entry, deed.bag)
            return
        player = next_player(game.state)
        mine = [waiting for waiting in game.state.bag if waiting.you == player]
        if player is None or len(mine) != 1:
            named = f"{step.card}: {step.ability}" if step.ability is not None else step.card
            listed = ", ".join(name for name, _ in game.waiting()) or "nothing"
            refusal = Refusal(f"{named} does not wait in the bag; there waits {listed}", refs("7.7.4.2"))
            raise IllegalStep((refusal,))
        game.resolve_from_bag(choose_entry(game, player), Bag.LEAVE)


def _entry(step: ResolveStep, state: GameState) -> BagEntry | None:
    """Find the ability that a step names, of the player who resolves next."""
    player = next_player(state)
    for entry in state.bag:
        if entry.you != player or entry.source is None:
            continue
        if label_key(state.cards[entry.source.card.id].name) != label_key(step.card):
            continue
        name = ability_names(entry.source.sheet.abilities).get(entry.key, entry.name)
        if step.ability is None or name_key(step.ability) in (name_key(name), name_key(entry.name)):
            return entry
    return None


def _concede(deed: Deed, step: ConcedeStep, game: Game) -> None:
    game.concede(next(number for number, player in enumerate(game.state.players) if player.label == step.by))


def _set(deed: Deed, step: SetCardStep | SetPlayerStep, game: Game) -> None:
    game.begin_step()
    game.propose(correction(step, game.state, deed.faces, deed.path))
    carry_on(game, deed.bag)


_DOERS: dict[type[Any], Callable[[Deed, Any, Game], None]] = {
    InkStep: _ink,
    PlayStep: _play,
    UseStep: _use,
    BoostStep: _boost,
    QuestStep: _quest,
    ChallengeStep: _challenge,
    MoveStep: _move,
    EndTurnStep: _end_turn,
    ResolveStep: _resolve,
    ConcedeStep: _concede,
    SetCardStep: _set,
    SetPlayerStep: _set,
}


def step_in_words(step: AnyStep, active: str) -> str:
    """Say what a step does, in the present tense."""
    by = step.by or active
    match step:
        case InkStep():
            return f"{by} inks {step.card}"
        case PlayStep():
            return f"{by} plays {step.card}{_manner(step)}"
        case UseStep():
            return f"{by} uses {step.ability or 'the ability'} of {step.card}"
        case BoostStep():
            return f"{by} boosts {step.card}"
        case QuestStep():
            return f"{by} quests with {step.card}"
        case ChallengeStep():
            return f"{by} challenges {step.target} with {step.card}"
        case MoveStep():
            return f"{by} moves {step.card} to {step.to}"
        case EndTurnStep():
            return f"{by} ends the turn"
        case ResolveStep():
            return f"{step.ability or 'the ability'} of {step.card} resolves"
        case ConcedeStep():
            return f"{by} concedes"
        case SetCardStep():
            return f"a judge corrects {step.card}"
        case SetPlayerStep():
            return f"a judge corrects the board of {step.player}"


def _manner(step: PlayStep) -> str:
    if step.shift_onto:
        return f", shifted onto {' and '.join(step.shift_onto)}"
    if step.sing_with:
        return f", sung by {' and '.join(step.sing_with)}"
    if step.for_free:
        return " for free"
    return " for another cost" if step.alternate is not None else ""
