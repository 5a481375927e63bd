"""Read references to rules and sections in every usual form."""

import re
from dataclasses import dataclass

from corpus.policy import PLAY_CORRECTION_GUIDELINES, TOURNAMENT_RULES
from corpus.refs import CURRENT_EDITION, Document
from server.errors import NotKnown

CURRENT = {
    Document.COMPREHENSIVE_RULES: CURRENT_EDITION,
    Document.TOURNAMENT_RULES: TOURNAMENT_RULES,
    Document.PLAY_CORRECTION_GUIDELINES: PLAY_CORRECTION_GUIDELINES,
}
"""The edition of each document that answers are from unless another is asked for."""

_REFERENCE = re.compile(
    r"(?:(?P<document>CR|TR|PCG)\s*)?(?:(?P<edition>\d[\w.-]*)\s+)?(?:rule\s*|section\s*|§\s*)?(?P<number>\d+(?:\.\d+)*)\.?", re.I
)


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a reference says."""

    document: Document
    edition: str | None
    """None where the reference does not say it."""
    number: str


def read_reference(text: str) -> Pointed:
    """Read ``4.6.4.3``, ``CR 2.3.0 4.6.4.3``, ``TR 1.6.2`` or ``rule 4.6``.

    :raises NotKnown: the text is no reference.
    """
    match = _REFERENCE.fullmatch(text.strip())
    if match is None:
        raise NotKnown(text[:80], "is not a rule reference", advice=f"One looks like 4.6.4.3 or CR {CURRENT_EDITION} 4.6.4.3.")
    return Pointed(Document((match["document"] or "CR").upper()), match["edition"], match["number"])
