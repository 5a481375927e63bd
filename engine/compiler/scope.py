"""Know what the words of one ability have named so far, so that later words can point back at it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any

from corpus.records import CardText, CardType
from corpus.refs import Span
from engine.abilities.base import Node
from engine.abilities.effects import Choose, ChoosePlayer, Effect, Sequence
from engine.abilities.filters import CardFilter
from engine.abilities.players import BoundPlayer, ChosenPlayer, PlayerRef, You
from engine.abilities.references import Bound, Chosen, LocationOf, Reference, This
from engine.abilities.values import Amount
from engine.compiler.errors import Unresolved
from engine.compiler.lexer import Token
from engine.compiler.meanings import Entity, Noun, People, Step
from engine.compiler.syntax import Branch, Leaf, Syntax, span_of

_DOINGS = frozenset({"act", "acts", "card_act", "sentence"})
"""Nonterminals that choose their players first."""


class Setting(Enum):
    """Where a phrase stands."""

    STATIC = "static"
    """In an ability that is continuously true; references are filters."""
    EFFECT = "effect"
    """In something that resolves; references are chosen and remembered."""


@dataclass(slots=True)
class Scope:
    """What has been named while an ability is lowered from left to right.

    ``bind`` names are given out in order of mention (``chosen``, ``chosen_2`` …), so that the same text always gives
    the same names.
    """

    card: CardText
    tokens: tuple[Token, ...] = ()
    setting: Setting = Setting.EFFECT
    cards: list[Entity] = field(default_factory=list)
    people: list[People] = field(default_factory=list)
    amounts: list[Amount] = field(default_factory=list)
    roles: dict[str, Reference] = field(default_factory=dict)
    """Cards by what happened to them: ``challenging``, ``banished``, ``discarded``, ``revealed`` …"""
    ways: dict[str, str] = field(default_factory=dict)
    """The last bind of each kind of doing, for "… this way"."""
    here: Reference | None = None
    actor: PlayerRef = field(default_factory=You)
    """Who does what an imperative says."""
    quest: bool = False
    """Whether the side of a quest was named, so that "he" or "it" may be that player."""
    before: list[Effect] = field(default_factory=list)
    """What has to be done before the effect that is being lowered: choosing a player that it speaks of."""
    ahead: list[Effect] = field(default_factory=list)
    """What has to be done before several players do something one after another: what you choose for all of them."""
    subject: Reference | None = None
    """Whom the trigger is about, for "while at a location"."""
    at_location: bool = False
    """Whether a character was said to be at a location, which "that location" may then mean."""
    last_noun: Noun | None = None
    """The noun that "any in play" leaves out."""
    unplaced: set[str] = field(default_factory=set)
    """Names of chosen cards of which it was not said where they are."""
    counted: set[str] = field(default_factory=set)
    """Ways of counting several cards, after which "they" need not be the source."""
    affected: CardFilter | None = None
    """The cards that a static ability was last said to affect, each of which "they" then means."""
    given: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nouns = frozenset({self.card.type.value, "card", *(("song",) if self.card.is_song else ())})
        self.cards.append(Entity(This(), nouns, plural=False, gendered=True, source=True))

    def lower(self, node: Syntax) -> Any:
        """Lower a tree: its slots from left to right, then its production."""
        if isinstance(node, Leaf):
            return node.value
        if node.production.nonterminal in _DOINGS:
            return self._doing(node)
        return self._lower(node)

    def _doing(self, node: Branch) -> Any:
        """Lower something done, after what has to be done before it."""
        outer, self.before = self.before, []
        lowered = self._lower(node)
        before, self.before = self.before, outer
        if not before:
            return lowered
        if isinstance(lowered, Step) and lowered.effect is not None:
            return Step(effect=Sequence(effects=(*before, lowered.effect)))
        if isinstance(lowered, Effect):
            return Sequence(effects=(*before, lowered))
        raise Unresolved("a player is chosen where nothing is done")

    def _lower(self, node: Branch) -> Any:
        slots = node.slots()
        if not node.production.lazy:
            slots = {name: self.lower(part) if isinstance(part, (Branch, Leaf)) else part for name, part in slots.items()}
        lowered = node.production.lower(self, **slots)
        return self._spanned(lowered, node)

    def _spanned(self, lowered: Any, node: Branch) -> Any:
        """Give a node the span that it was read from, unless it has a narrower one."""
        if isinstance(lowered, Node) and lowered.span is None and node.end > node.start and self.tokens:
            return replace(lowered, span=span_of(node, self.tokens))
        return lowered

    def fresh(self, name: str) -> str:
        """Give a name that nothing in this ability is bound to yet."""
        count = self.given.get(name, 0) + 1
        self.given[name] = count
        return name if count == 1 else f"{name}_{count}"

    def done(self, way: str) -> str:
        """Give a name for what a doing does, which "this way" then means."""
        self.ways[way] = self.fresh(way)
        return self.ways[way]

    def this_way(self, way: str) -> str:
        """Find the name of what was last done in a way.

        :raises Unresolved: nothing was done in that way.
        """
        if way not in self.ways:
            raise Unresolved(f"nothing before this was {way}")
        return self.ways[way]

    @contextmanager
    def acting(self, actor: PlayerRef) -> Iterator[None]:
        """Let *actor* do what is lowered inside."""
        before, self.actor = self.actor, actor
        try:
            yield
        finally:
            self.actor = before

    @contextmanager
    def at(self, setting: Setting) -> Iterator[None]:
        """Lower something in a setting."""
        before, self.setting = self.setting, setting
        try:
            yield
        finally:
            self.setting = before

    def mention(self, entity: Entity) -> Reference:
        """Note cards that were spoken of, and give their reference."""
        self.cards = [known for known in self.cards if known.reference != entity.reference]
        self.cards.append(entity)
        return entity.reference

    def meet(self, player: PlayerRef, *, plural: bool = False) -> PlayerRef:
        """Note players that were spoken of."""
        self.people.append(People(player, plural))
        return player

    def pronoun(self, word: str) -> Reference:
        """Find the cards that a pronoun means.

        "he" and "she" mean the source, or a card that was spoken of by name since; "they" and "it" the last cards
        spoken of (1.4.3.2).

        :raises Unresolved: there is none.
        """
        if word in ("he", "him", "she", "her", "his"):
            return next(entity.reference for entity in reversed(self.cards) if entity.gendered)
        if word in ("it", "its"):
            for entity in reversed(self.cards):
                if not entity.plural and not (entity.source and self.card.type.value == "character" and len(self.cards) > 1):
                    return entity.reference
            raise Unresolved(f"{word!r} points at nothing")
        if self.counted and self.cards[-1].source:
            raise Unresolved(f"{word!r} may be the cards that were counted")
        for entity in reversed(self.cards):
            return entity.reference
        raise Unresolved(f"{word!r} points at nothing")

    def before_last(self, cards: Reference) -> Reference:
        """Find the cards that were spoken of before others.

        :raises Unresolved: there are none.
        """
        for entity in reversed(self.cards):
            if entity.reference != cards and not entity.source:
                return entity.reference
        raise Unresolved("a pronoun points at nothing")

    def that(self, noun: str, *, plural: bool) -> Reference:
        """Find the cards that "that character", "those cards" mean.

        :raises Unresolved: no such cards were spoken of.
        """
        spoken = [entity for entity in reversed(self.cards) if not (entity.source and len(self.cards) > 1)]
        fitting = [entity for entity in spoken if noun == "card" or noun in entity.nouns]
        open_to = [entity for entity in spoken if not entity.nouns]
        for entities in (fitting, open_to):
            for entity in sorted(entities, key=lambda entity: entity.plural != plural):
                return entity.reference
        if noun == "location" and self.at_location:
            return LocationOf(character=self.cards[-1].reference)
        raise Unresolved(f"'that {noun}' points at nothing")

    def role(self, role: str) -> Reference:
        """Find the cards with a role, such as the challenging character.

        :raises Unresolved: nothing has that role.
        """
        if role not in self.roles:
            raise Unresolved(f"'the {role}' points at nothing")
        return self.roles[role]

    def place(self) -> Reference:
        """Give what "here" and "there" mean: the location spoken of, or the source if it is one.

        :raises Unresolved: there is none.
        """
        if self.card.type is CardType.LOCATION:
            return This()
        for entity in reversed(self.cards):
            if "location" in entity.nouns and not entity.plural:
                return entity.reference
        if self.at_location:
            return LocationOf(character=self.subject or This())
        raise Unresolved("'here' points at no location")

    def recognised(self, card: Reference, nouns: frozenset[str] = frozenset(), *, gendered: bool = False) -> None:
        """Note that it was asked what a card is, so that "that character", "he" and "she" can mean it."""
        for entity in self.cards:
            if entity.reference == card:
                self.mention(replace(entity, nouns=entity.nouns | nouns, gendered=entity.gendered or gendered))
                return

    def choose_player(self, among: PlayerRef) -> PlayerRef:
        """Have a player chosen before the effect that is being lowered, and note them."""
        bind = self.fresh("player")
        self.before.append(ChoosePlayer(player=ChosenPlayer(among=among, bind=bind), bind=bind))
        return self.meet(BoundPlayer(name=bind))

    def choose_first(self, cards: Reference) -> Reference:
        """Have a choice that a number or a description speaks of made before the effect; other references stay."""
        if not isinstance(cards, Chosen):
            return cards
        first = self.before if isinstance(self.actor, You) else self.ahead
        first.append(Choose(cards=cards, bind=cards.bind))
        return Bound(name=cards.bind)

    def quoted(self, ability: Syntax) -> tuple[Node, ...]:
        """Lower a quoted ability, whose words speak of the card that has it."""
        inner = Scope(self.card, self.tokens)
        lowered: tuple[Node, ...] = inner.lower(ability)
        return lowered

    def that_player(self) -> PlayerRef:
        """Find the player last spoken of.

        :raises Unresolved: none was.
        """
        if not self.people:
            raise Unresolved("'that player' points at nobody")
        return self.people[-1].player

    def that_amount(self) -> Amount:
        """Find the number last spoken of.

        :raises Unresolved: none was.
        """
        if not self.amounts:
            raise Unresolved("'that much' points at no number")
        return self.amounts[-1]


def bound(name: str) -> Bound:
    """Point at what was remembered under a name."""
    return Bound(name=name)


def swap(node: Any, old: Node, new: Node) -> Any:
    """Give *node* with every occurrence of *old* below it made *new*."""
    if node == old and type(node) is type(old):
        return new
    if isinstance(node, tuple):
        return tuple(swap(item, old, new) for item in node)
    if isinstance(node, Node):
        changed = {}
        for entry in fields(node):
            value = getattr(node, entry.name)
            if isinstance(value, (Node, tuple)) and not isinstance(value, Span):
                other = swap(value, old, new)
                if other is not value and other != value:
                    changed[entry.name] = other
        return replace(node, **changed) if changed else node
    return node
