"""Read the rules documents that the corpus restates."""

from corpus.load import Sources, load_rules
from corpus.records import Rule

__all__ = ["read_rules_documents"]


def read_rules_documents(sources: Sources) -> tuple[Rule, ...]:
    """Give the rules of every declared document, one document after the other.

    :raises CorpusFault: the files of a document have faults.
    """
    editions = (document.provenance.edition for document in sources.documents if document.kind == "rules")
    return tuple(rule for edition in editions for rule in load_rules(edition))
