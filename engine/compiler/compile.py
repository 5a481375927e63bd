"""Compile printed cards: normalise, read every ability, lower it, and say what was not read."""

from dataclasses import dataclass, replace

from corpus.records import CardText, CardType
from corpus.refs import Span
from engine.abilities.kinds import Ability, ActionEffect, CompiledCard, Unread
from engine.cite import rule
from engine.compiler.errors import Ambiguous, NotRead, ReadingLimit, Unresolved
from engine.compiler.grammar import compiled_grammar
from engine.compiler.grammar.joins import sequence
from engine.compiler.lexer import MOST_TOKENS, Token, tokens_of
from engine.compiler.parse import Parser
from engine.compiler.reminders import Reminder, check_reminders
from engine.compiler.scope import Scope
from engine.compiler.syntax import Syntax
from engine.compiler.text import LONGEST_TEXT, Normalised, normalise
from engine.compiler.unparse import printed as print_syntax


@dataclass(frozen=True, slots=True)
class Reading:
    """One line of a card as it was read."""

    span: Span
    """The whole line."""
    name: str
    """The story name, empty where there is none."""
    body: Span
    """The line without its story name."""
    syntax: Syntax | None
    """None where it was not read."""
    abilities: tuple[Ability, ...]
    unread: tuple[Unread, ...]

    def back(self, text: str) -> str:
        """Print the line of *text* from its syntax, after its story name.

        :raises ValueError: the line was not read.
        """
        if self.syntax is None:
            raise ValueError("a line that was not read cannot be printed back; look at its unread parts instead")
        return text[self.span.start : self.body.start] + print_syntax(self.syntax)


@rule("6.1.1", "abilities of a card")
def compile_card(card: CardText) -> CompiledCard:
    """Compile a card; whatever is not read is in ``unread``, and nothing is raised for any text at all."""
    return read_card(card)[0]


def read_card(card: CardText) -> tuple[CompiledCard, tuple[Reading, ...]]:
    """Compile a card, and give the reading of each of its lines beside it; there are none of a text that is too long."""
    normalised = normalise(card.text[: LONGEST_TEXT + 1])
    if len(card.text) > LONGEST_TEXT:
        unread = (Unread(span=Span(0, len(normalised.text)), text=normalised.text[:80], reason=ReadingLimit.reason),)
        return CompiledCard(printed=card, text=normalised.text, unread=unread), ()
    readings = read_lines(card, normalised)
    abilities = tuple(ability for reading in readings for ability in reading.abilities)
    compiled = CompiledCard(
        printed=card,
        text=normalised.text,
        abilities=_one_resolution(abilities) if card.type is CardType.ACTION else abilities,
        unread=tuple(unread for reading in readings for unread in reading.unread),
    )
    return compiled, readings


def reminders_of(card: CardText) -> tuple[Reminder, ...]:
    """Compare the reminder texts of a card with its keywords."""
    return check_reminders(card, normalise(card.text[:LONGEST_TEXT]), compile_card(card).abilities)


def compile_text(text: str, card_type: CardType = CardType.CHARACTER, name: str = "") -> CompiledCard:
    """Compile rules text by itself, as of a card of a type: for custom cards and for effects that are going on."""
    return compile_card(CardText(name=name, version=None, type=card_type, cost=0, inkwell=True, text=text))


def _one_resolution(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """All that an action does is one resolution (6.1.2)."""
    effects = [ability.effect for ability in abilities if isinstance(ability, ActionEffect)]
    others = tuple(ability for ability in abilities if not isinstance(ability, ActionEffect))
    if not effects:
        return others
    return (*others, ActionEffect(effect=sequence(*effects)))


@rule("6.1.1.1", "several abilities")
def read_lines(card: CardText, normalised: Normalised) -> tuple[Reading, ...]:
    """Read every line of a card; a line that is not one ability may be several that were written after one another."""
    return tuple(reading for line in normalised.lines for reading in _read_parts(card, normalised.text, line))


_MOST_JOINTS = 8
"""Places tried at which a line may fall into two abilities."""
_TRIGGERS = frozenset({"When", "Whenever"})
_OF_THIS_CARD = frozenset({"this", "you"})


def _read_parts(card: CardText, text: str, line: Span) -> tuple[Reading, ...]:
    whole = _read_line(card, text, line)
    if whole.syntax is not None:
        return (whole,)
    for joint in _joints(tokens_of(text, line))[:_MOST_JOINTS]:
        first = _read_line(card, text, Span(line.start, len(text[:joint].rstrip())))
        if first.syntax is not None:
            rest = _read_parts(card, text, Span(joint, line.end))
            if all(reading.syntax is not None for reading in rest):
                return (first, *rest)
    return (whole,)


def _joints(tokens: tuple[Token, ...]) -> list[int]:
    """List where another ability may start: after keywords, and at a story name or a trigger of this card after a full stop.

    Other sentences go on with what was said before, which they may point back at.
    """
    ends = {end for _, end in Parser(compiled_grammar(), tokens[:MOST_TOKENS]).readings("keyword_line", 0)}
    for at in range(1, len(tokens) - 1):
        if tokens[at - 1].text in (".", "”"):
            named = len(tokens[at].text) > 1 and tokens[at].text.isalpha() and tokens[at].text.isupper()
            if named or (tokens[at].text in _TRIGGERS and tokens[at + 1].text in _OF_THIS_CARD):
                ends.add(at)
    return [tokens[end].span.start for end in sorted(ends) if 0 < end < len(tokens)]


def _read_line(card: CardText, text: str, line: Span) -> Reading:
    tokens = tokens_of(text, line)
    best: Reading | None = None
    for count in _name_lengths(tokens):
        start = count + 1 if count and tokens[count].text in _NAME_ENDS and count + 1 < len(tokens) else count
        body = Span(tokens[start].span.start, line.end)
        name = text[line.start : tokens[count - 1].span.end].rstrip(" -") if count else ""
        reading = _read_body(card, text, line, name, body)
        if reading.syntax is not None:
            return reading
        best = best or reading
    assert best is not None
    return best


_NAME_ENDS = frozenset({"—", ":", "-"})
"""Marks that may stand between a story name and the ability, though cards print none."""


def _name_lengths(tokens: tuple[Token, ...]) -> list[int]:
    """Give the numbers of tokens that may be the story name, likeliest first: as many as are in capitals."""
    count = 0
    for token in tokens:
        if any(char.islower() for char in token.text) or token.text in "⟳⬡¤⛉◊•—":
            break
        count += 1
    else:
        return [0]
    while count and not any(char.isalpha() for token in tokens[:count] for char in token.text):
        count -= 1
    lengths = [count]
    while count > 1 and (tokens[count - 1].text == "A" or not tokens[count - 1].text.isalpha()):
        count -= 1
        lengths.append(count)
    return lengths if count else [0]


def _read_body(card: CardText, text: str, line: Span, name: str, body: Span) -> Reading:
    try:
        tokens = tokens_of(text, body)
        if len(tokens) > MOST_TOKENS:
            raise ReadingLimit(f"{len(tokens)} words and marks in one ability; at most {MOST_TOKENS} are read")
        syntax, abilities = read_ability(card, tokens, text[body.start : body.end])
        abilities = tuple(replace(ability, name=name, span=line) for ability in abilities)
        return Reading(line, name, body, syntax, abilities, ())
    except (NotRead, RecursionError) as error:
        reason = error.reason if isinstance(error, NotRead) else ReadingLimit.reason
        unread = (Unread(span=body, text=body.of(text), reason=reason),)
        return Reading(line, name, body, None, (), unread)


def read_ability(card: CardText, tokens: tuple[Token, ...], original: str) -> tuple[Syntax, tuple[Ability, ...]]:
    """Read one ability.

    :raises NotRead: it has no reading, several that differ, or one that does not print back.
    """
    parser = Parser(compiled_grammar(), tokens)
    kinds = ("action", "keyword_line") if card.type is CardType.ACTION else ("ability", "keyword_line")
    trees = [tree for kind in kinds for tree in parser.whole(kind)]
    if not trees:
        raise Unknown(tokens, parser.furthest)
    readings: list[tuple[Syntax, tuple[Ability, ...]]] = []
    failure: NotRead | None = None
    for tree in trees:
        try:
            lowered = lowered_abilities(card, tokens, tree)
        except NotRead as error:
            failure = error
            continue
        if all(lowered != known for _, known in readings):
            readings.append((tree, lowered))
    if not readings:
        assert failure is not None
        raise failure
    if len(readings) > 1:
        raise Ambiguous(f"{len(readings)} readings that mean different things")
    tree, lowered = readings[0]
    if print_syntax(tree) != original:
        raise NotPrintedBack(f"printed back as {print_syntax(tree)!r}")
    return tree, lowered


def lowered_abilities(card: CardText, tokens: tuple[Token, ...], tree: Syntax) -> tuple[Ability, ...]:
    """Lower the syntax of one ability.

    :raises NotRead: a word of it points at nothing.
    """
    scope = Scope(card, tokens)
    abilities: tuple[Ability, ...] = scope.lower(tree)
    if scope.before:
        raise Unresolved("a player is chosen where nothing is done")
    return abilities


class Unknown(NotRead):
    """Report words that no production reads."""

    reason = "unknown-wording"

    def __init__(self, tokens: tuple[Token, ...], furthest: int) -> None:
        self.furthest = furthest
        stuck = " ".join(token.text for token in tokens[furthest : furthest + 4])
        super().__init__(f"no reading goes past {stuck!r}")


class NotPrintedBack(NotRead):
    """Report a reading that does not say what the text says."""

    reason = "not-printed-back"
