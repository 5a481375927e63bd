"""Remember what players already did this turn, as the engine would remember it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from corpus.records import CardType
from engine.abilities.vocabulary import Occurrence, Zone
from engine.scenario.board import ThisTurn
from engine.scenario.build import Table, snapshot
from engine.scenario.fields import CardChoice
from engine.state.game_state import GameState
from engine.state.objects import Card, CardId, Happening, PlayerId, Snapshot
from engine.terms import Manner, PlayMode

Note = Callable[..., None]


def remember(state: GameState, player: PlayerId, done: ThisTurn, table: Table, path: str) -> GameState:
    """Add what a player did this turn to the history of a state."""
    found: list[Happening] = []

    def note(occurrence: Occurrence, subject: Snapshot | None = None, **details: object) -> None:
        batch = -1 - len(state.history) - len(found)
        found.append(Happening(occurrence, subject, actor=player, batch=batch, **details))  # type: ignore[arg-type]

    def spoken_of(mentions: Iterable[CardChoice | str], key: str) -> Iterable[Snapshot]:
        for place, mention in enumerate(mentions):
            card = table.mentioned(player, mention, f"{path}.{key}[{place}]")
            if card is not None:
                yield card

    def labelled(labels: Iterable[str], key: str) -> Iterable[Snapshot]:
        for place, label in enumerate(labels):
            card = table.find(label, f"{path}.{key}[{place}]")
            if card is not None:
                yield snapshot(card)

    _note_cards(done, note, spoken_of)
    _note_characters(done, note, labelled, table, path)
    for _ in range(done.inked):
        note(Occurrence.INKED, table.ghost(player, None), amount=1, origin=Zone.HAND, destination=Zone.INKWELL)
    for _ in range(done.drawn):
        note(Occurrence.DRAWN, table.ghost(player, None), amount=1, origin=Zone.DECK, destination=Zone.HAND)
    for occurrence, amount in (
        (Occurrence.LORE_GAINED, done.lore_gained),
        (Occurrence.LORE_LOST, done.lore_lost),
        (Occurrence.INK_DROP_GAINED, done.ink_drops_gained),
    ):
        if amount:
            note(occurrence, amount=amount)
    return replace(state, history=(*state.history, *found)) if found else state


def _note_cards(done: ThisTurn, note: Note, spoken_of: Callable[[Iterable[CardChoice | str], str], Iterable[Snapshot]]) -> None:
    """Note the cards that were played, sung, discarded and banished."""
    sung = list(spoken_of(done.sang, "sang"))
    by_song = {song.card.id for song in sung}
    played = list(spoken_of(done.played, "played"))
    known = {card.card.id for card in played}
    # a song that both lists name keeps its place among the cards played
    played = [*(song for song in sung if song.card.id not in known), *played]
    for card in played:
        mode = PlayMode.SING if card.card.id in by_song else PlayMode.INK_COST
        note(Occurrence.PLAYED, card, origin=Zone.HAND, destination=Zone.PLAY, mode=mode)
        if card.card.id in by_song:
            note(Occurrence.SANG, None, other=card)
    for action in played:
        # an action that has resolved was put into the discard (4.3.3.2)
        if action.sheet.type is CardType.ACTION:
            note(Occurrence.PUT_INTO_DISCARD, action, amount=1, origin=Zone.PLAY, destination=Zone.DISCARD)
    for card in spoken_of(done.discarded, "discarded"):
        note(Occurrence.DISCARDED, card, amount=1, origin=Zone.HAND, destination=Zone.DISCARD)
        note(Occurrence.PUT_INTO_DISCARD, card, amount=1, origin=Zone.HAND, destination=Zone.DISCARD)
    in_challenge = list(spoken_of(done.banished_in_challenge, "banished_in_challenge"))
    for card in in_challenge:
        note(Occurrence.BANISHED_IN_CHALLENGE, card)
    banished = list(spoken_of(done.banished, "banished"))
    known = {card.card.id for card in banished}
    for card in [*(card for card in in_challenge if card.card.id not in known), *banished]:
        note(Occurrence.BANISHED, card, origin=Zone.PLAY, destination=Zone.DISCARD)
        note(Occurrence.LEFT_PLAY, card, origin=Zone.PLAY, destination=Zone.DISCARD)
        note(Occurrence.PUT_INTO_DISCARD, card, amount=1, origin=Zone.PLAY, destination=Zone.DISCARD)


def _note_characters(
    done: ThisTurn, note: Note, labelled: Callable[[Iterable[str], str], Iterable[Snapshot]], table: Table, path: str
) -> None:
    """Note what characters did and what was done to them."""
    for card in labelled(done.quested, "quested"):
        note(Occurrence.QUESTED, card)
    for place, challenge in enumerate(done.challenged):
        by = table.find(challenge.by, f"{path}.challenged[{place}].by")
        target = table.find(challenge.target, f"{path}.challenged[{place}].target")
        if by is not None and target is not None:
            note(Occurrence.CHALLENGED, snapshot(by), other=snapshot(target))
            note(Occurrence.BEING_CHALLENGED, snapshot(target), other=snapshot(by))
    for card in labelled(done.moved, "moved"):
        location = None if card.card.at is None else snapshot(table.cards[card.card.at])
        note(Occurrence.MOVED_TO_LOCATION, card, other=location)
    for card in labelled(done.damaged, "damaged"):
        note(Occurrence.DAMAGE_TAKEN, card, amount=1)
        note(Occurrence.DAMAGE_DEALT_TO, card, amount=1)
    for card in labelled(done.boosted, "boosted"):
        note(Occurrence.BOOSTED, card)
        note(Occurrence.PUT_UNDER, card)


def mark_played(cards: dict[CardId, Card], history: Iterable[Happening]) -> None:
    """Let the cards in play that were played this turn know that they were."""
    for happening in history:
        subject = happening.subject
        if happening.occurrence is Occurrence.PLAYED and subject is not None and subject.card.zone is Zone.PLAY:
            card = cards[subject.card.id]
            cards[card.id] = replace(card, came=Manner.PLAY, mode=PlayMode.INK_COST)
