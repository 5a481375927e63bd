"""Productions: one piece of data parses a wording and prints it; limits are loud."""

import pytest

from corpus.refs import Span
from engine.compiler.errors import ReadingLimit
from engine.compiler.grammar import compiled_grammar
from engine.compiler.lexer import tokens_of
from engine.compiler.parse import CompiledGrammar, Parser
from engine.compiler.syntax import Branch, Grammar, read_pattern
from engine.compiler.unparse import printed


def _grammar() -> Grammar:
    grammar = Grammar()
    grammar.add("act", "<draw> {count:count} [card|cards]", lambda scope, count: count)
    grammar.words("count", {"a": 1, "two": 2})
    grammar.add("all", "^{who:who} {act:acts}.", lambda scope, who, act: (who, act))
    grammar.words("who", {"each player": "everybody"})
    return grammar


def _read(grammar: Grammar, nonterminal: str, text: str) -> tuple[object, ...]:
    return Parser(CompiledGrammar(grammar), tokens_of(text, Span(0, len(text)))).whole(nonterminal)


def test_a_verb_agrees_and_both_forms_come_from_one_wording() -> None:
    grammar = _grammar()
    assert _read(grammar, "act", "draw two cards")
    assert _read(grammar, "acts", "draws two cards")
    assert not _read(grammar, "act", "draws two cards")


def test_the_wording_that_was_read_is_the_one_that_is_printed() -> None:
    text = "Each player draws a card."
    (tree,) = _read(_grammar(), "all", text)
    assert isinstance(tree, Branch)
    assert printed(tree) == text


def test_every_word_has_to_be_accounted_for() -> None:
    assert not _read(_grammar(), "all", "Each player quickly draws a card.")


def test_a_wording_entered_twice_is_refused() -> None:
    grammar = _grammar()
    with pytest.raises(ValueError, match="twice"):
        grammar.add("count", "two", lambda scope: 2)


def test_brackets_that_do_not_match_are_refused() -> None:
    with pytest.raises(ValueError, match="brackets"):
        read_pattern("draw [a|two] card]")


def test_a_nonterminal_that_nothing_makes_is_refused() -> None:
    grammar = _grammar()
    grammar.add("all", "^{what:misspelt}", lambda scope, what: what)
    with pytest.raises(ValueError, match="misspelt"):
        CompiledGrammar(grammar)


def test_a_list_that_goes_on_at_its_start_is_refused() -> None:
    grammar = Grammar()
    grammar.add("list", "{rest:list} and a", lambda scope, rest: rest)
    grammar.words("list", {"a": None})
    with pytest.raises(ValueError, match="without reading a word"):
        _read(grammar, "list", "a and a")


def test_phrases_inside_one_another_end_loudly() -> None:
    text = "Draw a card. " * 120
    with pytest.raises(ReadingLimit):
        Parser(compiled_grammar(), tokens_of(text, Span(0, len(text)))).whole("action")
