"""Write a state as the boards of a document, so that it can be sent back as the next scenario."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from corpus.names import name_key
from corpus.records import CardText, CardType
from corpus.refs import Span
from engine.abilities.effects import NextPlayModifier
from engine.abilities.keywords import KeywordAbility, ShiftAbility
from engine.abilities.kinds import ActionEffect, StaticAbility, TriggeredAbility
from engine.abilities.statics import Cannot, Change, Doing, GainsAbility, GainsKeyword, Gets
from engine.abilities.values import Number
from engine.abilities.vocabulary import Keyword, Stat, Until, Zone
from engine.narrate import PHASES
from engine.scenario.faces import Faces, text_as_card
from engine.scenario.naming import usable_names
from engine.scenario.told import told_this_turn
from engine.state.game_state import Expiry, FloatingTrigger, GameState, OngoingEffect
from engine.state.objects import Card, CardId, PlayerId, Snapshot, Standing
from engine.state.printed import printed_sheet
from engine.terms import Format, Phase
from engine.wording import counted

_PLUS = frozenset({Keyword.CHALLENGER, Keyword.RESIST})
_CANNOT = {Doing.QUEST: "quest", Doing.CHALLENGE: "challenge", Doing.READY: "ready"}


@dataclass(slots=True)
class Export:
    """A state as a document, and what the document cannot carry."""

    document: dict[str, Any] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    """What the document cannot carry, each in words that may follow "it would not carry"."""

    @property
    def caveats(self) -> list[str]:
        """Say in one caveat what is lost to who sends the document back, if anything is."""
        lost = "; ".join(dict.fromkeys(self.lost))
        return [f"The board afterwards, sent back as a scenario, would not carry {lost}."] if lost else []


def export_state(state: GameState, faces: Faces) -> Export:
    """Write *state* in the format of the input."""
    writer = _Writer(state, faces)
    gone = gone_players(state)
    players = {player.label: writer.board(number) for number, player in enumerate(state.players) if number not in gone}
    document: dict[str, Any] = {"players": players, "active": state.players[state.active].label, "turn": state.turn}
    if state.format is not Format.CONSTRUCTED:
        document["format"] = state.format.value
    writer.note_what_is_lost()
    return Export(document, writer.lost)


def gone_players(state: GameState) -> frozenset[PlayerId]:
    """List the players who have left a game that goes on without them (9.2.3)."""
    lost = [number for number, player in enumerate(state.players) if player.standing is Standing.LOST]
    return frozenset(lost) if len(state.players) - len(lost) >= 2 else frozenset()


class _Writer:
    def __init__(self, state: GameState, faces: Faces) -> None:
        self._state = state
        self._faces = faces
        self.lost: list[str] = []
        self._gained: dict[CardId, list[dict[str, Any]]] = {}
        self._effects: dict[PlayerId, list[dict[str, Any]]] = {}
        for effect in state.ongoing:
            self._write_ongoing(effect)
        for trigger in state.floating:
            self._write_text(trigger)

    def board(self, player: PlayerId) -> dict[str, Any]:
        """Write the board of one player."""
        found = self._state.players[player]
        board: dict[str, Any] = {}
        if found.lore:
            board["lore"] = found.lore
        if found.inkwell:
            board |= self._inkwell(found.inkwell)
        if found.ink_drops:
            board["ink_drops"] = found.ink_drops
        for key, cards in (("hand", found.hand), ("discard", found.discard)):
            if cards:
                board[key] = self._pile(cards)
        board["deck"] = self._deck(found.deck)
        if found.play:
            board["play"] = [self._card_in_play(card) for card in self._kept_in_play(found.play)]
        told, lost = told_this_turn(self._state, player)
        if told:
            board["this_turn"] = told
        self.lost += lost
        if player in self._effects:
            board["effects"] = self._effects[player]
        return board

    def _kept_in_play(self, cards: Iterable[CardId]) -> Iterator[Card]:
        """List the cards in play that stay there: an action that still resolves does not."""
        for number in cards:
            card = self._state.cards[number]
            if card.face is not None and card.face.printed.type is CardType.ACTION:
                self.lost.append(f"{card.name}, which is still resolving")
            else:
                yield card

    def _inkwell(self, cards: Iterable[CardId]) -> dict[str, Any]:
        inks = [self._state.cards[card] for card in cards]
        exerted = sum(ink.exerted for ink in inks)
        named = [self._card(ink, {"exerted": True} if ink.exerted else {}) for ink in inks if ink.face is not None]
        if not named and not exerted:
            return {"ink": len(inks)}
        inkwell = {"ready": len(inks) - exerted, "exerted": exerted, "cards": named}
        return {"inkwell": {key: value for key, value in inkwell.items() if value}}

    def _pile(self, cards: Iterable[CardId]) -> int | list[Any]:
        """Write cards in their order, runs of unknown ones as a number."""
        pile: list[Any] = []
        for number in cards:
            card = self._state.cards[number]
            if card.face is not None:
                pile.append(self._card(card, {}))
            elif pile and isinstance(pile[-1], dict) and "unknown" in pile[-1]:
                pile[-1]["unknown"] += 1
            else:
                pile.append({"unknown": 1})
        if len(pile) == 1 and isinstance(pile[0], dict) and "unknown" in pile[0]:
            return int(pile[0]["unknown"])
        return pile

    def _deck(self, cards: Iterable[CardId]) -> int | list[Any] | dict[str, Any]:
        pile = self._pile(cards)
        if isinstance(pile, int):
            return pile
        gaps = [place for place, entry in enumerate(pile) if isinstance(entry, dict) and "unknown" in entry]
        if len(gaps) != 1:
            return pile
        gap = gaps[0]
        parts = {"top": pile[:gap], "unknown": pile[gap]["unknown"], "bottom": pile[gap + 1 :]}
        return {key: value for key, value in parts.items() if value}

    def _card(self, card: Card, states: dict[str, Any]) -> str | dict[str, Any]:
        """Write a card: its name alone where there is nothing else to say."""
        if card.face is None:
            raise ValueError(f"card {card.id} is unknown; unknown cards are written as a number")
        printed = card.face.printed
        catalogued = self._faces.named(printed.full_name) is card.face
        label = {} if card.label == printed.full_name or not card.label else {"as": card.label}
        if catalogued and not states and not label:
            return printed.full_name
        which: dict[str, Any] = {"card": printed.full_name} if catalogued else {"custom": write_custom(printed)}
        return {**which, **label, **states}

    def _card_in_play(self, card: Card) -> str | dict[str, Any]:
        states: dict[str, Any] = {}
        for key in ("exerted", "drying"):
            if getattr(card, key):
                states[key] = True
        if card.damage:
            states["damage"] = card.damage
        if card.at is not None:
            states["at"] = self._state.cards[card.at].label
        if card.under:
            states["under"] = self._under(card)
        if card.id in self._gained:
            states["gained"] = self._gained[card.id]
        used = self._used(card)
        if used:
            states["used"] = used
        return self._card(card, states)

    def _under(self, card: Card) -> int | list[Any]:
        below = [self._state.cards[under] for under in card.under]
        unknown = [under for under in below if under.face is None]
        if len(unknown) == len(below):
            return len(below)
        if unknown:
            self.lost.append(f"{counted(len(unknown), 'unknown card')} under {card.name}")
        return [self._card(under, {"facedown": True} if under.facedown else {}) for under in below if under.face is not None]

    def _used(self, card: Card) -> list[str]:
        names = usable_names(printed_sheet(card.face))
        used = []
        for ref, key in self._state.used:
            if ref == card.ref:
                if key in names:
                    used.append(names[key])
                else:
                    self.lost.append(f"that {card.name} used a gained ability this turn")
        return used

    def _write_ongoing(self, effect: OngoingEffect) -> None:
        """Write an effect as gained by its cards, or as an effect of its player, or say that it is lost."""
        if effect.targets is None:
            self._write_text(effect)
            return
        cards = [card for ref in effect.targets if (card := self._state.current(ref)) is not None]
        for card in cards:
            entries = self._gained_entries(effect, card)
            if entries is None:
                self.lost.append(f"{_named(effect, card)}, for which the format has no key")
            else:
                self._gained.setdefault(card.id, []).extend(entries)

    def _gained_entries(self, effect: OngoingEffect, card: Card) -> list[dict[str, Any]] | None:
        until = self._until(effect.expiry, card.owner)
        ability = effect.ability
        if until is None or not isinstance(ability, StaticAbility) or ability.condition is not None or card.zone is not Zone.PLAY:
            return None
        written = [write_change(change) or _quoted(change, effect, card) for change in ability.changes]
        if any(entry is None for entry in written):
            return None
        ends = {} if until == "leaves_play" else {"until": until}
        return [{**entry, **ends} for entry in written if entry is not None]

    def _until(self, expiry: Expiry, owner: PlayerId) -> str | None:
        order = self._state.turn_order(owner)
        match expiry.until:
            case Until.END_OF_TURN:
                return "end_of_turn"
            case Until.LEAVES_PLAY:
                return "leaves_play"
            case Until.START_OF_YOUR_NEXT_TURN if expiry.player == owner:
                return "start_of_your_next_turn"
            case Until.START_OF_YOUR_NEXT_TURN if expiry.player == order[1 % len(order)]:
                return "start_of_their_next_turn"
            case _:
                return None

    def _write_text(self, effect: OngoingEffect | FloatingTrigger) -> None:
        """Write an effect of a player in the words it came from, if these alone say the same."""
        text = next((text for text in _sentences(effect) if _says_the_same(text, effect)), None)
        if text is None:
            self.lost.append(f"{_named(effect)}, which cannot be said in words of its own")
            return
        entry: dict[str, Any] = {"text": text}
        if effect.source is not None and effect.source.card.face is not None:
            entry["from"] = effect.source.card.face.printed.full_name
        self._effects.setdefault(effect.you, []).append(entry)

    def note_what_is_lost(self) -> None:
        """Say what of the state no key carries."""
        state = self._state
        if state.bag:
            self.lost.append(f"{counted(len(state.bag), 'ability', 'abilities')} waiting in the bag")
        if state.challenge is not None:
            self.lost.append("the challenge that is going on")
        if state.phase is not Phase.MAIN:
            self.lost.append(f"that the turn is in its {PHASES[state.phase]}")
        gone = gone_players(state)
        for number, player in enumerate(state.players):
            if number in gone:
                self.lost.append(f"{player.label}, who has left the game")
                continue
            if player.standing is not Standing.PLAYING:
                self.lost.append(f"that {player.label} has {player.standing.value}")
            known = any(state.cards[card].face is not None for card in player.deck)
            if known and not player.deck_order_known:
                self.lost.append(f"that the order of {player.label}'s deck is unknown")


def write_custom(printed: CardText) -> dict[str, Any]:
    """Write a made-up card."""
    song = printed.type is CardType.ACTION and printed.is_song
    custom: dict[str, Any] = {"name": printed.name}
    if printed.version is not None:
        custom["version"] = printed.version
    custom |= {"type": "song" if song else printed.type.value, "cost": printed.cost, "inkwell": printed.inkwell}
    custom["inks"] = list(printed.inks)
    for stat in ("strength", "willpower", "lore", "move_cost"):
        if getattr(printed, stat) is not None:
            custom[stat] = getattr(printed, stat)
    custom["classifications"] = [kind for kind in printed.classifications if not (song and kind == "Song")]
    custom["text"] = printed.text
    return {key: value for key, value in custom.items() if value not in ([], "")}


def write_change(change: Change) -> dict[str, Any] | None:
    """Write one change as a gained effect, or give None where the format has no key for it."""
    match change:
        case Gets(stat=Stat.STRENGTH | Stat.WILLPOWER | Stat.LORE as stat, amount=Number(value=value)):
            return {stat.value: value}
        case GainsKeyword(keyword=ShiftAbility()):
            return None
        case GainsKeyword(keyword=KeywordAbility(keyword=keyword, value=value)):
            number = "" if value is None else f" +{value}" if keyword in _PLUS else f" {value}"
            return {"keyword": f"{keyword.value}{number}"}
        case Cannot(doing=doing, by=None, player=None, unless=None, from_effects_of=None) if doing in _CANNOT:
            return {"cannot": _CANNOT[doing]}
        case _:
            return None


def _words(source: Snapshot | None, span: Span | None) -> str:
    """Give the stretch of a card's text that something was read from, empty where that is not known."""
    if source is None or source.card.face is None or span is None:
        return ""
    return span.of(source.card.face.text)


def _sentences(effect: OngoingEffect | FloatingTrigger) -> Iterator[str]:
    """Give sentences that may say by themselves what an effect does."""
    words = _words(effect.source, effect.ability.span)
    if effect.name:
        yield effect.name
    if words:
        yield words
        yield f"{words[:1].upper()}{words[1:]}."
        yield f"You {words}."


def _quoted(change: Change, effect: OngoingEffect, card: Card) -> dict[str, Any] | None:
    """Write a granted ability in the words that grant it, if these alone say the same."""
    if not isinstance(change, GainsAbility) or card.face is None:
        return None
    text = effect.name if effect.source is None else _words(effect.source, change.ability.span).strip('“”"')
    if not text:
        return None
    compiled = text_as_card(text, card.face.printed.type, card.name)
    return {"text": text} if compiled.abilities == (change.ability,) and not compiled.unread else None


def _says_the_same(text: str, effect: OngoingEffect | FloatingTrigger) -> bool:
    """Tell whether a text alone would set the same effect going."""
    if effect.bindings.cards or effect.bindings.amounts or effect.bindings.players or effect.bindings.words:
        return False
    compiled = text_as_card(text, CardType.ACTION, "effect")
    if compiled.unread or len(compiled.abilities) != 1 or not isinstance(compiled.abilities[0], ActionEffect):
        return False
    said = compiled.abilities[0].effect
    if isinstance(effect.ability, NextPlayModifier):
        return said == effect.ability
    assert isinstance(effect.ability, StaticAbility | TriggeredAbility)
    return getattr(said, "ability", None) == effect.ability


def _named(effect: OngoingEffect | FloatingTrigger, card: Card | None = None) -> str:
    source = effect.source.card.name if effect.source is not None else "the scenario"
    on = f" on {card.name}" if card is not None else ""
    return f"an effect of {source}{f' ({effect.name})' if name_key(effect.name) else ''}{on}"
