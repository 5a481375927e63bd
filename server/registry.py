"""The one table of operations: the doors, the documentation and the tests all read it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from pydantic import BaseModel
from rapidfuzz import process

from corpus.errors import ExitStatus
from engine.scenario.result import ScenarioResult
from server.errors import NotKnown
from server.library import Library
from server.outline import outline
from server.requests import Request, read_request
from server.tools import (
    check_deck,
    check_scenario,
    compare_rules,
    get_card,
    get_penalty,
    get_rule,
    get_rulings,
    list_card_sets,
    list_games,
    list_rules_documents,
    read_rules_document,
    search_cards,
    search_glossary,
    search_rules,
)
from server.wire import answer_schema, compact

__all__ = ["TOOLS", "Effort", "Tool", "tool_behind", "tool_named"]

RequestT = TypeVar("RequestT", bound=Request)
AnswerT = TypeVar("AnswerT", bound=BaseModel)


class Effort(Enum):
    """What an answer costs."""

    LOOK_UP = "look-up"
    """Milliseconds, whatever is asked."""
    LIST = "list"
    """Milliseconds for each entry of a list that the caller gives; others are answered meanwhile."""
    REPLAY = "replay"
    """Up to seconds; only so many at once."""


@dataclass(frozen=True, slots=True)
class Tool(Generic[RequestT, AnswerT]):
    """An operation as every door offers it."""

    name: str
    title: str
    description: str
    """The first sentence says what it does; then when to use it, and when another one."""
    request: type[RequestT]
    answer: type[AnswerT]
    function: Callable[[RequestT, Library], AnswerT]
    say: Callable[[AnswerT], str]
    """Write an answer as a short text."""
    command: str | None = None
    """The command of the command line that asks the same, if there is one."""
    answer_depth: int | None = None
    """How deep the published schema of the answer goes; None publishes it whole."""
    status: Callable[[AnswerT], ExitStatus] = lambda answer: ExitStatus.DONE
    """Tell a positive answer from a negative one."""
    effort: Effort = Effort.LOOK_UP

    def published_answer(self) -> dict[str, Any]:
        """Give the JSON Schema of the answer as it is published."""
        return compact(answer_schema(self.answer)) if self.answer_depth is None else outline(self.answer, self.answer_depth)

    def ask(self, arguments: Mapping[str, Any], library: Library) -> AnswerT:
        """Read raw arguments and answer them.

        :raises LoreguideError: the arguments do not fit, or there is nothing to answer from.
        """
        return self.function(read_request(self.request, self.name, arguments), library)


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        name="list_games",
        title="Games",
        description=(
            "List the games that can be asked about, with how many rules, cards and sets are known of each."
            " Start here when it is not clear what this server covers."
        ),
        request=list_games.ListGames,
        answer=list_games.Games,
        function=list_games.list_games,
        say=list_games.say_games,
    ),
    Tool(
        name="list_rules_documents",
        title="Documents",
        description=(
            "List the documents that answers are drawn from: edition, effective date, authority, official or restated."
            " Gives the ids that search_rules and read_rules_document take."
        ),
        request=list_rules_documents.ListRulesDocuments,
        answer=list_rules_documents.RulesDocuments,
        function=list_rules_documents.list_rules_documents,
        say=list_rules_documents.say_documents,
    ),
    Tool(
        name="search_rules",
        title="Search the rules",
        description=(
            "Find the rules of play and of tournaments that answer a question, best first, each with its number."
            " Understands plain questions, rule numbers, card names, game terms, German, and words of other games;"
            " common misreadings are corrected first."
            " With a number in hand use get_rule; to find out what happens on a board use check_scenario."
        ),
        request=search_rules.SearchRules,
        answer=search_rules.FoundRules,
        function=search_rules.search_rules,
        say=search_rules.say_found_rules,
        command="search",
    ),
    Tool(
        name="read_rules_document",
        title="Read a rules document",
        description=(
            "Read a rules document in order, whole or one section, page by page."
            " For a single rule use get_rule; to find one use search_rules."
        ),
        request=read_rules_document.ReadRulesDocument,
        answer=read_rules_document.DocumentPage,
        function=read_rules_document.read_rules_document,
        say=read_rules_document.say_document,
    ),
    Tool(
        name="search_glossary",
        title="Search the glossary",
        description=(
            "Look up what a term means and which rules define it, such as drying, bag or inkwell: in English or German"
            " (Beutel, Wendig), or a word of other games (tap, graveyard)."
        ),
        request=search_glossary.SearchGlossary,
        answer=search_glossary.GlossaryTerms,
        function=search_glossary.search_glossary,
        say=search_glossary.say_terms,
        command="term",
    ),
    Tool(
        name="search_cards",
        title="Search cards",
        description=(
            "Find cards by words, ink, type, cost, classification, keyword, set, rules text or legality."
            " When the name is known use get_card."
        ),
        request=search_cards.SearchCards,
        answer=search_cards.FoundCards,
        function=search_cards.search_cards,
        say=search_cards.say_found_cards,
    ),
    Tool(
        name="get_card",
        title="Card",
        description=(
            "Tell everything about one card: what is printed, its printings, errata and former texts, official clarifications,"
            " legality, and what a replay understands of each ability."
            " A name that is not exact gets the nearest full names in `near`, never a guess."
        ),
        request=get_card.GetCard,
        answer=get_card.CardAnswer,
        function=get_card.get_card,
        say=get_card.say_card,
        command="card",
        status=get_card.card_status,
    ),
    Tool(
        name="list_card_sets",
        title="Card sets",
        description="List the card sets with codes, dates, counts and legality. The codes are what search_cards takes as `set`.",
        request=list_card_sets.ListCardSets,
        answer=list_card_sets.CardSets,
        function=list_card_sets.list_card_sets,
        say=list_card_sets.say_sets,
    ),
    Tool(
        name="get_rule",
        title="Rule",
        description=(
            "Give one rule or section by its number, with examples, parents, sub-rules and whatever refers to it: rules, terms,"
            " cards, rulings. Use it to quote a rule that another answer names, or to find an old number (`edition: 2023`)."
        ),
        request=get_rule.GetRule,
        answer=get_rule.RuleAnswer,
        function=get_rule.get_rule,
        say=get_rule.say_rule,
        command="rule",
    ),
    Tool(
        name="compare_rules",
        title="Compare editions",
        description=(
            "Tell what changed between two editions of the Comprehensive Rules or the Tournament Rules: added, removed,"
            " renumbered, changed in substance, or only reworded. Without arguments: the newest edition against the one before."
        ),
        request=compare_rules.CompareRules,
        answer=compare_rules.Comparison,
        function=compare_rules.compare_rules,
        say=compare_rules.say_comparison,
        command="compare",
    ),
    Tool(
        name="get_rulings",
        title="Rulings",
        description=(
            "Give the publisher's clarifications about a card, keyword or question, and our rulings as boards, each replayed now"
            " and ready for check_scenario."
        ),
        request=get_rulings.GetRulings,
        answer=get_rulings.Rulings,
        function=get_rulings.get_rulings,
        say=get_rulings.say_rulings,
        command="rulings",
    ),
    Tool(
        name="get_penalty",
        title="Penalty",
        description=(
            "Find what the Play Correction Guidelines say about what happened at a tournament: the infractions it may be, remedy,"
            " corrective action by level, upgrades. Several matches are proposals; a judge decides."
        ),
        request=get_penalty.GetPenalty,
        answer=get_penalty.Penalties,
        function=get_penalty.get_penalty,
        say=get_penalty.say_penalties,
        command="penalty",
        status=get_penalty.penalty_status,
    ),
    Tool(
        name="check_scenario",
        title="Replay a board",
        description=(
            "Replay a board and what the players do on it, and rule what happens, every step with its rule."
            " Use it for every question about a concrete situation instead of reasoning from rules text."
            " An `unsupported` or `open` verdict is not a ruling: it names what is missing."
        ),
        request=check_scenario.CheckScenario,
        answer=ScenarioResult,
        function=check_scenario.check_scenario,
        say=check_scenario.say_ruling,
        command="check",
        answer_depth=1,
        status=check_scenario.ruling_status,
        effort=Effort.REPLAY,
    ),
    Tool(
        name="check_deck",
        title="Check a deck",
        description=(
            "Check whether a deck list is legal in a format on a day: every reason with its section, every line resolved or"
            " reported with near names, what would mend it. Never corrects a name silently; pass the list as the user wrote it."
        ),
        request=check_deck.CheckDeck,
        answer=check_deck.DeckAnswer,
        function=check_deck.check_deck,
        say=check_deck.say_deck,
        command="deck",
        status=check_deck.deck_status,
        effort=Effort.LIST,
    ),
)


def tool_named(name: str) -> Tool[Any, Any]:
    """Find an operation by its name.

    :raises NotKnown: there is none of that name.
    """
    for tool in TOOLS:
        if tool.name == name:
            return tool
    names = [tool.name for tool in TOOLS]
    near = [found for found, _, _ in process.extract(name, names, limit=3)]
    raise NotKnown(name, "is not a tool", near, f"There are {', '.join(names)}.")


def tool_behind(command: str) -> Tool[Any, Any]:
    """Find the operation that a command of the command line asks.

    :raises NotKnown: the command asks none.
    """
    for tool in TOOLS:
        if tool.command == command:
            return tool
    raise NotKnown(command, "is not a command that asks an operation", [tool.command for tool in TOOLS if tool.command])
