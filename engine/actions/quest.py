"""Quest (4.5)."""

from dataclasses import dataclass

from corpus.records import CardType
from engine.abilities.statics import Doing
from engine.abilities.vocabulary import Keyword, Stat
from engine.actions.base import TurnAction, own_in_play, timing_refusals
from engine.cite import refs, rule
from engine.errors import Refusal
from engine.events import CardExerted, Event, LoreGained, Quested
from engine.rules.costs import pay_tolls, toll_refusals
from engine.rules.perform import Stage
from engine.rules.prevention import barring, permitting, reason_of
from engine.state.objects import CardId


@dataclass(frozen=True, slots=True)
class Quest(TurnAction):
    """Exert a character for lore."""

    card: CardId

    @rule("4.5.1", "only characters quest")
    @rule("5.3.4", "only characters quest")
    @rule("4.5.1.2", "limiters of questing")
    @rule("1.7.5", "drying characters can't quest")
    @rule("5.1.1.11", "drying")
    @rule("8.7.2", "Reckless")
    @rule("1.2.2", "can't quest")
    @rule("4.5.1.1", "declare the character")
    @rule("5.3.5", "in play since the beginning of the Set step")
    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why the character may not quest now."""
        view = stage.view
        refusals = [*timing_refusals(stage), *own_in_play(self.card, CardType.CHARACTER, view, "quest with", "4.5.1")]
        found = view.card(self.card)
        if found.exerted:
            refusals.append(Refusal(f"{found.name} is exerted and can't be exerted to quest", refs("4.5.1.3", "5.1.1.2")))
        if found.drying and permitting(self.card, Doing.QUEST_DRYING, view) is None:
            refusals.append(Refusal(f"{found.name} is still drying", refs("5.1.1.11", "4.5.1.2", "1.7.5", "5.3.5")))
        if view.sheet(self.card).has(Keyword.RECKLESS):
            refusals.append(Refusal(f"{found.name} has Reckless", refs("8.7.2", "4.5.1.2")))
        barred = barring(self.card, Doing.QUEST, view)
        if barred is not None:
            refusals.append(Refusal(f"an effect says that {found.name} can't quest", refs(*reason_of(barred), "4.5.1.2")))
        if barring(self.card, Doing.EXERT, view) is not None:
            refusals.append(Refusal(f"an effect keeps {found.name} from being exerted", refs("1.2.2", "4.5.1.3")))
        refusals.extend(toll_refusals(self.card, Doing.QUEST, stage))
        return tuple(refusals)

    @rule("4.5.1.3", "exert the questing character")
    @rule("4.5.1.4", "gain lore")
    @rule("4.5.3.1", "negative lore gains none")
    @rule("6.6.3", "negative lore counts as 0")
    @rule("4.5.2", "the character has quested")
    @rule("4.5.1.1", "declare the character")
    @rule("5.3.6.4", "Lore value")
    def do(self, stage: Stage) -> None:
        """Exert the character and gain its lore; it has quested then."""
        player = stage.state.active
        pay_tolls(self.card, Doing.QUEST, stage)
        stage.propose(CardExerted(self.card), rules=refs("4.5.1.3"))
        lore = stage.view.sheet(self.card).counted(Stat.LORE)
        events: list[Event] = [LoreGained(player, lore, self.card)] if lore else []
        stage.propose(*events, rules=refs("4.5.1.4", "1.11.2"))
        stage.propose(Quested(self.card, player, lore), rules=refs("4.5.2"))
