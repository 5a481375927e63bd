"""List the games that can be asked about."""

from corpus.refs import CURRENT_EDITION
from server import GAME
from server.answers import Answer, Entry
from server.library import Library, Shelf
from server.requests import Request


class ListGames(Request):
    """Nothing to say."""


class Game(Entry):
    """A game and how much is known of it."""

    id: str
    title: str
    documents: int
    rules: int
    cards: int
    printings: int
    sets: int


class Games(Answer):
    """The games."""

    games: list[Game]


def list_games(request: ListGames, library: Library) -> Games:
    """Count what the index has of each game."""
    status = library.index.status()
    game = Game(
        id=GAME,
        title="Disney Lorcana TCG",
        documents=len(library.documents()),
        rules=status.rules,
        cards=status.cards,
        printings=status.printings,
        sets=status.sets,
    )
    caveats = [f"The index is out of date: {reason}" for reason in status.stale]
    caveats += [source.caveat for source in status.sources if source.caveat]
    return Games(games=[game], sources=library.sources(Shelf.RULES, Shelf.CATALOGUE, edition=CURRENT_EDITION), caveats=caveats)


def say_games(answer: Games) -> str:
    """Write the games, one a line."""
    return "\n".join(
        f"{game.title} ({game.id}): {game.rules} rules, {game.cards} cards in {game.sets} sets, {game.documents} documents"
        for game in answer.games
    )
