"""The one public door of the engine: check a scenario, read one, compile a card."""

from collections.abc import Mapping
from typing import Any

from corpus.records import CardText
from engine.abilities.kinds import CompiledCard
from engine.catalogue import CardCatalogue, CompiledCatalogue, DictionaryCatalogue
from engine.errors import ScenarioFault, ScenarioFaults
from engine.report import RuleText, report_exploration, report_replay
from engine.scenario.outcomes import explore
from engine.scenario.parse import parse_scenario
from engine.scenario.replay import replay
from engine.scenario.result import ScenarioResult, Verdict
from engine.scenario.schema import ScenarioDocument
from engine.scenario.setup import set_up

__all__ = [
    "CardCatalogue",
    "CompiledCard",
    "CompiledCatalogue",
    "DictionaryCatalogue",
    "RuleText",
    "ScenarioDocument",
    "ScenarioFault",
    "ScenarioFaults",
    "ScenarioResult",
    "Verdict",
    "check_scenario",
    "compile_card",
    "parse_scenario",
]


def compile_card(card: CardText) -> CompiledCard:
    """Compile a card; whatever is not read is in ``unread``, and nothing is raised for any text at all."""
    from engine.compiler import compile as compiler  # imported late: cards that are compiled already need no grammar

    return compiler.compile_card(card)


def check_scenario(
    document: Mapping[str, Any] | str, catalogue: CardCatalogue, rule_text: RuleText | None = None
) -> ScenarioResult:
    """Replay a scenario and judge what it expects.

    The document is a mapping, or text of one in YAML or JSON; cards are looked up in *catalogue*; with *rule_text* the
    result carries our text of each rule that it names.

    :raises ScenarioFaults: the document has faults; the error has every one of them.
    """
    setup = set_up(document, catalogue)
    if setup.document.explore:
        return report_exploration(setup, explore(setup), rule_text)
    return report_replay(setup, replay(setup), rule_text)
