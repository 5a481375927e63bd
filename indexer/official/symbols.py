"""Resolve glyphs that stand for the game's symbols, by what our restatement of the same entries has in their places."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from corpus.editions import editions, rule_as_of
from corpus.refs import CURRENT_EDITION, Document
from indexer.official.manuscript import GLYPH
from indexer.official.records import OfficialEntry, OfficialTerm, Unplaced

__all__ = ["resolve_glyphs"]

_SYMBOL = re.compile(r"\{(?:E|I|L|S|W|INKWELL)\}")
_KNOWN: Mapping[str, str] = {"⟳": "{E}", "⬡": "{I}", "◊": "{L}", "¤": "{S}", "⛉": "{W}", "◉": "{INKWELL}"}
"""Characters by which catalogues write the symbols."""
_ODD = re.compile(r"[\u2190-\u21ff\u2460-\u24ff\u2600-\u27bf\u2b00-\u2bff\u3000-\u9fff\ufffd]")
"""Characters that the game's text does not have: a transcript has them where a symbol was."""
_AGREED = 0.6
"""The share of places that have to agree on a glyph's symbol."""


def resolve_glyphs(
    code: Document, edition: str, entries: Iterable[OfficialEntry], terms: Iterable[OfficialTerm]
) -> tuple[tuple[OfficialEntry, ...], tuple[OfficialTerm, ...], list[Unplaced]]:
    """Write symbols for glyphs; tell of glyphs that stay a puzzle, which are written ``{?}``."""
    kept = [replace(entry, text=_marked(entry.text)) for entry in entries]
    meant = _learned(code, edition, kept)
    puzzles: list[Unplaced] = []

    def written(text: str, page: int, line: int) -> str:
        unknown = dict.fromkeys(glyph for glyph in GLYPH.findall(text) if glyph not in meant)
        puzzles.extend(Unplaced(page, line, GLYPH.sub("?", text)[:60], f"the glyph {glyph} is not known") for glyph in unknown)
        return GLYPH.sub(lambda match: meant.get(match[1], "{?}"), text)

    resolved = tuple(
        replace(entry, text=written(entry.text, entry.page, entry.line), heading=GLYPH.sub("", entry.heading)) for entry in kept
    )
    named = tuple(replace(term, text=written(_marked(term.text), term.page, term.line)) for term in terms)
    return resolved, named, puzzles


def _marked(text: str) -> str:
    """Write the catalogue's characters as symbols, and mark characters that must have been a symbol."""
    for char, symbol in _KNOWN.items():
        text = text.replace(char, symbol)
    return _ODD.sub(lambda match: f"\ufff9char/{ord(match[0]):x}\ufffb", text)


def _learned(code: Document, edition: str, entries: Iterable[OfficialEntry]) -> dict[str, str]:
    """Learn what each glyph stands for where our words have as many symbols as the official ones have glyphs."""
    if code is not Document.COMPREHENSIVE_RULES:
        return {}
    known = edition if edition in {each.number for each in editions()} else CURRENT_EDITION
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in entries:
        glyphs = [match[1] or match[0] for match in re.finditer(f"{GLYPH.pattern}|{_SYMBOL.pattern}", entry.text)]
        rule = rule_as_of(entry.number, known) if glyphs else None
        if rule is None:
            continue
        symbols = _SYMBOL.findall("\n".join([rule.text, *(example.text for example in rule.examples)]))
        if set(symbols) and (len(symbols) == len(glyphs) or len(set(symbols)) == 1):
            pairs = zip(glyphs, symbols if len(symbols) == len(glyphs) else symbols[:1] * len(glyphs), strict=True)
            for glyph, symbol in pairs:
                votes[glyph][symbol] += 1
    learned = {}
    for glyph, counts in votes.items():
        symbol, count = counts.most_common(1)[0]
        if count >= _AGREED * counts.total():
            learned[glyph] = symbol
    return learned
