"""What an MCP client is offered while an argument of a resource or prompt is being typed."""

import anyio
import pytest
from mcp import Client
from mcp_types import Completion, PromptReference, ResourceTemplateReference

from server.mcp import build_mcp_server
from server.service import Service

RULES = ResourceTemplateReference(type="ref/resource", uri="loreguide://rules/{edition}/{ref}")
CARDS = ResourceTemplateReference(type="ref/resource", uri="loreguide://cards/{id}")
GLOSSARY = ResourceTemplateReference(type="ref/resource", uri="loreguide://glossary/{language}/{term}")
DECK_PROMPT = PromptReference(type="ref/prompt", name="check_my_deck")

Reference = ResourceTemplateReference | PromptReference


def completed(
    service: Service, reference: Reference, argument: str, typed: str, settled: dict[str, str] | None = None
) -> Completion:
    async def ask() -> Completion:
        async with Client(build_mcp_server(service)) as client:
            answer = await client.complete(reference, {"name": argument, "value": typed}, settled)
            return answer.completion

    return anyio.run(ask)


@pytest.mark.parametrize(
    ("reference", "argument", "typed", "values"),
    [
        (RULES, "edition", "2.3", ["2.3.0"]),
        (RULES, "edition", "9", []),
        (RULES, "ref", "4.6.8.", ["4.6.8.1", "4.6.8.2", "4.6.8.3"]),
        (GLOSSARY, "language", "d", ["de"]),
        (DECK_PROMPT, "format", "p", ["preconstructed", "pack_rush"]),
        (DECK_PROMPT, "list", "4 Stitch", []),
    ],
)
def test_an_argument_is_completed_to_what_there_is(
    service: Service, reference: Reference, argument: str, typed: str, values: list[str]
) -> None:
    assert completed(service, reference, argument, typed).values == values


def test_a_rule_is_found_by_words_too(service: Service) -> None:
    assert "8.15.1" in completed(service, RULES, "ref", "Ward").values


def test_a_rule_is_completed_in_the_edition_that_is_settled(service: Service) -> None:
    assert completed(service, RULES, "ref", "8.16.", {"edition": "2.3.0"}).values
    assert completed(service, RULES, "ref", "8.16.", {"edition": "2.0.1"}).values == []


def test_a_card_is_completed_by_its_name_to_its_number(service: Service) -> None:
    with service.desk.lend() as library:
        card = library.index.card("Stitch - New Dog")
    assert card is not None
    assert completed(service, CARDS, "id", "Stitch - New Dog").values[0] == str(card.id)


def test_a_term_that_begins_as_typed_comes_first(service: Service) -> None:
    assert completed(service, GLOSSARY, "term", "Banish", {"language": "en"}).values[0].casefold().startswith("banish")


def test_half_a_word_that_is_no_query_completes_to_nothing(service: Service) -> None:
    assert completed(service, RULES, "ref", "?!").values == []
    assert completed(service, GLOSSARY, "term", "…").values == []
