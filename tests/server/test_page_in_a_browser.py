"""The page checks decks in a real browser, by keyboard alone, and asks no other host for anything."""

from collections.abc import Iterator

import pytest

from tests.server.browser import Page, browser_program, browsing
from tests.server.doors import ROOT

FIRST_DECK = ROOT / "server" / "examples" / "first_deck.txt"
TAB, ENTER = ("Tab", 9), ("Enter", 13, "\r")


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    program = browser_program()
    if program is None:
        pytest.skip("there is no browser here")
    with browsing(program) as opened:
        yield opened


def check_deck(page: Page, url: str, text: str) -> str:
    """Check a deck by keyboard alone, from the list to the button, and give what the page says."""
    page.open(f"{url}/")
    page.wait("document.getElementById('check-scenario').value !== ''")
    page.value("document.getElementById('check-scenario').focus()")
    for wanted in ("BUTTON", "deck-list"):
        page.press(*TAB)
        assert wanted in page.value("document.activeElement.tagName + ' ' + document.activeElement.id")
    page.type(text)
    page.press(*TAB)
    assert page.value("document.activeElement.id") == "deck-format"
    page.value("document.getElementById('deck-date').value = '2026-11-30'")
    while page.value("document.activeElement.tagName") != "BUTTON":
        page.press(*TAB)
    page.press(*ENTER)
    page.wait("document.getElementById('deck-result').children.length > 0")
    said = page.value("document.getElementById('deck-result').innerText")
    assert isinstance(said, str)
    return said


def test_a_legal_deck_is_told_with_what_it_is_made_of(page: Page, server_url: str) -> None:
    said = check_deck(page, server_url, FIRST_DECK.read_text(encoding="utf-8"))
    assert said.startswith("Legal in Core Constructed on 2026-11-30")
    assert "60 cards" in said


def test_a_deck_with_faults_has_every_reason_with_its_section(page: Page, server_url: str) -> None:
    said = check_deck(page, server_url, "5 Stitch - New Dog\n1 Stich - Nw Dog\n")
    assert said.startswith("Not legal in Core Constructed on 2026-11-30")
    for each in (
        "TR 2026-07-14 1.6.1",
        "TR 2026-07-14 1.3.1.1",
        "TR 2026-07-14 3.8",
        "To make it legal",
        "Line 2, 1 Stich - Nw Dog",
    ):
        assert each in said


def test_backticks_become_code_and_are_not_shown(page: Page, server_url: str) -> None:
    page.open(f"{server_url}/")
    made = page.value("(() => { const p = node('p', {}, ...marked('ask for `detail: full` <b>')); return p.innerHTML; })()")
    assert made == "ask for <code>detail: full</code> &lt;b&gt;"


def test_the_page_asks_no_other_host(page: Page, server_url: str) -> None:
    page.open(f"{server_url}/?card=Stitch")
    page.wait("document.getElementById('card-result').children.length > 0")
    asked = page.value("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin)")
    assert asked
    assert set(asked) == {server_url}
