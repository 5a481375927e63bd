"""The wording of the game as productions, one module a family.

Each module enters its productions into ``table.GRAMMAR`` as it is imported; :func:`compiled_grammar` is the whole.
"""

from functools import lru_cache

from engine.compiler.grammar import (
    abilities,
    changes,
    charges,
    comparing,
    conditions,
    damage,
    drawing,
    durations,
    filters,
    instead,
    joins,
    keywords,
    lasting,
    limits,
    looking,
    lore,
    measures,
    moments,
    occasions,
    players,
    playing,
    quantities,
    quests,
    readiness,
    references,
    replacement,
    statics,
    vocabulary,
    zones,
)
from engine.compiler.grammar.table import GRAMMAR
from engine.compiler.parse import CompiledGrammar

FAMILIES = (
    instead,
    replacement,
    vocabulary,
    filters,
    measures,
    players,
    references,
    replacement,
    quantities,
    quests,
    comparing,
    conditions,
    occasions,
    moments,
    durations,
    changes,
    statics,
    charges,
    limits,
    drawing,
    lore,
    damage,
    readiness,
    zones,
    looking,
    playing,
    lasting,
    joins,
    abilities,
    keywords,
)


@lru_cache(maxsize=1)
def compiled_grammar() -> CompiledGrammar:
    """Give the grammar ready for parsing."""
    return CompiledGrammar(GRAMMAR)
