"""Read the glossaries that the corpus restates."""

from corpus.load import Sources, load_glossary
from corpus.records import Term

__all__ = ["read_glossaries"]


def read_glossaries(sources: Sources) -> tuple[Term, ...]:
    """Give the terms of every declared glossary.

    :raises CorpusFault: the file of a glossary has faults.
    """
    languages = (document.language for document in sources.documents if document.kind == "glossary")
    return tuple(term for language in languages for term in load_glossary(language))
