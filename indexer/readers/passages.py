"""Cut the documents without numbers into passages that can be read in order and searched."""

from collections.abc import Callable, Iterable, Iterator

from corpus.documents import documents
from corpus.load import DocumentKind
from corpus.records import Ruling
from corpus.refs import cr
from indexer.readers.glossary import Vocabulary
from indexer.results import Passage

__all__ = ["read_passages"]


def read_passages(vocabulary: Vocabulary, rulings: Iterable[Ruling]) -> tuple[Passage, ...]:
    """Give the passages of glossaries, words, misreadings, our rulings and the publisher's clarifications."""
    passages = [
        passage for each in documents() if each.kind in _KINDS for passage in _KINDS[each.kind](vocabulary, each.language)
    ]
    return (*passages, *_clarified(rulings))


def _document(kind: DocumentKind, language: str) -> str:
    """Give the identifier of the document of a kind in a language."""
    return next(each.provenance.document for each in documents() if each.kind is kind and each.language == language)


def _refs(numbers: Iterable[str]) -> tuple[str, ...]:
    """Write numbers of the current edition as references."""
    return tuple(str(cr(number)) for number in numbers)


def _terms(vocabulary: Vocabulary, language: str) -> Iterator[Passage]:
    """Give the terms of a glossary."""
    document = _document(DocumentKind.GLOSSARY, language)
    for term in vocabulary.terms:
        if term.language == language:
            yield Passage(document, term.name, term.name, term.text, _refs(term.rules))


def _translated(vocabulary: Vocabulary, language: str) -> Iterator[Passage]:
    """Give the terms of another language."""
    document = _document(DocumentKind.TRANSLATIONS, language)
    for term in vocabulary.translations:
        if term.language == language:
            heading = f"{term.name} ({', '.join(term.english)})"
            yield Passage(document, term.name, heading, f"{term.text}\n{term.english_text}", _refs(term.rules))


def _foreign(vocabulary: Vocabulary, language: str) -> Iterator[Passage]:
    """Give the words of other games."""
    document = _document(DocumentKind.FOREIGN_WORDS, language)
    for word in vocabulary.foreign:
        heading = f"{', '.join([word.word, *word.also])}: {', '.join(word.ours) or 'nothing of the kind'}"
        yield Passage(document, word.word, heading, word.difference, tuple(map(str, word.rules)))


def _spoken(vocabulary: Vocabulary, language: str) -> Iterator[Passage]:
    """Give the words of players."""
    document = _document(DocumentKind.PLAYERS_WORDS, language)
    for word in vocabulary.spoken:
        heading = ", ".join([word.word, *word.also])
        text = f"In the rules: {', '.join(word.terms)}. {word.note}".strip()
        yield Passage(document, word.word, heading, text, tuple(map(str, word.rules)))


def _misread(vocabulary: Vocabulary, language: str) -> Iterator[Passage]:
    """Give the misreadings, what is true first."""
    document = _document(DocumentKind.MISREADINGS, language)
    for entry in vocabulary.misreadings:
        text = f"{entry.truth} It is sometimes said instead: {entry.claim}"
        yield Passage(document, entry.id, "Not so: " + entry.claim, text, tuple(map(str, entry.rules)))


def _boards(vocabulary: Vocabulary, language: str) -> Iterator[Passage]:
    """Give our executable rulings."""
    document = _document(DocumentKind.RULINGS, language)
    for ruling in vocabulary.boards:
        text = f"{ruling.title}. About: {', '.join(ruling.cards)}. Answered by: {ruling.source}."
        yield Passage(document, ruling.id, ruling.title, text, tuple(map(str, ruling.rules)))


def _clarified(rulings: Iterable[Ruling]) -> Iterator[Passage]:
    """Give the publisher's clarifications on cards."""
    for ruling in rulings:
        yield Passage(ruling.provenance.document, ruling.card, ruling.card, ruling.text)


_KINDS: dict[DocumentKind, Callable[[Vocabulary, str], Iterator[Passage]]] = {
    DocumentKind.GLOSSARY: _terms,
    DocumentKind.TRANSLATIONS: _translated,
    DocumentKind.FOREIGN_WORDS: _foreign,
    DocumentKind.PLAYERS_WORDS: _spoken,
    DocumentKind.MISREADINGS: _misread,
    DocumentKind.RULINGS: _boards,
}
"""The documents without numbers, by their kind."""
