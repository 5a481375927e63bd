"""Hold the one grammar that the modules of this folder fill."""

from engine.compiler.syntax import Grammar

GRAMMAR = Grammar()

rule = GRAMMAR.rule
same = GRAMMAR.same
words = GRAMMAR.words
lexical = GRAMMAR.lexical
