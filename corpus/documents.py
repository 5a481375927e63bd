"""List every document of the corpus with its provenance and its files, and stamp what they say."""

import hashlib
from collections.abc import Iterator
from functools import cache

from corpus.editions import editions
from corpus.load import CORPUS, DocumentKind, DocumentSource, load_sources
from corpus.policy import policy_documents
from corpus.records import Authority, Provenance
from corpus.refs import CURRENT_EDITION

__all__ = ["corpus_hash", "documents", "rules_document"]

_TABLES = ("sources.toml", "policy/documents.yaml", "rules/changes/*.yaml", "policy/**/*.yaml", "search/*.yaml", "search/*.jsonl")
"""Files beside those of single documents from which an index is built."""


def rules_document(edition: str) -> str:
    """Give the identifier of the restated Comprehensive Rules of an edition."""
    return f"comprehensive-rules-{edition}"


def _older_editions() -> Iterator[DocumentSource]:
    """Give the editions of the Comprehensive Rules that are kept as what differs, the newest first."""
    steps = ("rules/changes/*.yaml", f"rules/{CURRENT_EDITION}/*.md")
    for edition in reversed(editions()):
        if edition.number == CURRENT_EDITION:
            continue
        provenance = Provenance(
            document=rules_document(edition.number),
            title="Disney Lorcana TCG Comprehensive Rules, restated",
            edition=edition.number,
            effective=edition.effective,
            authority=Authority.RESTATEMENT,
            official=False,
        )
        yield DocumentSource(provenance, "en", DocumentKind.RULES, steps, "An older edition, from what was changed since.")


def _policies() -> Iterator[DocumentSource]:
    """Give the policy documents."""
    for document in policy_documents():
        place = document.files.relative_to(CORPUS).as_posix()
        files = f"{place}/*.md" if document.files.is_dir() else place
        yield DocumentSource(document.provenance, "en", DocumentKind.POLICY, (files,), document.caveat)


@cache
def documents() -> tuple[DocumentSource, ...]:
    """Give every document of the corpus: the declared ones, policy, and older editions of the rules.

    :raises CorpusFault: a table that declares documents has faults.
    """
    declared = load_sources().documents
    return (*declared[:1], *_policies(), *declared[1:], *_older_editions())


def corpus_hash() -> str:
    """Give the SHA-256 over every corpus file that an index is built from, names included."""
    patterns = {*_TABLES, *(pattern for document in documents() for pattern in document.files)}
    digest = hashlib.sha256()
    for file in sorted({file for pattern in patterns for file in CORPUS.glob(pattern)}):
        digest.update(f"{file.relative_to(CORPUS).as_posix()}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
