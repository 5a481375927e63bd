"""Run one step from the state before it: with its answers, and with choices for what they leave open."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.cite import refs
from engine.decisions import Choice, Decision, DecisionNeeded
from engine.errors import EngineLimit, IllegalStep, Refusal, StateFault, Unsupported
from engine.game import Game
from engine.scenario.acts import Deed
from engine.scenario.answers import Claim, Leftovers, Script
from engine.scenario.reading import Reading
from engine.scenario.statements import Answer
from engine.state.game_state import GameState
from engine.trace import TraceEntry

MOST_OPTIONS = 20
"""How many options an answer can count to."""


class Ending(StrEnum):
    """How an attempt at a step ended."""

    DONE = "done"
    REFUSED = "refused"
    OPEN = "open"
    UNSUPPORTED = "unsupported"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of a step."""

    ending: Ending
    state: GameState
    """The state at the end, or where the attempt stopped; the state before where it was refused."""
    log: tuple[TraceEntry, ...]
    leftovers: Leftovers = Leftovers()
    refusals: tuple[Refusal, ...] = ()
    decision: Decision | None = None
    """The open decision."""
    unsupported: Unsupported | None = None
    limit: EngineLimit | None = None


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs one step, as often as it takes."""

    state: GameState
    """The state before the step."""
    deed: Deed
    answers: Sequence[Answer]

    def run(self, forced: Sequence[Choice] = ()) -> Attempt:
        """Run the step; decisions that the answers leave open take the *forced* choices in order.

        The step starts again where an answer was taken for something that it did not turn out to be, and where a choice
        would fit the effects of several options, which it cannot tell apart.
        """
        attempt, said, forbidden = self._settled(forced, frozenset())
        for decision, answer, option in said:
            _, also, others = self._settled(forced, forbidden | {(decision, answer, option)})
            if any(claim[:2] == (decision, answer) for claim in also):
                options = frozenset((decision, answer, each) for each in range(1, MOST_OPTIONS + 1))
                return self._settled(forced, others | options)[0]
        return attempt

    def _settled(
        self, forced: Sequence[Choice], forbidden: frozenset[Claim]
    ) -> tuple[Attempt, frozenset[Claim], frozenset[Claim]]:
        """Run the step until all claims come true; gives the options that choices said and the claims that were false."""
        stuck: Attempt | None = None
        while True:
            attempt, script = self._once(forced, forbidden)
            if script is None or script.false_claims <= forbidden:
                said = frozenset(script.options_said) if script is not None else frozenset()
                return stuck if stuck is not None and attempt.ending is Ending.OPEN else attempt, said, forbidden
            if attempt.ending in (Ending.UNSUPPORTED, Ending.LIMIT) and stuck is None:
                stuck = attempt
            forbidden |= script.false_claims

    def _once(self, forced: Sequence[Choice], forbidden: frozenset[Claim]) -> tuple[Attempt, Script | None]:
        game: Game | None = None
        reading = Reading(lambda: game.state if game else self.state, lambda: game.log if game else (), self.deed.faces)
        script = Script(self.answers, reading, forced, forbidden, self.deed.pay_with)
        ending = Ending.DONE
        open_decision: Decision | None = None
        clause: Unsupported | None = None
        limit: EngineLimit | None = None
        try:
            game = Game(self.state, answers=script, catalogue=self.deed.faces.named)
            self.deed.do(game)
        except IllegalStep as refusal:
            return Attempt(Ending.REFUSED, self.state, (), script.leftovers, refusal.refusals), None
        except DecisionNeeded as needed:
            ending, open_decision = Ending.OPEN, needed.decision
        except Unsupported as unsupported:
            ending, clause = Ending.UNSUPPORTED, unsupported
        except EngineLimit as reached:
            ending, limit = Ending.LIMIT, reached
        except RecursionError:
            ending, limit = Ending.LIMIT, EngineLimit("effects lie inside each other too deeply to be carried out")
        except StateFault as fault:
            ending, limit = Ending.LIMIT, EngineLimit(f"the engine has a defect and cannot say what happens: {fault}")
        state, events = (game.state, game.log) if game is not None else (self.state, [])
        script.confirm(events)
        log = _with_remarks(events, script.assumed)
        attempt = Attempt(ending, state, log, script.leftovers, (), open_decision, clause, limit)
        return self._refuse_payment(attempt), script

    def _refuse_payment(self, attempt: Attempt) -> Attempt:
        """Refuse the step where the cards it pays with cannot pay (1.5.3)."""
        paid = self.deed.pay_with
        if paid is None or attempt.ending not in (Ending.DONE, Ending.OPEN):
            return attempt
        wrong = next((reasons for answer, reasons in attempt.leftovers.illegal if answer == paid.as_given()), None)
        if wrong is None:
            return attempt
        refusals = tuple(replace(reason, rules=(*reason.rules, *refs("1.5.3", "4.4.3.4"))) for reason in wrong)
        return Attempt(Ending.REFUSED, self.state, (), attempt.leftovers, refusals)


def _with_remarks(log: Sequence[TraceEntry], remarks: Sequence[tuple[int, str]]) -> tuple[TraceEntry, ...]:
    """Put remarks on the first thing that stands in the timeline after what they are about."""
    found = list(log)
    for place, remark in remarks:
        following = (number for number in range(place, len(found)) if found[number].event.names)
        number = next(following, None)
        if number is not None:
            note = "; ".join(part for part in (found[number].note, remark) if part)
            found[number] = replace(found[number], note=note)
    return tuple(found)
