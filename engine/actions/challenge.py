"""Challenge (4.6)."""

from dataclasses import dataclass

from corpus.records import CardType
from engine.abilities.statics import Doing, Must
from engine.abilities.vocabulary import Keyword, Until, Zone
from engine.actions.base import TurnAction, own_in_play, timing_refusals
from engine.cite import refs, rule
from engine.errors import Refusal
from engine.events import (
    CardExerted,
    ChallengeDeclared,
    ChallengeEnded,
    ChallengeStepEntered,
    DamagePlaced,
    EffectsEnded,
)
from engine.rules.costs import pay_tolls, toll_refusals
from engine.rules.damaging import challenge_damage, total_damage
from engine.rules.perform import Stage
from engine.rules.prevention import barring, permitting, reason_of
from engine.state.objects import CardId
from engine.state.view import View
from engine.terms import DamageManner, Step


@dataclass(frozen=True, slots=True)
class ChallengeWith(TurnAction):
    """Exert a character to challenge an opposing character or location."""

    card: CardId
    target: CardId

    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why the character may not challenge this target now."""
        refusals = (*timing_refusals(stage), *challenge_refusals(self.card, self.target, stage.view))
        return refusals or toll_refusals(self.card, Doing.CHALLENGE, stage, self.target)

    @rule("4.6.4.4", "exert the challenging character")
    @rule("4.6.4.5", "the challenge occurs")
    @rule("4.6.5", "challenges and is challenged")
    @rule("4.6.4", "declaration")
    @rule("4.6.3", "two steps in order")
    def do(self, stage: Stage) -> None:
        """Declare the challenge; its steps go on once the bag is empty."""
        pay_tolls(self.card, Doing.CHALLENGE, stage, self.target)
        stage.propose(CardExerted(self.card), rules=refs("4.6.4.4"))
        declared = ChallengeDeclared(self.card, self.target, stage.state.active)
        stage.propose(declared, rules=refs("4.6.4.5", "4.6.4"))


def challenge_refusals(card: CardId, target: CardId, view: View) -> tuple[Refusal, ...]:
    """Give every reason why a character may not challenge a target, timing aside."""
    return (*challenger_refusals(card, view), *target_refusals(card, target, view), *bodyguard_refusals(card, target, view))


@rule("4.6.1", "only characters challenge")
@rule("4.6.4.1", "in play at the beginning of the turn, and ready")
@rule("8.9.1", "Rush")
@rule("8.16.2", "Adventurous")
def challenger_refusals(card: CardId, view: View) -> tuple[Refusal, ...]:
    """Give every reason why a character may not challenge anything now."""
    refusals = list(own_in_play(card, CardType.CHARACTER, view, "challenge with", "4.6.1"))
    found, sheet = view.card(card), view.sheet(card)
    if found.exerted:
        refusals.append(Refusal(f"{found.name} is exerted", refs("4.6.4.1", "5.1.1.2")))
    ignores_drying = sheet.has(Keyword.RUSH) or permitting(card, Doing.CHALLENGE_DRYING, view) is not None
    if found.drying and not ignores_drying:
        numbers = ("4.6.4.1", "5.1.1.11", "1.7.5", "5.3.5", "8.9.1")
        refusals.append(Refusal(f"{found.name} is still drying and has no Rush", refs(*numbers)))
    if sheet.has(Keyword.ADVENTUROUS):
        refusals.append(Refusal(f"{found.name} has Adventurous", refs("8.16.2", "4.6.4.3")))
    if barring(card, Doing.EXERT, view) is not None:
        refusals.append(Refusal(f"an effect keeps {found.name} from being exerted", refs("1.2.2", "4.6.4.4")))
    return tuple(refusals)


@rule("4.6.4.2", "an exerted opposing character")
@rule("4.6.4.3", "requirements and limiters")
@rule("4.6.8.1", "or an opposing location")
@rule("4.6.8.2", "locations can always be challenged")
@rule("8.6.1", "Evasive")
@rule("8.2.1", "Alert")
@rule("4.6.8", "challenging locations")
def target_refusals(card: CardId, target: CardId, view: View) -> tuple[Refusal, ...]:
    """Give every reason why this target may not be challenged by this character, Bodyguard aside."""
    found, aim, sheet = view.card(card), view.card(target), view.sheet(target)
    if aim.zone is not Zone.PLAY:
        return (Refusal(f"{aim.name} is not in play", refs("4.6.4.2", "5.1.1.8")),)
    refusals = []
    if aim.owner == found.owner:
        refusals.append(Refusal(f"{aim.name} is not an opposing card", refs("4.6.4.2", "4.6.1")))
    if sheet.type not in (CardType.CHARACTER, CardType.LOCATION):
        refusals.append(Refusal(f"{aim.name} is neither a character nor a location", refs("4.6.4.2", "4.6.1", "4.6.8.1")))
    ready = sheet.type is CardType.CHARACTER and not aim.exerted
    if ready and permitting(card, Doing.CHALLENGE_READY, view, target) is None:
        refusals.append(Refusal(f"{aim.name} is ready", refs("4.6.4.2")))
    if sheet.has(Keyword.EVASIVE) and not passes_evasive(card, view):
        refusals.append(Refusal(f"{aim.name} has Evasive and {found.name} does not", refs("8.6.1", "4.6.4.3")))
    barred = barring(card, Doing.CHALLENGE, view, target)
    if barred is not None:
        refusals.append(Refusal(f"an effect says that {found.name} can't challenge", refs(*reason_of(barred), "4.6.4.3")))
    shielded = barring(target, Doing.BE_CHALLENGED, view, card)
    if shielded is not None:
        refusals.append(Refusal(f"an effect says that {aim.name} can't be challenged", refs(*reason_of(shielded), "4.6.4.3")))
    return tuple(refusals)


@rule("8.2.2", "Alert is not Evasive")
def passes_evasive(card: CardId, view: View) -> bool:
    """Tell whether a character may challenge characters with Evasive."""
    sheet = view.sheet(card)
    if sheet.has(Keyword.EVASIVE) or sheet.has(Keyword.ALERT):
        return True
    return permitting(card, Doing.IGNORE_EVASIVE, view) is not None


@rule("8.3.3", "Bodyguard")
@rule("6.7.3.2", "the choice has to meet what the characters require")
def bodyguard_refusals(card: CardId, target: CardId, view: View) -> tuple[Refusal, ...]:
    """Say which characters have to be challenged instead of this target, if some do."""
    aim = view.card(target)
    if view.sheet(target).type is not CardType.CHARACTER or aim.zone is not Zone.PLAY:
        return ()
    refusals = []
    mates = [other for other in view.state.players[aim.owner].play if other != target]
    guards = [other for other in mates if view.sheet(other).has(Keyword.BODYGUARD)]
    ignores = permitting(card, Doing.IGNORE_BODYGUARD, view) is not None
    if not view.sheet(target).has(Keyword.BODYGUARD) and not ignores:
        for guard in guards:
            if not target_refusals(card, guard, view):
                name = view.card(guard).name
                refusals.append(Refusal(f"{name} has Bodyguard and can be challenged instead", refs("8.3.3", "4.6.4.3")))
    if not _must_be_challenged(target, view):
        for other in mates:
            if _must_be_challenged(other, view) and not target_refusals(card, other, view):
                name = view.card(other).name
                refusals.append(Refusal(f"{name} has to be challenged if able", refs("4.6.4.3", "6.7.3.2")))
    return tuple(refusals)


def _must_be_challenged(card: CardId, view: View) -> bool:
    return any(change.doing is Doing.BE_CHALLENGED for change, _ in view.on_card(card, Must))


def challenge_targets(card: CardId, view: View) -> tuple[CardId, ...]:
    """List the cards that a character could challenge now."""
    return tuple(other for other in view.sheets if not challenge_refusals(card, other, view))


def can_challenge(card: CardId, stage: Stage) -> bool:
    """Tell whether a character could challenge something now and pay what that costs."""
    return any(not toll_refusals(card, Doing.CHALLENGE, stage, target) for target in challenge_targets(card, stage.view))


@rule("4.6.6", "the Challenge Damage step")
@rule("4.6.6.2", "damage is dealt simultaneously")
@rule("4.6.9", "a character was removed from the challenge")
@rule("4.6.3", "the two steps")
@rule("4.6.6.3", "a check after the damage")
@rule("4.6.9.1", "abilities in the bag first")
def damage_step(stage: Stage) -> None:
    """Deal the damage of the challenge, or end it where one side is no longer in it."""
    challenge = stage.state.challenge
    if challenge is None:
        return
    view = stage.view
    challenger, challenged = view.current(challenge.challenger), view.current(challenge.challenged)
    if challenger is None or challenged is None:
        end_challenge(stage, "4.6.9")
        return
    stage.propose(ChallengeStepEntered(Step.CHALLENGE_DAMAGE), rules=refs("4.6.6"))
    blows = [_blow(challenger.card.id, challenged.card.id, view)]
    if challenged.sheet.type is CardType.CHARACTER:
        blows.append(_blow(challenged.card.id, challenger.card.id, view))
    # a character without Strength deals no damage at all, which is not the same as damage reduced to 0 (5.3.6.2, 1.9.5)
    stage.propose(*(blow for blow in blows if blow.base), rules=refs("4.6.6.2", "1.9.4"))


@rule("4.6.6.1", "the total of damage")
def _blow(by: CardId, to: CardId, view: View) -> DamagePlaced:
    base = challenge_damage(by, view)
    return DamagePlaced(
        to,
        total_damage(to, base, view),
        DamageManner.DEAL,
        view.card(by).ref,
        view.card(by).owner,
        base,
        in_challenge=True,
    )


@rule("4.6.7", "the challenge is over")
@rule("4.6.9.2", "the challenge ends")
def end_challenge(stage: Stage, number: str = "4.6.7") -> None:
    """End the challenge and the effects that last as long as it."""
    challenge = stage.state.challenge
    if challenge is None:
        return
    stage.propose(ChallengeEnded(challenge.challenger, challenge.challenged), rules=refs(number))
    ended = tuple(effect.serial for effect in stage.state.lasting if effect.expiry.until is Until.END_OF_CHALLENGE)
    if ended:
        stage.propose(EffectsEnded(ended), rules=refs(number))
