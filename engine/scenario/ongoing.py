"""Set going what a document says is going on: effects that cards have gained, effects of players, used abilities."""

import re
from dataclasses import dataclass, field, replace

from corpus.names import name_key
from corpus.records import CardType
from engine.abilities.costs import PayInk
from engine.abilities.effects import AddTrigger, Effect, Establish, NextPlayModifier, Sequence
from engine.abilities.keywords import KeywordAbility, ShiftAbility
from engine.abilities.kinds import ActionEffect, CompiledCard, KeywordEntry, StaticAbility, TriggeredAbility
from engine.abilities.statics import Cannot, Change, Doing, GainsAbility, GainsKeyword, Gets
from engine.abilities.values import Number
from engine.abilities.vocabulary import Keyword, Stat, Until
from engine.scenario.board import CardStates, Gained, PlayerEffect
from engine.scenario.build import Table
from engine.scenario.faces import text_as_card
from engine.scenario.fields import nearest
from engine.scenario.naming import usable_names
from engine.state.game_state import Expiry, FloatingTrigger, GameState, OngoingEffect
from engine.state.objects import Card, ObjectRef, PlayerId, Snapshot
from engine.state.printed import printed_sheet

_KEYWORD = re.compile(r"(.*?)\s*(?:\+?(\d+))?\s*⬡?")

_DOING = {"quest": Doing.QUEST, "challenge": Doing.CHALLENGE, "ready": Doing.READY}


@dataclass(frozen=True, slots=True)
class UnreadClause:
    """A text of the document that the engine does not execute."""

    card: str
    text: str
    reason: str


@dataclass(slots=True)
class Underway:
    """Collect what is going on, to be put into a state."""

    table: Table
    state: GameState
    ongoing: list[OngoingEffect] = field(default_factory=list)
    floating: list[FloatingTrigger] = field(default_factory=list)
    unread: list[UnreadClause] = field(default_factory=list)
    serial: int = 1

    def sealed(self) -> GameState:
        """Give the state with what was collected."""
        return replace(
            self.state,
            ongoing=(*self.state.ongoing, *self.ongoing),
            floating=(*self.state.floating, *self.floating),
            serial=self.serial,
        )

    def take_serial(self) -> int:
        """Give the next serial number."""
        self.serial += 1
        return self.serial - 1

    def gain(self, card: Card, gained: Gained, path: str) -> None:
        """Set an effect going that a card has gained."""
        changes = self._changes(card, gained, path)
        if not changes:
            return
        effect = OngoingEffect(
            serial=self.take_serial(),
            you=card.owner,
            source=None,
            ability=StaticAbility(changes=tuple(changes)),
            expiry=self._expiry(gained, card.owner),
            targets=(card.ref,),
            name=gained.text or "",
        )
        self.ongoing.append(effect)

    def _changes(self, card: Card, gained: Gained, path: str) -> list[Change]:
        changes: list[Change] = []
        for stat in (Stat.STRENGTH, Stat.WILLPOWER, Stat.LORE):
            amount = getattr(gained, stat.value)
            if amount is not None:
                changes.append(Gets(stat=stat, amount=Number(value=amount)))
        if gained.keyword is not None:
            keyword = read_keyword(gained.keyword)
            if isinstance(keyword, str):
                self.table.fault(f"{path}.keyword", keyword)
            else:
                changes.append(GainsKeyword(keyword=keyword))
        if gained.cannot is not None:
            changes.append(Cannot(doing=_DOING[gained.cannot]))
        if gained.text is not None:
            kind = card.face.printed.type if card.face is not None else CardType.CHARACTER
            for ability in self._read(text_as_card(gained.text, kind, card.name), card.name).abilities:
                if isinstance(ability, KeywordEntry):
                    changes.append(GainsKeyword(keyword=ability.keyword))
                else:
                    changes.append(GainsAbility(ability=ability))
        return changes

    def _read(self, text: CompiledCard, name: str) -> CompiledCard:
        self.unread += [UnreadClause(name, clause.text, clause.reason) for clause in text.unread]
        return text

    def _expiry(self, gained: Gained, owner: PlayerId) -> Expiry:
        until, player = Until.LEAVES_PLAY, owner
        if gained.until == "end_of_turn":
            until, player = Until.END_OF_TURN, self.state.active
        elif gained.until == "start_of_your_next_turn":
            until = Until.START_OF_YOUR_NEXT_TURN
        elif gained.until == "start_of_their_next_turn":
            order = self.state.turn_order(owner)
            until, player = Until.START_OF_YOUR_NEXT_TURN, order[1 % len(order)]
        return Expiry(until, player, self.state.turn)

    def play_on(self, player: PlayerId, given: PlayerEffect, path: str) -> None:
        """Set an effect of a player going."""
        source = None if given.source is None else self.table.mentioned(player, given.source, f"{path}.from")
        name = source.card.name if source is not None else self.state.players[player].label
        text = self._read(text_as_card(given.text, CardType.ACTION, name), name)
        for ability in text.abilities:
            if isinstance(ability, ActionEffect):
                self._start(player, ability.effect, source, given.text)
            elif isinstance(ability, StaticAbility):
                self._go_on(player, source, ability, Until.FOREVER, given.text)
            else:
                self.unread.append(UnreadClause(name, given.text, "this text makes no effect that goes on"))

    def _start(self, player: PlayerId, effect: Effect, source: Snapshot | None, text: str) -> None:
        """Put what an effect would leave behind into the state."""
        match effect:
            case Sequence(effects=parts):
                for part in parts:
                    self._start(player, part, source, text)
            case NextPlayModifier(until=until):
                self._go_on(player, source, effect, until, text)
            case Establish(ability=StaticAbility() as static, until=until):
                self._go_on(player, source, static, until, text)
            case AddTrigger(ability=TriggeredAbility() as trigger, until=until, once=once):
                expiry = Expiry(until, player, self.state.turn)
                self.floating.append(FloatingTrigger(self.take_serial(), player, source, trigger, expiry, once, name=text))
            case _:
                name = source.card.name if source is not None else self.state.players[player].label
                self.unread.append(UnreadClause(name, text, "this text makes no effect that goes on and sits on no card"))

    def _go_on(
        self, player: PlayerId, source: Snapshot | None, ability: StaticAbility | NextPlayModifier, until: Until, text: str
    ) -> None:
        expiry = Expiry(until, player, self.state.turn)
        self.ongoing.append(OngoingEffect(self.take_serial(), player, source, ability, expiry, name=text))


def read_keyword(text: str) -> KeywordAbility | str:
    """Read a keyword with its number, such as ``Resist +1``; gives what is wrong where it is none."""
    match = _KEYWORD.fullmatch(text.strip())
    word = match[1] if match else text
    keyword = next((keyword for keyword in Keyword if keyword.value.casefold() == word.casefold()), None)
    if keyword is None:
        return f"{text!r} is no keyword; {nearest(word, [keyword.value for keyword in Keyword])}"
    number = int(match[2]) if match and match[2] else None
    if keyword in _NUMBERED and number is None:
        return f"{keyword.value} needs its number, like {keyword.value} {'+' if keyword in _PLUS else ''}2"
    if keyword not in _NUMBERED and number is not None:
        return f"{keyword.value} has no number; write {keyword.value!r}"
    if keyword is Keyword.SHIFT:
        return ShiftAbility(value=number, costs=(PayInk(amount=Number(value=number or 0)),))
    return KeywordAbility(keyword=keyword, value=number)


_PLUS = frozenset({Keyword.CHALLENGER, Keyword.RESIST})
_NUMBERED = _PLUS | {Keyword.SINGER, Keyword.SING_TOGETHER, Keyword.BOOST, Keyword.SHIFT}


def used_abilities(table: Table, card: Card, entry: CardStates, path: str) -> tuple[tuple[ObjectRef, str], ...]:
    """Find the abilities that a card has used this turn, by the card's object and the ability's key."""
    names = usable_names(printed_sheet(card.face))
    found = []
    for place, name in enumerate(entry.used):
        key = next((key for key, known in names.items() if name_key(known) == name_key(name)), None)
        if key is not None:
            found.append((card.ref, key))
        else:
            offered = nearest(name, list(names.values())) if names else "it has none"
            table.fault(f"{path}.used[{place}]", f"{card.name} has no ability {name!r}; {offered}")
    return tuple(found)
