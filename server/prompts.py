"""The prompts: how an assistant goes about a ruling, a board, a deck."""

from dataclasses import dataclass
from typing import Final

from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.prompts.base import PromptArgument, UserMessage

from server.resources import SCENARIO_FORMAT

__all__ = ["PROMPTS", "PromptText", "prompts"]

_ANSWER_RULING: Final = """\
Rule on this question about the Disney Lorcana TCG as a judge would:

{question}

1. Gather. Look every card up with get_card by its full name; take the official clarifications into account. Look up each
   term that carries the question with search_glossary, and the rules with search_rules and get_rule.
2. Replay. If something happens on a board, write it as a scenario and call check_scenario. Where players may decide,
   set `explore: true` or ask the one who told you. Look at the verdict first: `unsupported` and `open` are not rulings.
3. Cite. Answer in one or two sentences, then give the rules that decide it as they stand (CR 2.3.0 4.6.4.3), each with what
   it says, and the card text that matters.
4. Say what is not certain: pass on every caveat, name what you assumed, and say so when the rules do not settle it or the
   engine does not execute a clause. Do not fill a gap with a guess."""

_DESCRIBE_BOARD: Final = """\
Turn this into a scenario that check_scenario can replay:

{situation}

1. Read the resource {scenario_format} for the keys of a scenario.
2. Name each card by its full name; get_card lists the versions of a short name. Ask which version is meant where it matters.
3. Put on the board only what matters: who has which cards in play, exerted or ready, drying or dry, with what damage; the ink
   that is needed; hands and decks where a card looks there.
4. Write the steps in the order they happen, and as `expect` the facts that were asked about.
5. Send it to check_scenario. A fault names its place and what would be right: mend it and send it again.
6. Show the scenario and list everything that you assumed."""

_CHECK_MY_DECK: Final = """\
Check whether this deck may be played, format {format}:

{deck}

1. Call check_deck with the list as it stands and the format; give a `date` if it is for an event on another day.
2. Say first whether it is legal. For every reason against it: what is wrong, in which lines, by which section, and the
   smallest change that would put it right.
3. A line that was not recognised has near names: ask which card is meant, do not choose.
4. Pass on every caveat."""


@dataclass(frozen=True, slots=True)
class PromptText:
    """A prompt and its arguments."""

    name: str
    title: str
    description: str
    text: str
    """With a place for each argument, by its name in braces."""
    arguments: tuple[PromptArgument, ...]
    defaults: tuple[tuple[str, str], ...] = ()
    """What stands in the place of an argument that is left out."""

    def fill(self, **given: str) -> str:
        """Write the prompt with its arguments."""
        values = {
            "scenario_format": SCENARIO_FORMAT,
            **dict(self.defaults),
            **{name: text for name, text in given.items() if text},
        }
        text = self.text
        # Not str.format: what players write may have braces in it.
        for name in (*(argument.name for argument in self.arguments), "scenario_format"):
            before, place, after = text.partition("{" + name + "}")
            text = before + values[name] + after if place else text
        return text


PROMPTS: Final[tuple[PromptText, ...]] = (
    PromptText(
        name="answer_ruling",
        title="Answer a ruling question",
        description="Gather cards and rules, replay the board, cite the rules, and say what is not certain.",
        text=_ANSWER_RULING,
        arguments=(PromptArgument(name="question", description="The question, as it was asked.", required=True),),
    ),
    PromptText(
        name="describe_board",
        title="Describe a board",
        description="Turn a situation told in words into a scenario, and replay it.",
        text=_DESCRIBE_BOARD,
        arguments=(PromptArgument(name="situation", description="The situation, as it was told.", required=True),),
    ),
    PromptText(
        name="check_my_deck",
        title="Check my deck",
        description="Check a deck list for a format and explain every reason against it.",
        text=_CHECK_MY_DECK,
        arguments=(
            PromptArgument(name="deck", description="The deck list, as it was written.", required=True),
            PromptArgument(name="format", description="core (default), infinity, sealed, draft, preconstructed or pack_rush."),
        ),
        defaults=(("format", "core"),),
    ),
)


def prompts() -> list[Prompt]:
    """Make the prompts for an MCP server."""
    return [_offer(text) for text in PROMPTS]


def _offer(text: PromptText) -> Prompt:
    def write(**given: str) -> UserMessage:
        return UserMessage(text.fill(**{name: str(value) for name, value in given.items()}))

    return Prompt(
        name=text.name,
        title=text.title,
        description=text.description,
        arguments=list(text.arguments),
        fn=write,
        context_kwarg=None,
    )
