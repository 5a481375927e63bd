"""Everything that can be tuned of the search, in one table."""

from dataclasses import dataclass
from typing import Final

__all__ = ["WEIGHTS", "Weights"]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each piece of evidence counts. Rankings are brought to 1 for their best entry before they are weighed."""

    asked: float = 1.0
    """For phrases in which a rule is asked for."""
    asked_second: float = 0.3
    """How much the next best phrase of a rule adds to its best."""
    ruling: float = 0.8
    """How much the title of a ruling counts against a phrase written for a rule."""
    misreading: float = 0.9
    """How much a way of asking a misreading counts against such a phrase."""
    own_heading: float = 0.9
    """How much its heading counts against such a phrase."""
    later_rule: float = 0.7
    """How much the rules of a ruling or misreading after its first count against that."""
    fields: float = 0.3
    """For Whoosh's ranking of the texts."""
    words: float = 0.1
    """For FTS5's ranking of the texts, 1 / (1 + place / 4)."""
    examples: float = 0.2
    """For examples in which the words of a card's name stand."""
    heading: float = 0.8
    """For an entry whose heading is the whole query, and for the rules of a term that is, against the best by all else."""
    term: float = 0.1
    """For the rules that define a term of the query, less for every further one."""
    brought: float = 0.25
    """For the rules behind words of other games and of players, and behind terms of other languages."""
    infraction: float = 0.8
    """For the section of an infraction that is told."""
    refuted: float = 0.15
    """For the rules that refute a misreading which is asked."""
    card: float = 0.3
    """For the rules behind the wording of a card that is named."""
    card_asked: float = 2.0
    """How much such a rule gains on top of whatever else speaks for it."""
    own_words: float = 0.7
    """How much a word counts that the named card's own text has."""
    corrected: float = 0.8
    """How much a word counts that had to be corrected."""
    synonym: float = 0.6
    """How much a word counts in the texts that was not written but is meant."""
    related: float = 0.2
    """How much of a rule's score those get that go together with it."""
    parent: float = 0.05
    """How much of its best child's score a rule gets that says something itself."""
    bare_heading: float = 0.7
    """What is left for an entry that is a heading and says nothing itself."""
    sibling: float = 0.9
    """What is left for a rule for each one of the same parent before it, from the third on."""

    tournament: float = 2.5
    """How far a query has to lean to tournaments for sections of policy to come first."""
    undecided: float = 0.6
    """How far it has to lean for them to take turns with the rules."""
    more_policy: float = 1.5
    """From where on the sections of policy begin where they take turns."""
    play: float = -1.0
    """How far it has to lean for sections of policy to be shown at all."""
    told: float = 1.0
    """How much an infraction that is told counts for policy."""
    mistaken: float = 2.5
    """How much it counts for policy that a mistake is told."""
    headed: float = 2.5
    """How much it counts for policy or play that the query is the heading of a section there."""
    asked_more: float = 1.5
    """How much it counts for policy or play that the query is asked there more exactly."""
    asked_least: float = 0.05
    """How exact asking has to be to count."""
    answered_more: float = 1.5
    """How much it counts for policy or play that questions like the query were answered there."""
    answered_least: float = 0.3
    """How much has to speak for an entry to count."""

    nearest: float = 1.0
    """For the rules that answered the nearest of the questions that were judged before."""
    common: float = 1.0
    """For the rules whose questions have most in common with this one."""
    sharpness: float = 2.5
    """The power to which the nearness of a question is raised: the higher, the less the far ones count."""
    question_words: float = 5.0
    """Words from which on a query is a question, for which precedents are heard in full."""
    pair: float = 0.6
    """How much two words that follow each other count, against a word, where questions are compared …"""
    same_wording: float = 1.0
    """… the same wording on a named card …"""
    same_card: float = 0.5
    """… and the same card."""

    answered: float = 0.1
    """How sure it has to be that something answers; below, nothing is given."""
    unsure: float = 5.9
    """How unsure it is before anything is known of a question. This and what follows are logits, …"""
    unsure_words: float = 1.6
    """… for words that are met in questions which nothing answers more than in others, …"""
    unsure_words_most: float = 1.5
    """… up to so much of that, …"""
    unsure_unknown: float = 1.5
    """… for each word that is met in no document and no question, three at most, …"""
    unsure_strange: float = 1.0
    """… for each word of another language that is not known, three at most, …"""
    unsure_beyond: float = 2.1
    """… for each word that tells of something else, two at most, …"""
    sure_near: float = 6.6
    """… for the nearest question that was answered before, by its nearness, …"""
    sure_asked: float = 3.4
    """… and for the phrase that covers most of the question, by how much it covers."""

    points_at: float = 0.4
    """How closely a rule goes together with one that it points at …"""
    pointed_at: float = 0.2
    """… with one that points at it …"""
    same_term: float = 0.5
    """… with one that defines the same term …"""
    same_word: float = 0.7
    """… with one behind the same word of players or of other games …"""
    same_misreading: float = 1.0
    """… with one that refutes the same misreading …"""
    same_ruling: float = 0.5
    """… and with one that decides the same ruling."""


WEIGHTS: Final = Weights()
