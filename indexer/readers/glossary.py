"""Read the glossaries, and the words that people bring along from elsewhere."""

from dataclasses import dataclass

from corpus.documents import documents
from corpus.load import DocumentKind, load_glossary
from corpus.misreadings import Misreading, load_misreadings
from corpus.records import ForeignWord, PlayersWord, Term, TranslatedTerm
from corpus.rulings import BoardRuling, load_board_rulings
from corpus.vocabulary import load_foreign_words, load_players_words, load_translations

__all__ = ["Vocabulary", "read_vocabulary"]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Everything of the corpus that has no numbers."""

    terms: tuple[Term, ...]
    translations: tuple[TranslatedTerm, ...]
    foreign: tuple[ForeignWord, ...]
    spoken: tuple[PlayersWord, ...]
    misreadings: tuple[Misreading, ...]
    boards: tuple[BoardRuling, ...]


def read_vocabulary() -> Vocabulary:
    """Give the terms of every declared glossary, the words, the misreadings and our rulings.

    :raises CorpusFault: a file has faults.
    """
    languages = {kind: [each.language for each in documents() if each.kind is kind] for kind in DocumentKind}
    return Vocabulary(
        terms=tuple(term for language in languages[DocumentKind.GLOSSARY] for term in load_glossary(language)),
        translations=tuple(term for language in languages[DocumentKind.TRANSLATIONS] for term in load_translations(language)),
        foreign=load_foreign_words(),
        spoken=load_players_words(),
        misreadings=load_misreadings(),
        boards=load_board_rulings(),
    )
