"""Players as texts name them."""

from dataclasses import dataclass

from engine.abilities.base import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRef(Node):
    """One or several players, seen from the ability."""


@dataclass(frozen=True, slots=True, kw_only=True)
class You(PlayerRef):
    """The player of the ability (1.4.3.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EachOpponent(PlayerRef):
    """Every opponent, in turn order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOpponent(PlayerRef):
    """At least one opponent, in conditions: "if an opponent has …"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EachPlayer(PlayerRef):
    """Every player, the active player first (6.7.6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyPlayer(PlayerRef):
    """At least one player, in conditions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenPlayer(PlayerRef):
    """A player chosen as the effect resolves."""

    among: PlayerRef = EachPlayer()
    minimum: int = 1
    maximum: int | None = 1
    """None: any number of players."""
    bind: str = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundPlayer(PlayerRef):
    """A player remembered under a name; ``actor`` is who did what the trigger saw."""

    name: str = "actor"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOf(PlayerRef):
    """The player whose card it is: "its player", "the challenging player"."""

    card: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersWho(PlayerRef):
    """Those of some players for whom a condition holds, the condition seen from each."""

    among: PlayerRef
    condition: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivePlayer(PlayerRef):
    """The player whose turn it is: "they" after "during each opponent's turn"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Jointly(PlayerRef):
    """Several players acting as one: "the opposing players together choose …"."""

    players: PlayerRef


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherPlayers(PlayerRef):
    """Everyone but you."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersWithMost(PlayerRef):
    """Those of some players who have the most of something, ties included."""

    among: PlayerRef
    property: str
