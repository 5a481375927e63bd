"""The deck check through its doors: bounded answers, every line accounted for, exit status, batch, sheet to print."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import LoreguideError
from indexer.query import Index
from server.library import Library
from server.registry import tool_named
from server.wire import as_json, structured, tokens
from tests.indexer.decks.test_decks import DECKS, deck_list
from tests.server.doors import Loreguide

LEGAL = deck_list({"id": "legal", "base": "set_13"})
WRONG = f"{LEGAL}\n4 Elsa\n2 Abu - Wise Sultan"


def ask(library: Library, text: str, **arguments: Any) -> dict[str, Any]:
    tool = tool_named("check_deck")
    return structured(tool.ask({"list": text, "format": "core", "date": "2026-11-30", **arguments}, library))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "deck.txt"
    path.write_text(LEGAL, encoding="utf-8")
    return path


def test_the_answer_has_reasons_lines_and_counts(library: Library) -> None:
    answer = ask(library, WRONG)
    assert answer["legal"] is False
    assert [(reason["section"], reason.get("cards")) for reason in answer["reasons"]] == [
        ("TR 2026-07-14 3.8", None),
        ("TR 2026-07-14 1.3.1.1", ["Abu - Wise Sultan"]),
    ]
    unresolved, *resolved = answer["lines"]
    assert (unresolved["line"], unresolved["text"], unresolved["count"], "card" in unresolved) == (16, "4 Elsa", 4, False)
    assert len(unresolved["near"]) == 3
    assert [line["line"] for line in resolved] == [*range(1, 16), 17]
    assert answer["counts"]["cards"] == 62
    assert answer["counts"]["inks"] == {"amethyst": 2, "sapphire": 32, "steel": 28}
    assert sum(answer["counts"]["curve"].values()) == 62
    assert sorted(answer["deck"].splitlines()) == sorted([*LEGAL.splitlines(), "2 Abu - Wise Sultan"])
    documents = [source["document"] for source in answer["sources"]]
    assert documents[:2] == ["tournament-rules-2026-07-14", "comprehensive-rules-2.3.0"]


def test_days_are_told_beside_the_verdict(library: Library) -> None:
    leaving = ask(library, deck_list({"id": "", "base": "set_8"}), date="2026-07-01")
    assert (leaving["legal"], leaving["legal_until"]) == (True, "2026-07-16")
    assert "left Core Constructed on 2026-07-17" in leaving["then"][0]
    coming = ask(library, LEGAL, date="2026-07-01")
    assert (coming["legal"], coming["legal_from"]) == (False, "2026-07-17")
    today = structured(tool_named("check_deck").ask({"list": LEGAL, "format": "infinity"}, library))
    assert today["date"] == date.today().isoformat()
    assert any("No date was given" in caveat for caveat in today["caveats"])


@pytest.mark.parametrize(
    "name", ["core", "CORE", "Core Constructed", "pack rush", "Pack-Rush", "infinity", " Infinity Constructed"]
)
def test_a_format_may_be_given_by_its_title(library: Library, name: str) -> None:
    assert ask(library, LEGAL, format=name)["format"] in ("core", "pack_rush", "infinity")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"list": LEGAL}, "'format' is missing"),
        ({"format": "core"}, "'list' is missing"),
        ({"list": LEGAL, "format": "standard"}, "'pack_rush'"),
        ({"list": LEGAL, "format": "core", "date": "soon"}, "valid date"),
        ({"list": "", "format": "core"}, "is empty"),
        ({"list": "4 Be Prepared\n" * 400_000, "format": "core"}, "5,600,000 characters"),
        ({"list": 7, "format": "core"}, "string"),
        ({"list": LEGAL, "format": "core", "cursor": "9-deadbeef"}, "cursor"),
        ({"list": LEGAL, "format": "core", "sideboard": "4 Elsa"}, "no argument 'sideboard'"),
    ],
)
def test_bad_input_is_refused_with_what_would_be_right(library: Library, arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(LoreguideError) as refused:
        tool_named("check_deck").ask(arguments, library)
    assert said in str(refused.value)
    assert refused.value.exit_status == 2


@pytest.mark.parametrize("argument", ["deck", "deck_list", "decklist", "text"])
def test_other_names_for_the_list_are_understood(library: Library, argument: str) -> None:
    answer = tool_named("check_deck").ask({argument: LEGAL, "format": "core", "day": "2026-11-30"}, library)
    assert answer.legal


def test_a_list_may_come_line_by_line(library: Library) -> None:
    assert ask(library, LEGAL)["deck"] == ask(library, LEGAL.splitlines())["deck"]  # type: ignore[arg-type]


def test_brief_answers_stay_in_their_budget_whatever_the_deck(library: Library, index: Index) -> None:
    names = list(index.printings())
    texts = [deck_list(deck) for deck in DECKS]
    texts += [
        "\n".join(f"1 {names[at % len(names)]}" for at in range(5_000)),
        "\n".join(f"60000 {name}" for name in names),
        "\n".join(f"4 {name.partition(' - ')[0]} of a long line " + "that goes on and on " * 8 for name in names[:300]),
        "\n".join(f"Heading {at}:\n4 Elsa" for at in range(300)),
    ]
    tool = tool_named("check_deck")
    asked = [(text, str(deck["date"])) for text, deck in zip(texts, DECKS, strict=False)]
    asked += [(text, day) for text in texts[-4:] for day in ("2023-01-01", "2025-09-05")]
    for text, day in asked:
        answer = tool.ask({"list": text, "format": "core", "date": day}, library)
        assert tokens(as_json(structured(answer))) < 1_500
        assert len(tool.say(answer)) < 1_500 * 4
    for text in texts[-4:]:
        whole = ask(library, text, detail="full")
        assert tokens(as_json(whole)) < 9_000


def test_every_line_of_a_long_list_is_reached_by_the_cursor(library: Library, index: Index) -> None:
    text = "\n".join(f"1 {name}" for name in list(index.printings())[:400]) + "\n4 Elsa\nnonsense qqq"
    seen: list[int] = []
    cursor: str | None = None
    while True:
        page = ask(library, text, detail="full", **({"cursor": cursor} if cursor else {}))
        seen += [line["line"] for line in page["lines"]]
        cursor = page.get("next_cursor")
        if cursor is None:
            break
    assert seen == [401, 402, *range(1, 401)]


def test_line_numbers_count_blank_lines_in_front(library: Library) -> None:
    assert ask(library, f"\n\n\n{LEGAL}")["lines"][0]["line"] == 4


def test_the_text_says_all_that_matters(library: Library) -> None:
    tool = tool_named("check_deck")
    said = tool.say(tool.ask({"list": f"{WRONG}\nSideboard\n4 Be Prepared", "format": "core", "date": "2026-11-30"}, library))
    assert said.startswith("Not legal in Core Constructed on 2026-11-30: 2 reasons.")
    for part in ("TR 2026-07-14 1.3.1.1", "To make it legal", "Line 16", "Inkable", "4 Dug - Good Boy", "no sideboards"):
        assert part in said
    legal = tool.say(tool.ask({"list": LEGAL, "format": "core", "date": "2026-11-30"}, library))
    assert legal.startswith("Legal in Core Constructed on 2026-11-30.\n")


def test_the_command_prints_the_verdict_and_tells_it_by_its_status(loreguide: Loreguide, file: Path, library: Library) -> None:
    legal = loreguide("deck", file, "--format", "core", "--date", "2026-11-30")
    assert (legal.status, legal.err) == (0, "")
    assert legal.out.startswith("Legal in Core Constructed")
    data = loreguide("deck", file, "--format", "core", "--date", "2026-11-30", "--json")
    assert data.data == ask(library, LEGAL, detail="full")
    file.write_text(WRONG, encoding="utf-8")
    assert loreguide("deck", file, "--format", "core", "--date", "2026-11-30").status == 1


@pytest.mark.parametrize(
    ("content", "arguments", "said"),
    [
        ("", ["--format", "core"], "is empty"),
        ("4 Be Prepared", [], "--format"),
        ("4 Be Prepared", ["--format", "kore"], "core"),
        ("4 Be Prepared", ["--format", "core", "--date", "yesterday"], "date"),
        ("\x00" * 100, ["--format", "core"], "is empty"),
        ("x" * 5_000_000, ["--format", "core"], "5,000,000 characters"),
    ],
)
def test_a_bad_list_is_one_sentence_and_exit_status_2(
    loreguide: Loreguide, file: Path, content: str, arguments: list[str], said: str
) -> None:
    file.write_text(content, encoding="utf-8")
    outcome = loreguide("deck", file, *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err
    assert "Traceback" not in outcome.err


def test_a_file_that_is_no_text_is_read_as_far_as_it_goes(loreguide: Loreguide, file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x004 Be Prepared\n\x80\x81\n")
    assert loreguide("deck", file, "--format", "core").status == 1


def test_a_batch_of_decks_answers_every_line_in_order(loreguide: Loreguide, tmp_path: Path) -> None:
    batch = tmp_path / "decks.jsonl"
    lines: list[object] = [
        {"id": "a", "list": LEGAL},
        {"id": "b", "deck": WRONG, "format": "infinity", "date": "2026-11-30"},
        {"id": "c", "list": ""},
        {"id": "d"},
    ]
    batch.write_text("".join(json.dumps(line) + "\n" for line in lines) + "no json\n", encoding="utf-8")
    outcome = loreguide("deck", "--batch", batch, "--format", "core", "--date", "2026-11-30")
    assert outcome.status == 2
    assert [line["id"] for line in outcome.lines] == ["a", "b", "c", "d", 5]
    assert [line.get("legal") for line in outcome.lines] == [True, False, None, None, None]
    assert [line["error"]["kind"] for line in outcome.lines[2:]] == ["bad_deck_list", "bad_request", "bad_line"]


class Words(HTMLParser):
    """Collect what a page shows, and which elements it has."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.text.append(" ".join(data.split()))


def sheet(loreguide: Loreguide, file: Path, *arguments: str) -> Words:
    out = file.with_suffix(".html")
    loreguide("deck", file, "--format", "core", "--date", "2026-11-30", "--sheet", out, *arguments)
    words = Words()
    words.feed(out.read_text(encoding="utf-8"))
    return words


def test_the_sheet_has_every_card_by_its_full_name_and_the_totals(loreguide: Loreguide, file: Path) -> None:
    page = sheet(loreguide, file, "--player", "Doe, Ann", "--event", "Set Championship")
    for line in LEGAL.splitlines():
        count, _, name = line.partition(" ")
        assert page.text[page.text.index(name) - 1] == count
    for part in ("Doe, Ann", "Set Championship", "Core Constructed", "2026-11-30", "Characters", "60", "For officials"):
        assert part in page.text
    assert any("legal in Core Constructed" in part for part in page.text)


def test_the_sheet_of_a_deck_that_is_not_legal_says_why(loreguide: Loreguide, file: Path) -> None:
    file.write_text(WRONG, encoding="utf-8")
    page = sheet(loreguide, file)
    assert any("not legal" in part for part in page.text)
    assert any("TR 2026-07-14 1.3.1.1" in part for part in page.text)


def test_nothing_on_the_sheet_is_taken_for_markup(loreguide: Loreguide, file: Path) -> None:
    page = sheet(loreguide, file, "--player", "<script>alert(1)</script>", "--event", '"><img src=x>')
    assert "<script>alert(1)</script>" in page.text
    assert not {"script", "img"} & set(page.tags)


def test_a_sheet_that_cannot_be_written_is_a_sentence(loreguide: Loreguide, file: Path) -> None:
    outcome = loreguide("deck", file, "--format", "core", "--sheet", file.parent / "missing" / "sheet.html")
    assert outcome.status == 2
    assert "cannot be written" in outcome.err


def test_many_threads_get_the_same_answer(library: Library) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: as_json(ask(library, WRONG)), range(40)))
    assert len(set(answers)) == 1
