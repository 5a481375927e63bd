"""Tell which keywords a card's own text has as abilities, going by the names under section 8 of the rules."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from corpus.records import Rule
from corpus.refs import parent_number

__all__ = ["Keywords", "keywords_of"]

_SECTION = "8"
"""The chapter of the Comprehensive Rules that defines the keywords, one a heading."""
_GENERAL = "8.1"


@dataclass(frozen=True, slots=True)
class Keywords:
    """The keywords, and the rule that each is defined by."""

    rules: dict[str, str]
    """Keyword as headed, such as ``Sing Together``, to the number of its heading."""
    ability: re.Pattern[str]
    """Fits a keyword ability without its reminder text; its first group is the keyword."""

    def of(self, text: str) -> tuple[str, ...]:
        """Give the keywords that stand as abilities in a card's text, in order; a line may list several."""
        found: dict[str, None] = {}
        for line in text.splitlines():
            parts = [self.ability.fullmatch(part) for part in line.partition(" (")[0].split(", ")]
            if all(parts):
                found.update((part[1], None) for part in parts if part)
        return tuple(found)


def keywords_of(rules: Iterable[Rule]) -> Keywords:
    """Take the keywords from the headings of chapter 8."""
    numbers = {
        rule.heading: rule.ref.number
        for rule in rules
        if parent_number(rule.ref.number) == _SECTION and rule.ref.number != _GENERAL
    }
    either = "|".join(re.escape(name) for name in sorted(numbers, key=len, reverse=True)) or r"(?!)"
    # A kind of Shift (8.10) has words before the keyword, as in "Puppy Shift 3"; its cost may be told in words.
    return Keywords(numbers, re.compile(rf"(?:[A-Z][\w'’-]+ ){{0,3}}({either})(?: \+?\d+(?: ⬡)?|:? [A-Z][a-z].*)?"))
