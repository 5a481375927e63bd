"""Read labels and names of answers against a state and the options of a decision."""

from collections.abc import Callable, Iterable, Sequence

from corpus.names import name_key
from engine.decisions import Choice, Decision, Option, Value
from engine.events import AbilityUsed, Event
from engine.scenario.concerns import concern_of
from engine.scenario.faces import Faces
from engine.scenario.labels import label_key
from engine.scenario.naming import ability_names
from engine.state.game_state import GameState
from engine.state.objects import Card, CardId
from engine.trace import TraceEntry


class Reading:
    """Tells which option a word of an answer means."""

    def __init__(self, state: Callable[[], GameState], log: Callable[[], Sequence[TraceEntry]], faces: Faces) -> None:
        """Read against the state and the log of the step that are given at the time."""
        self._state = state
        self._log = log
        self._faces = faces

    def log_length(self) -> int:
        """Give how many events the step has had so far."""
        return len(self._log())

    def is_paid(self) -> bool:
        """Tell whether the cost of the ability that the step uses is paid (4.4.4)."""
        return any(isinstance(entry.event, AbilityUsed) for entry in self._log())

    def is_card(self, name: str) -> bool:
        """Tell whether the catalogue has a card of that full name."""
        return self._faces.named(name) is not None

    def cards(self, names: Iterable[str], options: tuple[Option, ...]) -> list[CardId | str]:
        """Find the card that each name means: the one of that label, else one of that name that is not taken yet.

        A name that means none of the options is given back as it is, and one that means an option already taken as that
        option again.
        """
        state = self._state()
        offered = [state.cards[option.value] for option in options if isinstance(option.value, int)]
        taken: set[CardId] = set()
        found: list[CardId | str] = []
        for name in names:
            card = self._card(name, offered, taken)
            found.append(name if card is None else card)
            if card is not None:
                taken.add(card)
        return found

    def _card(self, name: str, offered: list[Card], taken: set[CardId]) -> CardId | None:
        key = label_key(name)
        labelled = next((card.id for card in offered if card.label and label_key(card.label) == key), None)
        if labelled is not None and labelled not in taken:
            return labelled
        named = [card.id for card in offered if self._is_named(card, key[0])]
        free = next((card for card in named if card not in taken), None)
        if free is not None or labelled is not None:
            return free if free is not None else labelled
        return named[0] if named else None

    @staticmethod
    def _is_named(card: Card, key: str) -> bool:
        if card.face is None:
            return key == name_key(card.name)
        printed = card.face.printed
        return key in (name_key(printed.full_name), *map(name_key, printed.names or (printed.name,)))

    def unknown_card(self, name: str, options: tuple[Option, ...], taken: Iterable[Value]) -> CardId | None:
        """Find an option that nobody has named yet and that may be the card of that name."""
        if self._faces.named(name) is None:
            return None
        state, gone = self._state(), set(taken)
        return next(
            (
                option.value
                for option in options
                if isinstance(option.value, int) and option.value not in gone and state.cards[option.value].face is None
            ),
            None,
        )

    def touched(self, event: Event) -> frozenset[CardId]:
        """List the cards that an event is about."""
        return concern_of(event, self._state()).cards

    def is_among(self, name: str, cards: Iterable[CardId]) -> bool:
        """Tell whether a name means one of the cards."""
        state = self._state()
        return self._card(name, [state.cards[card] for card in cards if card in state.cards], set()) is not None

    def players(self, labels: Iterable[str]) -> Choice:
        """Find players by their labels."""
        known = [player.label for player in self._state().players]
        return tuple(known.index(label) if label in known else label for label in labels)

    def is_player(self, label: str, player: int) -> bool:
        """Tell whether a label is that player's."""
        return self._state().players[player].label == label

    def waiting(self, text: str, decision: Decision) -> Value | None:
        """Find the ability, or the replacement effect, that ``label: ABILITY`` means among the options."""
        asked = name_key(text)
        exact: list[Option] = []
        loose: list[Option] = []
        for option in decision.options:
            label, ability = self.option_names(option)
            forms = {name_key(f"{label} {ability}"), name_key(option.text)}
            if asked in forms:
                exact.append(option)
            elif asked in (name_key(label), name_key(ability)):
                loose.append(option)
        found = exact or loose
        different = {option.twin if option.twin is not None else option.value for option in found}
        return found[0].value if found and (exact or len(different) == 1) else None

    def option_names(self, option: Option) -> tuple[str, str]:
        """Give the label of the card and the name of the ability that an option of order stands for."""
        label, _, ability = option.text.rpartition(": ")
        entry = next((entry for entry in self._state().bag if entry.serial == option.value), None)
        if entry is None or entry.source is None or entry.source.card.name != label:
            return label, ability
        return label, ability_names(entry.source.sheet.abilities).get(entry.key, ability)

    def asks(self, asker: str, decision: Decision) -> bool:
        """Tell whether a decision comes from the card or the ability that ``for`` names."""
        card = self._state().cards.get(decision.source) if decision.source is not None else None
        if card is not None and card.label and label_key(card.label) == label_key(asker):
            return True
        label = card.name if card is not None else ""
        return name_key(asker) in {name_key(decision.ability), name_key(f"{label} {decision.ability}")} - {""}
