"""Put a timeline into words: one short sentence for each event, and one or two that answer a scenario."""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from corpus.refs import RuleRef
from engine import events as e
from engine.abilities.vocabulary import Zone
from engine.errors import Refusal
from engine.state.game_state import BagEntry, GameState
from engine.state.objects import CardId, PlayerId
from engine.terms import DamageManner, LossReason, Manner, Phase, PlayMode, Step
from engine.trace import TraceEntry
from engine.wording import counted, listed

__all__ = [
    "RuleText",
    "Speaker",
    "answer_in_words",
    "first_sentence",
    "reason_in_words",
    "refs_in_words",
    "tell",
    "tell_outcome",
    "why",
]

STEPS = {
    Step.READY: "Ready step",
    Step.SET: "Set step",
    Step.DRAW: "Draw step",
    Step.END_ABILITIES: "End-of-Turn Phase",
    Step.END_EFFECTS: "end of effects with the turn",
    Step.CHALLENGE_DECLARATION: "Challenge Declaration step",
    Step.CHALLENGE_DAMAGE: "Challenge Damage step",
}
PHASES = {
    Phase.START_OF_TURN: "Start-of-Turn Phase",
    Phase.MAIN: "Main Phase",
    Phase.END_OF_TURN: "End-of-Turn Phase",
}
MODES = {
    PlayMode.INK_COST: "",
    PlayMode.SHIFT: ", using Shift",
    PlayMode.SING: ", sung",
    PlayMode.SING_TOGETHER: ", sung together",
    PlayMode.FOR_FREE: " for free",
    PlayMode.ALTERNATE: " for another cost",
}
ZONES = {
    Zone.DECK: "deck",
    Zone.HAND: "hand",
    Zone.PLAY: "play",
    Zone.INKWELL: "inkwell",
    Zone.DISCARD: "discard",
    Zone.UNDER: "the cards under another",
    Zone.OUTSIDE: "outside the game",
}
LOSSES = {
    LossReason.EMPTY_DECK: "their turn ended with no cards in their deck",
    LossReason.CONCEDED: "they conceded",
    LossReason.OPPONENT_WON: "an opponent won",
}
MOST_TOLD = 6
"""How many events the answer to a scenario tells before it sums the rest up."""
MOST_RULES = 3
"""How many rules the answer to a scenario rests on by number; the timeline has all of them."""
MOST_CAUSES = 2
"""How many cards' texts it names beside them."""

RuleText = Callable[[RuleRef], str | None]
"""Gives our text of a rule, or None where there is none."""

_PLACE_IN_A_LIST = re.compile(r"^(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Finally|Then), ")
_SENTENCE_END = re.compile(r"[.:](?: (?=[A-Z“\"{(])|$)")
_SHORTEST_SENTENCE = 25
"""A shorter one is a heading, such as "Exerted."."""
_LONGEST_SENTENCE = 260


class Speaker:
    """Names cards and players of a game."""

    def __init__(self, state: GameState) -> None:
        """Speak of the cards as *state* knows them."""
        self._state = state

    def card(self, card: CardId | None) -> str:
        """Name a card."""
        found = self._state.cards.get(card) if card is not None else None
        return found.name if found is not None else "a card"

    def cards(self, cards: Iterable[CardId]) -> str:
        """Name several cards, unknown ones by their number."""
        known, unknown = [], 0
        for card in cards:
            found = self._state.cards.get(card)
            if found is None or (found.face is None and not found.label):
                unknown += 1
            else:
                known.append(found.name)
        if unknown:
            known.append(counted(unknown, "unknown card"))
        return listed(known) or "no cards"

    def player(self, player: PlayerId | None) -> str:
        """Name a player."""
        return self._state.players[player].label if player is not None else "nobody"

    def owner(self, card: CardId) -> str:
        """Name the player whose card it is."""
        found = self._state.cards.get(card)
        return self.player(found.owner) if found is not None else "a player"

    def text_behind(self, entry: TraceEntry) -> tuple[str, str] | None:
        """Name the card text that caused an event, and give it; None where no card did."""
        cause = entry.cause
        card = self._state.cards.get(cause.card) if cause is not None and cause.card is not None else None
        if cause is None or card is None or card.face is None or cause.span is None:
            return None
        text = cause.span.of(card.face.text)
        return f"{cause.ability or 'the text'} of {card.name}", text.removeprefix(cause.ability).strip()

    def entry(self, entry: BagEntry) -> str:
        """Name a triggered ability with its card."""
        name = entry.name or entry.ability.name
        card = entry.source.card.name if entry.source is not None else "an effect"
        return f"{name} of {card}" if name else f"the ability of {card}"


def refs_in_words(rules: Iterable[RuleRef]) -> str:
    """Write rules in brackets, or nothing where there are none."""
    written = ", ".join(str(ref) for ref in rules)
    return f" ({written})" if written else ""


E = TypeVar("E", bound=e.Event)
_TELLERS: dict[type[e.Event], Callable[[Any, Speaker], str]] = {}


def _tells(kind: type[E]) -> Callable[[Callable[[E, Speaker], str]], Callable[[E, Speaker], str]]:
    def enter(function: Callable[[E, Speaker], str]) -> Callable[[E, Speaker], str]:
        _TELLERS[kind] = function
        return function

    return enter


def tell(entry: TraceEntry, speaker: Speaker) -> str:
    """Say what an event is, with the remark of the timeline if there is one."""
    teller = _TELLERS.get(type(entry.event))
    text = teller(entry.event, speaker) if teller is not None else type(entry.event).__name__
    return f"{text} ({entry.note})" if entry.note else text


@_tells(e.TurnStarted)
def _turn_started(event: e.TurnStarted, speaker: Speaker) -> str:
    return f"Turn {event.turn} begins: it is {speaker.player(event.player)}'s turn"


@_tells(e.PhaseEntered)
def _phase_entered(event: e.PhaseEntered, speaker: Speaker) -> str:
    return f"The {STEPS[event.step] if event.step is not None else PHASES[event.phase]} begins"


@_tells(e.StepSkipped)
def _step_skipped(event: e.StepSkipped, speaker: Speaker) -> str:
    return f"The {STEPS[event.step]} is skipped"


@_tells(e.TurnEnded)
def _turn_ended(event: e.TurnEnded, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)}'s turn ends"


@_tells(e.CardMoved)
def _card_moved(event: e.CardMoved, speaker: Speaker) -> str:
    card, owner = speaker.card(event.card), speaker.owner(event.card)
    match event.manner:
        case Manner.PLAY:
            onto = f" on top of {speaker.cards(event.onto)}" if event.onto else ""
            return f"{card} enters play{onto}{' exerted' if event.exerted else ''}"
        case Manner.BANISH:
            return f"{card} is banished"
        case Manner.DISCARD:
            return f"{owner} discards {card}"
        case Manner.DRAW:
            return f"{owner} draws {card}"
        case Manner.INK:
            return f"{owner} puts {card} into their inkwell"
        case Manner.RETURN:
            verb = "returns to" if event.origin in (Zone.PLAY, Zone.DISCARD) else "is put into"
            return f"{card} {verb} {owner}'s {ZONES[event.destination]}"
        case Manner.SHUFFLE:
            return f"{card} is shuffled into {owner}'s deck"
        case Manner.LEFT_GAME:
            return f"{card} leaves the game with {owner}"
        case Manner.RESOLVED | Manner.PUT | Manner.ALONG:
            return f"{card} goes into {_place(event, owner)}"


def _place(event: e.CardMoved, owner: str) -> str:
    if event.destination is Zone.PLAY:
        return "play"
    if event.destination is Zone.DECK:
        where = "the bottom" if event.position is None else "the top" if event.position == 0 else f"place {event.position + 1}"
        return f"{owner}'s deck at {where}"
    return f"{owner}'s {ZONES[event.destination]}{' exerted' if event.exerted else ''}"


@_tells(e.CardPutUnder)
def _card_put_under(event: e.CardPutUnder, speaker: Speaker) -> str:
    return f"{speaker.card(event.card)} is put {'facedown ' if event.facedown else ''}under {speaker.card(event.top)}"


@_tells(e.CardUncovered)
def _card_uncovered(event: e.CardUncovered, speaker: Speaker) -> str:
    return f"{speaker.card(event.card)} is in play again, uncovered"


@_tells(e.FaceLearned)
def _face_learned(event: e.FaceLearned, speaker: Speaker) -> str:
    return f"A card of {speaker.owner(event.card)} turns out to be {event.face.printed.full_name}"


@_tells(e.DeckShuffled)
def _deck_shuffled(event: e.DeckShuffled, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} shuffles their deck; its order is unknown from now on"


@_tells(e.CardsRevealed)
def _cards_revealed(event: e.CardsRevealed, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} reveals {speaker.cards(event.cards)}"


@_tells(e.CardsLookedAt)
def _cards_looked_at(event: e.CardsLookedAt, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} looks at {speaker.cards(event.cards)}"


@_tells(e.CardNamed)
def _card_named(event: e.CardNamed, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} names {event.name}"


@_tells(e.CardExerted)
def _card_exerted(event: e.CardExerted, speaker: Speaker) -> str:
    return f"{speaker.card(event.card)} is exerted{' to sing' if event.to_sing else ''}"


@_tells(e.CardReadied)
def _card_readied(event: e.CardReadied, speaker: Speaker) -> str:
    return f"{speaker.card(event.card)} is readied"


@_tells(e.CardDried)
def _card_dried(event: e.CardDried, speaker: Speaker) -> str:
    return f"{speaker.card(event.card)} is dry"


@_tells(e.CardsChosen)
def _cards_chosen(event: e.CardsChosen, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} chooses {speaker.cards(event.cards)}"


@_tells(e.CardPlayed)
def _card_played(event: e.CardPlayed, speaker: Speaker) -> str:
    zone = "" if event.origin is Zone.HAND else f" from their {ZONES[event.origin]}"
    return f"{speaker.player(event.player)} plays {speaker.card(event.card)}{zone}{MODES[event.mode]}"


@_tells(e.SongSung)
def _song_sung(event: e.SongSung, speaker: Speaker) -> str:
    verb = "sings" if len(event.singers) == 1 else "sing"
    return f"{speaker.cards(event.singers)} {verb} {speaker.card(event.card)}"


@_tells(e.CostPaid)
def _cost_paid(event: e.CostPaid, speaker: Speaker) -> str:
    paid = [f"{len(event.inks)} ⬡"] if event.inks else []
    if event.drops:
        paid.append(counted(event.drops, "ink drop"))
    return f"{speaker.player(event.player)} pays {listed(paid) or '0 ⬡'}"


@_tells(e.InkDropsGained)
def _ink_drops_gained(event: e.InkDropsGained, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} gets {counted(event.amount, 'ink drop')}"


@_tells(e.InkDropsSpent)
def _ink_drops_spent(event: e.InkDropsSpent, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} removes {counted(event.amount, 'ink drop')}"


@_tells(e.Quested)
def _quested(event: e.Quested, speaker: Speaker) -> str:
    return f"{speaker.card(event.card)} has quested"


@_tells(e.ChallengeDeclared)
def _challenge_declared(event: e.ChallengeDeclared, speaker: Speaker) -> str:
    return f"{speaker.card(event.challenger)} challenges {speaker.card(event.challenged)}"


@_tells(e.ChallengeStepEntered)
def _challenge_step_entered(event: e.ChallengeStepEntered, speaker: Speaker) -> str:
    return f"The {STEPS[event.step]} begins"


@_tells(e.ChallengeEnded)
def _challenge_ended(event: e.ChallengeEnded, speaker: Speaker) -> str:
    return f"The challenge of {speaker.card(event.challenger.id)} against {speaker.card(event.challenged.id)} is over"


@_tells(e.CharacterMoved)
def _character_moved(event: e.CharacterMoved, speaker: Speaker) -> str:
    return f"{speaker.card(event.card)} moves to {speaker.card(event.location)}"


@_tells(e.LocationLeft)
def _location_left(event: e.LocationLeft, speaker: Speaker) -> str:
    return f"{speaker.card(event.card)} is no longer at a location"


@_tells(e.DamagePlaced)
def _damage_placed(event: e.DamagePlaced, speaker: Speaker) -> str:
    card = speaker.card(event.card)
    by = f" by {speaker.card(event.by.id)}" if event.by is not None and event.by.id != event.card else ""
    match event.manner:
        case DamageManner.DEAL if event.amount == 0:
            return f"{card} is dealt damage{by} but takes none"
        case DamageManner.DEAL:
            reduced = f", reduced from {event.base}" if event.base is not None and event.base > event.amount else ""
            return f"{card} is dealt {event.amount} damage{by}{reduced}"
        case DamageManner.MOVE:
            return f"{event.amount} damage is moved to {card}"
        case _:
            return f"{event.amount} damage is put on {card}"


@_tells(e.DamageRemoved)
def _damage_removed(event: e.DamageRemoved, speaker: Speaker) -> str:
    verb = "moved away" if event.manner is DamageManner.MOVE else "removed"
    return f"{event.amount} damage is {verb} from {speaker.card(event.card)}"


@_tells(e.LoreGained)
def _lore_gained(event: e.LoreGained, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} gains {event.amount} lore"


@_tells(e.LoreLost)
def _lore_lost(event: e.LoreLost, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} loses {event.amount} lore"


@_tells(e.AbilityUsed)
def _ability_used(event: e.AbilityUsed, speaker: Speaker) -> str:
    ability = event.name or "the ability"
    return f"{speaker.player(event.player)} uses {ability} of {speaker.card(event.card)}"


@_tells(e.AbilityTriggered)
def _ability_triggered(event: e.AbilityTriggered, speaker: Speaker) -> str:
    return f"{speaker.entry(event.entry)} triggers and is added to the bag"


@_tells(e.AbilityTaken)
def _ability_taken(event: e.AbilityTaken, speaker: Speaker) -> str:
    return f"{speaker.player(event.entry.you)} resolves {speaker.entry(event.entry)}"


@_tells(e.AbilityResolved)
def _ability_resolved(event: e.AbilityResolved, speaker: Speaker) -> str:
    return f"{speaker.entry(event.entry)} has resolved"


@_tells(e.EffectApplied)
def _effect_applied(event: e.EffectApplied, speaker: Speaker) -> str:
    targets = event.effect.targets
    on = f" to {speaker.cards(ref.id for ref in targets)}" if targets else ""
    return f"An effect{_of(event.effect.source)} begins to apply{on}"


@_tells(e.TriggerFloated)
def _trigger_floated(event: e.TriggerFloated, speaker: Speaker) -> str:
    return f"An effect{_of(event.trigger.source)} waits for its moment"


def _of(source: Any) -> str:
    return f" of {source.card.name}" if source is not None else ""


@_tells(e.EffectsEnded)
def _effects_ended(event: e.EffectsEnded, speaker: Speaker) -> str:
    return f"{counted(len(event.serials), 'effect')} end{'s' if len(event.serials) == 1 else ''}"


@_tells(e.EventReplaced)
def _event_replaced(event: e.EventReplaced, speaker: Speaker) -> str:
    by = speaker.card(event.card) if event.card is not None else "an effect"
    teller = _TELLERS.get(type(event.event))
    what = teller(event.event, speaker) if teller is not None else "What would happen"
    return f"{what}: this does not happen, because of {by}"


@_tells(e.StateChecked)
def _state_checked(event: e.StateChecked, speaker: Speaker) -> str:
    return f"The game state check finds: {listed(event.conditions) or 'nothing'}"


@_tells(e.GameWon)
def _game_won(event: e.GameWon, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} wins the game"


@_tells(e.GameLost)
def _game_lost(event: e.GameLost, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} loses the game: {LOSSES[event.reason]}"


@_tells(e.PlayerLeft)
def _player_left(event: e.PlayerLeft, speaker: Speaker) -> str:
    return f"{speaker.player(event.player)} leaves the game"


@_tells(e.Corrected)
def _corrected(event: e.Corrected, speaker: Speaker) -> str:
    return "A judge corrects the board"


TELLING = (
    e.CardMoved,
    e.DamagePlaced,
    e.DamageRemoved,
    e.LoreGained,
    e.LoreLost,
    e.CharacterMoved,
    e.EventReplaced,
    e.CardPutUnder,
    e.CardReadied,
    e.InkDropsGained,
    e.CardsRevealed,
    e.GameWon,
    e.GameLost,
    e.PlayerLeft,
)
"""The events that the answer to a scenario tells, since a player sees what they change."""


def tell_outcome(trace: Sequence[TraceEntry], speaker: Speaker, known: str = "") -> str:
    """Say what the telling events of a trace did.

    What becomes of the card called *known* as a matter of course, because it is played, is left out.
    """
    told = [_clause(list(group), speaker) for group in _groups(trace, speaker, known)]
    left_out = len(told) - MOST_TOLD
    return "; ".join(told if left_out <= 0 else [*told[:MOST_TOLD], f"{left_out} more things happen"])


def why(trace: Sequence[TraceEntry], speaker: Speaker, rule_text: RuleText | None, known: str = "") -> str:
    """Say in one sentence what the outcome of a trace rests on: card text, rules, and what the deciding one says.

    What decides is behind the last telling event, or the last event where none is telling: the card text that caused it,
    else the rule, whose first sentence *rule_text* gives in our words.
    """
    entries = [group[-1] for group in _groups(trace, speaker, known)] or [entry for entry in trace if entry.event.names][-1:]
    rules = list(dict.fromkeys(entry.rules[0] for entry in entries if entry.rules))[-MOST_RULES:]
    if not rules:
        return ""
    causes = dict(found for entry in entries if (found := speaker.text_behind(entry)) is not None)
    grounds = [f"{name} (“{_cut(text)}”)" for name, text in list(causes.items())[-MOST_CAUSES:]]
    text = None
    if rule_text is not None and speaker.text_behind(entries[-1]) is None:
        text = rule_text(rules[-1])
    return f"This rests on {listed([*grounds, *map(str, rules)])}{f': {first_sentence(text)}' if text else ''}."


def first_sentence(text: str) -> str:
    """Give the first sentence of a rule's text that says something, without its place in a list and its full stop."""
    plain = _PLACE_IN_A_LIST.sub("", " ".join(text.split()).lstrip("“"))
    ends = [match.start() for match in _SENTENCE_END.finditer(plain)] or [len(plain.rstrip(".:"))]
    end = next((end for end in ends if end >= _SHORTEST_SENTENCE), ends[-1])
    return _cut(plain[:1].upper() + plain[1:end])


def _cut(text: str) -> str:
    """Shorten what a ruling quotes, on one line and without its full stop, at the end of a word."""
    said = " ".join(text.split()).rstrip(".")
    return said if len(said) <= _LONGEST_SENTENCE else f"{said[:_LONGEST_SENTENCE].rpartition(' ')[0]} …"


def _groups(trace: Sequence[TraceEntry], speaker: Speaker, known: str) -> list[list[TraceEntry]]:
    """Give the telling events of a trace, those together that one clause tells."""
    telling = [entry for entry in trace if isinstance(entry.event, TELLING) and not _goes_without_saying(entry, speaker, known)]
    return [list(group) for _, group in groupby(telling, lambda entry: _kind(entry, speaker))]


def _goes_without_saying(entry: TraceEntry, speaker: Speaker, known: str) -> bool:
    """Tell whether an event is part of what the step says anyway."""
    match entry.event:
        case e.CardMoved(card=card, manner=Manner.PLAY | Manner.INK | Manner.RESOLVED):
            return speaker.card(card) == known
        case e.CardsRevealed(cards=(card,)) | e.CharacterMoved(card=card):
            return speaker.card(card) == known
        case _:
            return False


def _kind(entry: TraceEntry, speaker: Speaker) -> Hashable:
    """Give a value that is equal for events that one clause can tell together."""
    match entry.event:
        case e.CardMoved(manner=Manner.DRAW | Manner.DISCARD as manner, card=card):
            return manner, speaker.owner(card)
        case e.CardMoved(manner=Manner.BANISH as manner):
            return manner
        case e.CardReadied():
            return e.CardReadied
        case e.CharacterMoved(location=location):
            return e.CharacterMoved, location
        case _:
            return id(entry)


def _clause(group: Sequence[TraceEntry], speaker: Speaker) -> str:
    """Tell events that belong together in one clause."""
    first = group[0].event
    if len(group) == 1:
        return _TELLERS[type(first)](first, speaker)
    cards = speaker.cards(card for entry in group if (card := getattr(entry.event, "card", None)) is not None)
    match first:
        case e.CardMoved(manner=Manner.DRAW, card=card):
            return f"{speaker.owner(card)} draws {cards}"
        case e.CardMoved(manner=Manner.DISCARD, card=card):
            return f"{speaker.owner(card)} discards {cards}"
        case e.CardMoved():
            return f"{cards} are banished"
        case e.CharacterMoved(location=location):
            return f"{cards} move to {speaker.card(location)}"
        case _:
            return f"{cards} are readied"


def answer_in_words(opening: str, told: str) -> str:
    """Join what was done and what came of it to the first sentence of a ruling."""
    return f"{opening}: {told}." if told else f"{opening}."


def reason_in_words(refusals: Sequence[Refusal]) -> str:
    """Say the first reason with its rules, and how many more there are."""
    if not refusals:
        return ""
    first = refusals[0]
    more = len(refusals) - 1
    return f"{first.text}{refs_in_words(first.rules)}" + (f", and {counted(more, 'more reason')}" if more else "")
