"""List the documents that answers are drawn from."""

from typing import Literal

from corpus.records import Authority
from corpus.refs import CURRENT_EDITION
from server import GAME
from server.answers import Answer, Source
from server.library import Library, Shelf
from server.requests import Request


class ListRulesDocuments(Request):
    """Which game's documents."""

    game: Literal["disney-lorcana"] = GAME
    """The game, as list_games names it."""


class RulesDocument(Source):
    """A document of the index."""

    id: str
    """What read_rules_document takes."""
    language: str
    chunks: int
    """How many numbered entries, terms or cards it has."""


class RulesDocuments(Answer):
    """The documents, the strongest authority first."""

    documents: list[RulesDocument]


def list_rules_documents(request: ListRulesDocuments, library: Library) -> RulesDocuments:
    """Describe every document of the index."""
    strength = list(Authority)
    entries = sorted(library.documents(), key=lambda entry: strength.index(entry.provenance.authority))
    documents = [
        RulesDocument(
            **Source.of(entry.provenance).model_dump(),
            id=entry.provenance.document,
            language=entry.language,
            chunks=entry.chunks,
        )
        for entry in entries
    ]
    # the documents are the sources; one stands for what the list itself is from
    return RulesDocuments(documents=documents, sources=library.sources(Shelf.RULES, edition=CURRENT_EDITION), caveats=[])


def say_documents(answer: RulesDocuments) -> str:
    """Write the documents, one a line."""
    return "\n".join(
        f"{document.id}: {document.title} {document.edition} ({document.language}, {document.wording.value},"
        f" {document.chunks} entries)"
        for document in answer.documents
    )
