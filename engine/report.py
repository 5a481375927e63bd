"""Compose the answer to a scenario from what its replay found: texts, rules, the board afterwards."""

from collections.abc import Iterable
from typing import Any

from corpus.editions import changes
from corpus.load import load_sources
from corpus.refs import CURRENT_EDITION, RuleRef, number_key
from engine.decisions import Decision, DecisionKind
from engine.errors import Refusal
from engine.events import TurnEnded
from engine.narrate import (
    RuleText,
    Speaker,
    answer_in_words,
    reason_in_words,
    refs_in_words,
    tell,
    tell_outcome,
    why,
)
from engine.scenario.acts import step_in_words
from engine.scenario.answers import Leftovers
from engine.scenario.choices import as_answers, in_words, ways
from engine.scenario.concerns import concern_of
from engine.scenario.export import export_state
from engine.scenario.facts import Judgement
from engine.scenario.outcomes import Branch, Exploration
from engine.scenario.premises import due_check
from engine.scenario.replay import OpenPoint, Replayed
from engine.scenario.result import (
    Check,
    Entry,
    IllegalAnswer,
    LeftAnswers,
    OpenDecision,
    OpenOption,
    OutcomeOf,
    Reason,
    RefusedStep,
    RestsOn,
    ScenarioResult,
    Source,
    UnsupportedClause,
    Verdict,
)
from engine.scenario.saying import fact_in_words
from engine.scenario.setup import SetUp
from engine.state.game_state import GameState
from engine.trace import Cause, TraceEntry
from engine.wording import counted, listed

FACTS_TOLD = 6
"""How many facts a ruling tells on a board on which nothing happens, and of those that hold in some outcomes only."""
OPTIONS_SHOWN = 30
"""How many ways to settle an open decision are listed whole; past that, single options are."""
RULES_DOCUMENT = f"comprehensive-rules-{CURRENT_EDITION}"


def report_replay(setup: SetUp, replayed: Replayed, rule_text: RuleText | None) -> ScenarioResult:
    """Compose the result of a single replay."""
    ruling = f"{_ruling(setup, replayed)} {_why(setup, replayed, rule_text)}".rstrip()
    return _result(setup, replayed, replayed.verdict, ruling, rule_text)


def report_exploration(setup: SetUp, exploration: Exploration, rule_text: RuleText | None) -> ScenarioResult:
    """Compose the result of an exploration; the timeline is that of the first outcome."""
    shown = next((end for end in exploration.ends if end.replayed.verdict is exploration.verdict), exploration.ends[0])
    result = _result(setup, shown.replayed, exploration.verdict, _explored_ruling(setup, exploration, shown), rule_text)
    caveats = list(result.caveats)
    if not exploration.complete:
        caveats.append(f"the exploration stopped at its limit of {exploration.limit} replays; some ways were not followed")
    return result.model_copy(
        update={
            "outcomes": [_outcome(setup, branch) for branch in exploration.ends],
            "explored": exploration.explored,
            "limit": exploration.limit,
            "caveats": caveats,
            **exploration.facts(),
        }
    )


def _result(setup: SetUp, replayed: Replayed, verdict: Verdict, ruling: str, rule_text: RuleText | None) -> ScenarioResult:
    speaker = Speaker(replayed.state)
    timeline = _timeline(replayed, speaker)
    exported = export_state(replayed.state, setup.faces)
    applied = _rules_of(replayed, timeline)
    return ScenarioResult(
        ruling=ruling,
        verdict=verdict,
        timeline=timeline,
        rule_texts=_texts(applied, rule_text),
        checks=_checks(replayed.checks),
        refusals=[RefusedStep(step=step, reasons=_reasons(refusals)) for step, refusals in replayed.refusals],
        open=_open(replayed.open, speaker) if replayed.open is not None else None,
        answers=_left(replayed.leftovers),
        state=exported.document,
        unsupported=[
            UnsupportedClause(card=clause.card, text=clause.text, reason=clause.reason)
            for clause in dict.fromkeys(replayed.unsupported)
        ],
        caveats=[
            *setup.caveats,
            *due_check(setup.state, replayed.log),
            *_otherwise(setup.document.rules, applied),
            *replayed.notes,
            *replayed.limits,
            *exported.caveats,
        ],
        sources=_sources(),
    )


def _timeline(replayed: Replayed, speaker: Speaker) -> list[Entry]:
    shown = [(step, entry) for step, entry in replayed.log if entry.event.names]
    return [_entry(number, step, entry, speaker, replayed.state) for number, (step, entry) in enumerate(shown, start=1)]


def _entry(number: int, step: int, entry: TraceEntry, speaker: Speaker, state: GameState) -> Entry:
    concern = concern_of(entry.event, state)
    return Entry(
        n=number,
        step=step,
        event=entry.event.names[0].value,
        text=tell(entry, speaker),
        player=speaker.player(concern.player) if concern.player is not None else None,
        card=speaker.card(concern.card) if concern.card is not None else None,
        target=speaker.card(concern.target) if concern.target is not None else None,
        amount=concern.amount,
        source=_source(entry.cause, state) if entry.cause is not None else None,
        rules=[str(ref) for ref in entry.rules],
    )


def _source(cause: Cause, state: GameState) -> Source | None:
    card = state.cards.get(cause.card) if cause.card is not None else None
    if card is None:
        return None
    span = cause.span
    text = span.of(card.face.text) if span is not None and card.face is not None else None
    return Source(
        card=card.name,
        ability=cause.ability or None,
        span=(span.start, span.end) if span is not None else None,
        text=text or None,
    )


def _rules_of(replayed: Replayed, timeline: Iterable[Entry]) -> list[RuleRef]:
    """List the rules that the result names, in order of their numbers."""
    found = {RuleRef.parse(ref) for entry in timeline for ref in entry.rules}
    against = [refusals for _, refusals in replayed.refusals] + [found.reasons for _, found in replayed.checks]
    found |= {ref for refusals in against for refusal in refusals for ref in refusal.rules}
    if replayed.open is not None:
        found |= set(replayed.open.decision.rules)
    return sorted(found, key=lambda ref: number_key(ref.number))


def _otherwise(edition: str, applied: Iterable[RuleRef]) -> list[str]:
    """Say of each applied rule what it said otherwise in the edition that is asked about."""
    if edition == CURRENT_EDITION:
        return []
    since = changes(edition, CURRENT_EDITION)
    changed = {entry.number: entry.after for entry in since.changed if entry.substance}
    added = {entry.number: entry.text for entry in since.added}
    caveats = []
    for ref in applied:
        if ref.number in changed:
            caveats.append(f"{ref} is not the same in edition {edition}: {changed[ref.number]}")
        elif ref.number in added:
            caveats.append(f"{ref} is not in edition {edition}: {added[ref.number]}")
    return caveats


def _texts(rules: Iterable[RuleRef], rule_text: RuleText | None) -> dict[str, str]:
    if rule_text is None:
        return {}
    found = ((str(ref), rule_text(ref)) for ref in rules)
    return {ref: text for ref, text in found if text is not None}


def _checks(checks: Iterable[tuple[int, Judgement]]) -> list[Check]:
    return [
        Check(step=step, fact=found.fact, actual=found.actual, holds=found.holds, reasons=_reasons(found.reasons) or None)
        for step, found in checks
    ]


def _reasons(refusals: Iterable[Refusal]) -> list[Reason]:
    return [Reason(text=refusal.text, rules=[str(ref) for ref in refusal.rules]) for refusal in refusals]


def _left(leftovers: Iterable[Leftovers]) -> LeftAnswers:
    found = list(leftovers)
    return LeftAnswers(
        unused=[answer for left in found for answer in left.unused],
        illegal=[IllegalAnswer(answer=answer, reasons=_reasons(why)) for left in found for answer, why in left.illegal],
    )


def _open(point: OpenPoint, speaker: Speaker) -> OpenDecision:
    decision = point.decision
    return OpenDecision(
        step=point.step,
        decision=decision.text,
        kind=_kind(decision),
        by=speaker.player(decision.player),
        source=speaker.card(decision.source) if decision.source is not None else None,
        ability=decision.ability or None,
        options=_options(decision, point.state),
        rules=[str(ref) for ref in decision.rules],
    )


def _kind(decision: Decision) -> str:
    return "random" if decision.kind is DecisionKind.IDENTITY else decision.kind.value


def _options(decision: Decision, state: GameState) -> list[OpenOption]:
    """List the legal ways to settle a decision, each with the answer that does."""
    whole = ways(decision, state) if decision.kind is not DecisionKind.NAME else None
    if whole is None:
        return []
    listed_ways = [way for _, way in zip(range(OPTIONS_SHOWN + 1), whole, strict=False)]
    if len(listed_ways) > OPTIONS_SHOWN:
        listed_ways = [(option.value,) for option in decision.options]
    rules = {option.value: option.rules for option in decision.options}
    found = []
    for way in listed_ways:
        allowing = dict.fromkeys(ref for value in way for ref in rules.get(value, ()) or decision.rules)
        found += [
            OpenOption(answer=answer, text=in_words(decision, way), rules=[str(ref) for ref in allowing or decision.rules])
            for answer in as_answers(decision, way, state)
        ]
    return found


def _sources() -> list[RestsOn]:
    found = load_sources().document(RULES_DOCUMENT)
    if found is None:
        return []
    provenance = found.provenance
    return [
        RestsOn(
            document=provenance.document,
            title=provenance.title,
            edition=provenance.edition,
            effective=provenance.effective.isoformat() if provenance.effective is not None else None,
            authority=provenance.authority.value,
            wording="official" if provenance.official else "restated",
        )
    ]


def _outcome(setup: SetUp, branch: Branch) -> OutcomeOf:
    replayed = branch.replayed
    return OutcomeOf(
        answers=[list(answers) for answers in branch.answers],
        checks=_checks(replayed.checks),
        summary=_ruling(setup, replayed),
        state=export_state(replayed.state, setup.faces).document,
    )


# The ruling: what happens, then why


def _ruling(setup: SetUp, replayed: Replayed) -> str:
    """Say what happens; where the replay stopped before its end, with the reason."""
    speaker = Speaker(replayed.state)
    if replayed.unsupported:
        clause = replayed.unsupported[0]
        return f"No ruling: {clause.card} has text that the engine does not execute: “{clause.text}” ({clause.reason})."
    if replayed.limits:
        return f"No ruling: {replayed.limits[0]}."
    if replayed.refused:
        step, refusals = replayed.refusals[-1]
        return f"Not legal: {_act(setup, step, replayed)}. {_sentence(reason_in_words(refusals))}"
    if replayed.open is not None:
        return _open_ruling(replayed.open, speaker)
    return _told(setup, replayed, speaker)


def _why(setup: SetUp, replayed: Replayed, rule_text: RuleText | None) -> str:
    """Say what a replay that went to its end rests on, unless the ruling itself gives the reason."""
    steps = setup.document.steps
    stopped = replayed.unsupported or replayed.limits or replayed.refused or replayed.open is not None
    if stopped or (steps and not steps[-1].legal):
        return ""
    return why(_last_trace(setup, replayed), Speaker(replayed.state), rule_text, _played_by(setup))


def _last_trace(setup: SetUp, replayed: Replayed) -> list[TraceEntry]:
    """Give what the last step did; all that happened where there are no steps."""
    number = len(setup.document.steps)
    return [entry for step, entry in replayed.log if not number or step == number]


def _played_by(setup: SetUp) -> str:
    """Name the card of the last step."""
    steps = setup.document.steps
    return (getattr(steps[-1], "card", None) or "") if steps else ""


def _open_ruling(point: OpenPoint, speaker: Speaker) -> str:
    decision = point.decision
    chance = decision.kind is DecisionKind.IDENTITY
    asked = decision.text if chance else f"{speaker.player(decision.player)} has to decide: {decision.text}"
    if decision.source is not None:
        asked += f" ({speaker.card(decision.source)})"
    legal = [option.text for option in decision.options[:8]]
    verb = "is" if len(legal) == 1 else "are"
    return f"It depends: {asked}." + (f" Legal {verb} {listed(legal)}{refs_in_words(decision.rules[:1])}." if legal else "")


def _told(setup: SetUp, replayed: Replayed, speaker: Speaker) -> str:
    """Say what the last step did, and what of the expected does not hold."""
    judged = [judgement for _, judgement in replayed.checks]
    failing = [judgement for judgement in judged if not judgement.holds]
    steps = setup.document.steps
    told = tell_outcome(_last_trace(setup, replayed), speaker, _played_by(setup))
    if steps and not steps[-1].legal:
        text = _refused_as_expected(setup, replayed)
    elif steps:
        text = answer_in_words(_act(setup, len(steps), replayed), told)
    elif replayed.log:
        text = answer_in_words("The Start-of-Turn Phase runs", told)
    else:
        facts = "; ".join(_with_reason(judgement.fact, judgement) for judgement in judged[:FACTS_TOLD] if judgement.holds)
        text = answer_in_words("The board stands as described", facts)
    if failing:
        verb = "does" if len(failing) == 1 else "do"
        wrong = f"{counted(len(failing), 'expected fact')} {verb} not hold: {_wrong(failing[0])}"
        return f"{text[:-1]}; {wrong}." if told else f"{text} {_capital(wrong)}."
    return text


def _refused_as_expected(setup: SetUp, replayed: Replayed) -> str:
    number = len(setup.document.steps)
    act = _act(setup, number, replayed)
    refusals = [why for step, why in replayed.refusals if step == number]
    if not refusals:
        return f"This is legal: {act}."
    return f"Not legal: {act}. {_sentence(reason_in_words(refusals[-1]))}"


def _act(setup: SetUp, number: int, replayed: Replayed) -> str:
    if number == 0:
        return "the Start-of-Turn Phase runs"
    return step_in_words(setup.document.steps[number - 1], _active(replayed, number))


def _active(replayed: Replayed, number: int) -> str:
    """Name the player whose turn it was at the beginning of a step."""
    ended = next((entry.event for step, entry in replayed.log if step >= number and isinstance(entry.event, TurnEnded)), None)
    player = ended.player if ended is not None else replayed.state.active
    return replayed.state.players[player].label


def _wrong(judgement: Judgement) -> str:
    """Say what is so instead of what was expected."""
    fact, actual = judgement.fact, judgement.actual
    if "times" in actual:
        return fact_in_words({**fact, "times": actual["times"]})
    subject: dict[str, Any] = {key: fact[key] for key in ("card", "player") if key in fact}
    wrong = {key: value for key, value in actual.items() if fact.get(key) != value} or actual
    return _with_reason({**subject, **wrong}, judgement)


def _with_reason(fact: dict[str, Any], judgement: Judgement) -> str:
    """Say a fact, and the first reason where it is that a card can't do something."""
    reason = reason_in_words(judgement.reasons) if "can" in fact else ""
    return fact_in_words(fact) + (f", since {reason}" if reason else "")


def _explored_ruling(setup: SetUp, exploration: Exploration, shown: Branch) -> str:
    ends = len(exploration.ends)
    if ends == 1:
        return _ruling(setup, shown.replayed)
    told = _ruling(setup, shown.replayed)
    return f"The open decisions lead to {ends} different outcomes{_by_outcomes(exploration.facts())}. One of them: {told}"


def _by_outcomes(facts: dict[str, list[dict[str, Any]]]) -> str:
    """Count the expected facts by where they hold, and name those that depend on the decisions."""
    if not any(facts.values()):
        return ""
    always, sometimes, never = (len(facts[name]) for name in ("always", "sometimes", "never"))
    named = list(dict.fromkeys(fact_in_words(fact) for fact in facts["sometimes"]))
    told = named[:FACTS_TOLD] + ([f"{len(named) - FACTS_TOLD} more"] if len(named) > FACTS_TOLD else [])
    which = f" ({'; '.join(told)})" if told else ""
    verb = "holds" if always == 1 else "hold"
    return f"; of the expected facts {always} {verb} in all of them, {sometimes} only in some{which} and {never} in none"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return f"{_capital(text)}." if text else ""


__all__ = ["RuleText", "report_exploration", "report_replay"]
