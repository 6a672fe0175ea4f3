"""Soko and Badugi at the table of PokerKit, with the evaluators and the rules of this library.

PokerKit (``pip install 'sokodugi[pokerkit]'``) runs the betting. Here are hand types that compare by one
integer, and games that are created and played like PokerKit's own. Player 0 sits to the left of the dealer.
"""

from __future__ import annotations

import copyreg
import operator
from abc import ABC, ABCMeta
from collections import deque
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from functools import cache
from itertools import chain, compress, product
from numbers import Integral
from typing import Any, ClassVar, Literal, Self, TypedDict, Unpack

from .badugi import Badugi, badugi
from .errors import MissingExtraError, RuleError, SokodugiError
from .showdown import award, bring_in, first_to_act
from .soko import Soko, soko

try:
    import pokerkit
    from pokerkit.games import FixedLimitPokerMixin, NoLimitPokerMixin, PotLimitPokerMixin
    from pokerkit.lookups import Entry, Label, Lookup
    from pokerkit.state import ChipsPushing, Opening, Operation, Pot, StandingPatOrDiscarding, Street
    from pokerkit.utilities import Card, CardsLike, Deck, RankOrder, ValuesLike, divmod, shuffled
except ImportError as error:
    raise MissingExtraError.for_extra("pokerkit", "pokerkit") from error

__all__ = [
    "FastBadugiHand",
    "FixedLimitBadugi",
    "FixedLimitSoko",
    "NoLimitSoko",
    "PotLimitSoko",
    "SokoHand",
    "SokoLabel",
]

_Automations = tuple[pokerkit.Automation, ...]

# ------------------------------------------------------------------------------------------------ hand types


class SokoLabel(StrEnum):
    """What PokerKit calls the categories of Soko. Its own labels equal those of the same name."""

    HIGH_CARD = "High card"
    ONE_PAIR = "One pair"
    FOUR_STRAIGHT = "Four-straight"
    FOUR_FLUSH = "Four-flush"
    TWO_PAIR = "Two pair"
    THREE_OF_A_KIND = "Three of a kind"
    STRAIGHT = "Straight"
    FLUSH = "Flush"
    FULL_HOUSE = "Full house"
    FOUR_OF_A_KIND = "Four of a kind"
    STRAIGHT_FLUSH = "Straight flush"


class _HandType(ABCMeta):
    """The class of the hand types. A type under house rules is pickled as the named type and the rules."""

    named: _HandType
    rules: Any


@cache
def _under(named: _HandType, rules: Badugi | Soko) -> _HandType:
    """Return the hand type of that name under house rules: always the same one, so that its hands compare."""
    namespace = {"rules": rules, "named": named, "__module__": named.__module__, "__doc__": named.__doc__}
    return _HandType(named.__name__, (named,), namespace)


copyreg.pickle(
    _HandType,
    lambda hand_type: (
        hand_type.__qualname__
        if hand_type.named is hand_type
        else (_under, (hand_type.named, hand_type.rules))
    ),
)


class _Lookup(Lookup):
    """A lookup of PokerKit's kind that has no table of its own, but asks the hand type."""

    def __init__(self, hand_type: type[_EvaluatedHand]) -> None:
        super().__init__()
        self.hand_type = hand_type
        ace_low = hand_type.rules.rules.get("ace") == "low"
        self.rank_order = RankOrder.REGULAR if ace_low else RankOrder.STANDARD  # type: ignore[misc]

    def _add_entries(self) -> None:
        """Add none."""

    def has_entry(self, cards: CardsLike) -> bool:
        return self.get_entry_or_none(cards) is not None

    def get_entry(self, cards: CardsLike) -> Entry:
        return self.hand_type(cards).entry

    def get_entry_or_none(self, cards: CardsLike) -> Entry | None:
        try:
            return self.get_entry(cards)
        except ValueError:
            return None


def _compares(by: Callable[[int, int], bool]) -> Any:
    """Return a method that compares hands of one type: the greater hand is the one with the smaller rank."""

    def method(self: Any, other: Any) -> Any:
        if type(self) is not type(other):
            return NotImplemented
        return by(other.rank, self.rank)

    return method


def _text(cards: Iterable[Card]) -> str:
    return "".join([card.rank + card.suit for card in cards])


class _EvaluatedHand(pokerkit.Hand, metaclass=_HandType):
    """A hand of PokerKit that is compared by the rank that an evaluator of this library gives it."""

    named: ClassVar[_HandType]
    rules: ClassVar[Any]
    rank: int

    def __init_subclass__(cls) -> None:
        cls.named = cls.__dict__.get("named", cls)
        cls.lookup = _Lookup(cls)

    def __init__(self, cards: CardsLike) -> None:
        self._dealt = Card.clean(cards)
        try:
            self.rank = self.rules.evaluate(_text(self._dealt))
        except SokodugiError as error:
            raise ValueError(self._refusal(cards)) from error
        if len(self.cards) < len(self._dealt):
            raise ValueError(self._refusal(cards))

    def _refusal(self, cards: CardsLike) -> str:
        return f"The cards {cards!r} form an invalid {type(self).__qualname__} hand."

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Self:
        """Make the best hand from the cards of a player and of the board.

        Parameters
        ----------
        hole_cards, board_cards : cards
            As PokerKit takes them: text, a card, or an iterable of cards.

        Returns
        -------
        hand
            The best hand among all these cards; its `cards` are those that play.

        Raises
        ------
        ValueError
            If there is none: too few or too many cards, unknown ones, or one of them twice.
        """
        hand = cls.__new__(cls)
        hand._dealt = Card.clean(hole_cards)
        # These games have no board, and to clean an empty one would take longer than to rank the hand. (An
        # unknown card is falsy, but is a board.)
        if board_cards or isinstance(board_cards, Card):
            hand._dealt += Card.clean(board_cards)
        try:
            hand.rank = cls.rules.evaluate(_text(hand._dealt))
        except SokodugiError as error:
            text = f"No valid {cls.__qualname__} hand can be formed from the hole and board cards."
            raise ValueError(text) from error
        return hand

    @classmethod
    def with_rules(cls, rules: Badugi | Soko) -> type[Self]:
        """Return this hand type under house rules.

        Parameters
        ----------
        rules : Badugi or Soko
            An evaluator of the same game; equal ones give the same type.

        Returns
        -------
        type
            The hand type.

        Raises
        ------
        RuleError
            If the evaluator is none of this game.
        """
        if not isinstance(rules, type(cls.rules)):
            raise RuleError(f"{cls.named.__name__} needs rules of {type(cls.rules).__name__}, not {rules!r}")
        return cls.named if rules == cls.named.rules else _under(cls.named, rules)  # type: ignore[return-value]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that play, in the order in which they were given."""
        return tuple(compress(self._dealt, self.rules.playing(_text(self._dealt))))

    def __str__(self) -> str:
        says = self.rules.describe(self.rank)
        return f"{says[0].upper()}{says[1:]} ({self!r})"

    def __hash__(self) -> int:
        return hash(self.rank)

    __eq__ = _compares(operator.eq)
    __lt__ = _compares(operator.lt)
    __le__ = _compares(operator.le)
    __gt__ = _compares(operator.gt)
    __ge__ = _compares(operator.ge)


class SokoHand(_EvaluatedHand):
    """A Soko hand; better hands are greater.

    Parameters
    ----------
    cards : cards
        Exactly five, as PokerKit takes them. (`from_game` finds the best five of up to seven.)

    Attributes
    ----------
    rank : int
        What `sokodugi.soko` says: 1 is best.

    Raises
    ------
    ValueError
        If these cards are no such hand.

    Examples
    --------
    >>> SokoHand("Ts9h8c7d2c") > SokoHand("Ts9h8cAsAd")
    True
    >>> hand = SokoHand("JdJcTc8c9c")
    >>> hand.entry.label
    <SokoLabel.FOUR_FLUSH: 'Four-flush'>

    In New York stud there is no four-straight:

    >>> NewYorkHand = SokoHand.with_rules(Soko(four_straight=False))
    >>> NewYorkHand("Ts9h8c7d2c") > NewYorkHand("Ts9h8cAsAd")
    False
    """

    rules: ClassVar[Soko] = soko
    low = False

    @property
    def entry(self) -> Entry:
        """What PokerKit knows of the hand: an index, greater for better hands, and a label."""
        label = SokoLabel(self.rules.categories[self.rules.category(self.rank)].capitalize())
        return Entry(self.rules.n_ranks - self.rank, label)  # type: ignore[arg-type]


class FastBadugiHand(_EvaluatedHand, pokerkit.BadugiHand):
    """A Badugi hand that does what PokerKit's does, many times faster; better hands are greater.

    Parameters
    ----------
    cards : cards
        One to four of different ranks and suits, as PokerKit takes them. (`from_game` finds those that play.)

    Attributes
    ----------
    rank : int
        What `sokodugi.badugi` says: 1 is best.

    Raises
    ------
    ValueError
        If these cards are no such hand.

    Examples
    --------
    >>> FastBadugiHand.from_game("7h8sTdAs")
    7hTdAs
    >>> FastBadugiHand("7hTdAs") < FastBadugiHand("KcQdJhTs")
    True
    """

    rules: ClassVar[Badugi] = badugi
    low = True

    @property
    def entry(self) -> Entry:
        """What PokerKit knows of the hand: an index, smaller for better hands, and its one label."""
        return Entry(self.rank - 1, Label.HIGH_CARD)


# ---------------------------------------------------------------------------------------------------- states


@dataclass
class _State(pokerkit.State):
    """A hand in play, with the odd chips and the showdown as our rules have them."""

    _: KW_ONLY
    odd_chip: Literal["dealer", "high_suit"] = "dealer"
    shows_first: Literal["aggressor", "dealer"] = "aggressor"
    showdown_pots: list[Pot] | None = field(default=None, init=False)
    """The pots as they were before the first hand was shown or killed."""

    @property
    def pots(self) -> Iterator[Pot]:
        """The main and side pots, each with the players who can still win it.

        PokerKit merges pots when killed hands leave the same players in them; here each is split on its own.
        """
        if self.showdown_pots is None or self._pots is not None:
            yield from super().pots
        else:
            for pot in self.showdown_pots:
                yield replace(pot, player_indices=tuple(i for i in pot.player_indices if self.statuses[i]))

    def _begin_showdown(self) -> None:
        self.showdown_pots = self.showdown_pots or list(super().pots)
        # PokerKit begins with the last bettor of the round or, if nobody has bet, with who opened the round.
        if self.shows_first == "dealer" or not self.completion_betting_or_raising_count:
            self.opener_index = 0
        super()._begin_showdown()

    def verify_hole_cards_showing_or_mucking(
        self, status_or_hole_cards: bool | CardsLike | None = None, player_index: int | None = None
    ) -> tuple[bool, tuple[Card, ...], tuple[Card, ...], tuple[bool, ...], int]:
        """Check that a player can show or muck, and that no pot is left without a player.

        A hand is shown whole or mucked. Where all are all-in and cards are still to come, every hand is
        tabled: nobody can muck.

        Parameters
        ----------
        status_or_hole_cards : bool or cards, optional
            Whether to show, or what; by default, whatever can win is shown.
        player_index : int, optional
            The player, if not the one in turn.

        Returns
        -------
        tuple
            Whether he shows, the cards shown, his cards and whether each is up, and the player.

        Raises
        ------
        ValueError
            If that is not possible.
        """
        verified = super().verify_hole_cards_showing_or_mucking(status_or_hole_cards, player_index)
        shows, _, _, up, player = verified
        if not all(up):
            raise ValueError(f"The Player {player} shows all his cards or none.")
        if not shows and self.all_in_status and self.street is not self.streets[-1]:
            raise ValueError(f"The Player {player} is all-in with cards to come and cannot muck.")
        if not shows and any(pot.player_indices == (player,) for pot in self.pots):
            raise ValueError(f"The Player {player} is the last one in a pot and cannot muck.")
        return verified

    def push_chips(self, *, commentary: str | None = None) -> ChipsPushing:
        """Push the next pot to its winners, at most one odd chip to each.

        Parameters
        ----------
        commentary : str, optional
            A remark.

        Returns
        -------
        ChipsPushing
            What was done.

        Raises
        ------
        ValueError
            If there is nothing to push.
        """
        self.verify_chips_pushing()
        assert self._pots is not None
        amount, pot_index, board_index, hand_type_index = self._sub_pots[0]
        pot = self._pots[pot_index]
        ranks: list[int | None] = []
        if board_index is not None and hand_type_index is not None:
            ranks = [getattr(hand, "rank", None) for hand in self.get_up_hands(board_index, hand_type_index)]
        contested = bool(ranks) and any(ranks[player] for player in pot.player_indices)
        # Chips that are no integers, or that a function of the user's own divides, are PokerKit's to split.
        if not contested or not isinstance(amount, Integral) or self.divmod is not divmod:
            return super().push_chips(commentary=commentary)

        amounts = award(
            [(amount, pot.player_indices)],
            ranks,
            odd_chip=self.odd_chip,
            hands=[_text(filter(None, cards)) for cards in self.hole_cards],
        )
        self._sub_pots.pop(0)
        pot.unraked_amount -= amount
        self.total_pushed_amount += amount
        for player, share in enumerate(amounts):
            self.bets[player] += share
        operation = ChipsPushing(
            tuple(amounts), pot_index, board_index, hand_type_index, commentary=commentary
        )
        self._update_chips_pushing(operation)
        return operation


@dataclass
class _SokoState(_State):
    """A hand of Soko in play."""

    _: KW_ONLY
    bring_in_rule: Literal["high", "low"] = "high"
    opening_rules: Soko | None = None

    def _update_betting(self, operation: Operation | None = None, status: bool = False) -> None:
        # Without an operation, this is the beginning of a round: PokerKit has just seated its own opener.
        if operation is None and self.actor_indices:
            opener = self.opener_index = self._opener()
            from_opener = sorted(self.actor_indices, key=lambda i: (i - opener) % self.player_count)
            self.actor_indices = deque(from_opener)
        super()._update_betting(operation, status)

    def _opener(self) -> int:
        up_cards = [_text(self.get_up_cards(player)) for player in self.player_indices]
        if self.street_index == 0:
            return int(bring_in(up_cards, self.bring_in_rule))
        return int(first_to_act(up_cards, self.opening_rules))


@dataclass
class _BadugiState(_State):
    """A hand of Badugi in play."""

    _: KW_ONLY
    reshuffle: Literal["discards", "earlier_draws", "everything", "never"] = "discards"

    @property
    def _reserve(self) -> Sequence[MutableSequence[Card]]:
        """The piles that make a new stub when the old one has run out."""
        match self.reshuffle:
            case "discards":
                return self.discarded_cards
            case "earlier_draws":
                return self.discarded_cards[: self.street_index]
            case "everything":
                return [self.burn_cards, self.mucked_cards, *self.discarded_cards]
            case "never":
                return []

    @property
    def reserved_cards(self) -> Iterator[Card]:
        """The cards that make a new stub when the old one has run out."""
        return filter(None, chain.from_iterable(self._reserve))

    def get_dealable_cards(self, deal_count: int | None = 0, warning_status: bool = True) -> Iterator[Card]:
        """Iterate over the cards that can be dealt to the player in turn, or burned, in this order.

        His own discards are never among them.

        Parameters
        ----------
        deal_count : int, optional
            How many are wanted. If the stub does not hold as many, the reserve follows; None always adds it.
        warning_status : bool
            Without effect: a new stub is no reason for a warning.

        Returns
        -------
        iterator of cards
            The stub, then the reserve, shuffled.
        """
        return self._dealable_to(self.hole_dealee_index, deal_count)

    def _dealable_to(self, player: int | None, count: int | None) -> Iterator[Card]:
        own = {
            card
            for operation in self.operations
            if type(operation) is StandingPatOrDiscarding and operation.player_index == player
            for card in operation.cards
        }
        cards = [card for card in self.deck_cards if card not in own]
        if count is None or count > len(cards):
            cards += shuffled(card for card in self.reserved_cards if card not in own)
        return iter(cards)

    def verify_hole_dealing(
        self, cards: CardsLike | int | None = None, player_index: int | None = None
    ) -> tuple[tuple[Card, ...], int]:
        """Check that cards can be dealt, and choose them where they are not named.

        Parameters
        ----------
        cards : cards or int, optional
            The cards, or how many; one by default.
        player_index : int, optional
            The player, if not the one in turn.

        Returns
        -------
        tuple
            The cards and the player.

        Raises
        ------
        ValueError
            If they cannot be dealt.
        """
        self._verify_hole_dealing()
        player = self.hole_dealee_index if player_index is None else player_index
        if cards is None or isinstance(cards, int):
            count = 1 if cards is None else cards
            cards = tuple(self._dealable_to(player, count))[:count]
            if len(cards) < count:
                raise ValueError("There are not enough cards to be dealt.")
        return super().verify_hole_dealing(cards, player)

    def verify_standing_pat_or_discarding(self, cards: CardsLike = ()) -> tuple[Card, ...]:
        """Check that the player in turn can discard these cards, and that as many remain to be drawn.

        Parameters
        ----------
        cards : cards
            The discards.

        Returns
        -------
        tuple of cards
            The discards.

        Raises
        ------
        ValueError
            If he does not hold them, or fewer cards remain.
        """
        cards = super().verify_standing_pat_or_discarding(cards)
        promised = sum(map(len, self.hole_dealing_statuses)) + self.card_burning_status
        dealable = sum(1 for _ in self._dealable_to(self.stand_patter_or_discarder_index, None))
        remain = max(dealable - promised, 0)
        if len(cards) > remain:
            raise ValueError(f"Only {remain} cards remain to be drawn, not {len(cards)}.")
        return cards

    def _update_dealing(self, operation: Operation | None = None) -> None:
        all_decided = not any(self.standing_pat_or_discarding_statuses)
        if self.card_burning_status and all_decided and not any(self.get_dealable_cards(None)):
            self.card_burning_status = False
        super()._update_dealing(operation)

    def _consume_cards(self, cards: tuple[Card, ...]) -> None:
        if set(cards) > set(self.get_dealable_cards(0)):
            self._produce_cards(shuffled(self.reserved_cards))
            for pile in self._reserve:
                pile.clear()
        piles: list[MutableSequence[Card]] = [self.deck_cards, self.burn_cards, self.mucked_cards]
        piles += self.discarded_cards
        for card, pile in product(cards, piles):
            if card in pile:
                pile.remove(card)


# ----------------------------------------------------------------------------------------------------- games

_MOST_PLAYERS = 8

_CHOICES: dict[str, tuple[object, ...]] = {
    "bring_in_rule": ("high", "low"),
    "draws": (1, 2, 3, 4),
    "odd_chip": ("dealer", "high_suit"),
    "reshuffle": ("discards", "earlier_draws", "everything", "never"),
    "shows_first": ("aggressor", "dealer"),
}


class _Options(TypedDict, total=False):
    """The keywords that all games of PokerKit share."""

    mode: pokerkit.Mode
    starting_board_count: int
    divmod: Callable[[int, int], tuple[int, int]]
    rake: Callable[[int, pokerkit.State], tuple[int, int]]


class _SokoOptions(_Options, total=False):
    """The keywords of the Soko games."""

    rules: Soko
    bring_in_rule: Literal["high", "low"]
    odd_chip: Literal["dealer", "high_suit"]
    four_cards_open: bool


class _BadugiOptions(_Options, total=False):
    """The keywords of the Badugi game."""

    rules: Badugi
    draws: Literal[1, 2, 3, 4]
    reshuffle: Literal["discards", "earlier_draws", "everything", "never"]
    odd_chip: Literal["dealer", "high_suit"]
    shows_first: Literal["aggressor", "dealer"]


class _Game(pokerkit.Poker, ABC):
    """A game of PokerKit that hands the rules of its table on to the state."""

    state_type: ClassVar[type[_State]]
    table_rules: dict[str, Any]

    def __call__(self, raw_starting_stacks: ValuesLike, player_count: int) -> pokerkit.State:
        """Begin a hand.

        Parameters
        ----------
        raw_starting_stacks : number, or numbers by player
            The stacks, as PokerKit takes them.
        player_count : int
            The number of players, 2 to 8.

        Returns
        -------
        pokerkit.State
            The hand, to be played with PokerKit's operations.

        Raises
        ------
        RuleError
            If there are more than eight players.
        ValueError
            If PokerKit finds that the numbers make no game.
        """
        if player_count > _MOST_PLAYERS:
            raise RuleError(f"at most {_MOST_PLAYERS} can play, not {player_count}")
        return self.state_type(
            self.automations,
            self.deck,
            self.hand_types,
            self.streets,
            self.betting_structure,
            self.ante_trimming_status,
            self.raw_antes,
            self.raw_blinds_or_straddles,
            self.bring_in,
            raw_starting_stacks,
            player_count,
            mode=self.mode,
            starting_board_count=self.starting_board_count,
            divmod=self.divmod,
            rake=self.rake,
            **self.table_rules,
        )


def _checked(**options: Any) -> dict[str, Any]:
    """Return options, each of which has one of the values that it can have."""
    for name, value in options.items():
        if value not in _CHOICES[name]:
            raise RuleError(f"{name} must be one of {_CHOICES[name]}, not {value!r}")
    return options


class _Soko(_Game, ABC):
    """Soko, whatever its limit."""

    deck = Deck.STANDARD
    state_type = _SokoState
    max_completion_betting_or_raising_count: ClassVar[int | None]

    def __init__(
        self,
        automations: _Automations,
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        bring_in: int,
        small_bet: int,
        big_bet: int,
        *,
        rules: Soko = soko,
        bring_in_rule: Literal["high", "low"] = "high",
        odd_chip: Literal["dealer", "high_suit"] = "dealer",
        four_cards_open: bool = False,
        **options: Unpack[_Options],
    ) -> None:
        self.hand_types = (SokoHand.with_rules(rules),)  # type: ignore[misc]
        self.table_rules = _checked(bring_in_rule=bring_in_rule, odd_chip=odd_chip)
        self.table_rules["opening_rules"] = rules if four_cards_open else None
        first = Opening.HIGH_CARD if bring_in_rule == "high" else Opening.LOW_CARD
        raises = self.max_completion_betting_or_raising_count
        streets = (
            Street(False, (False, True), 0, False, first, small_bet, raises),
            Street(True, (True,), 0, False, Opening.HIGH_HAND, small_bet, raises),
            Street(True, (True,), 0, False, Opening.HIGH_HAND, big_bet, raises),
            Street(True, (True,), 0, False, Opening.HIGH_HAND, big_bet, raises),
        )
        super().__init__(automations, streets, ante_trimming_status, raw_antes, 0, bring_in, **options)


class FixedLimitSoko(FixedLimitPokerMixin, _Soko):
    """Fixed-limit Soko: small bets in the first two rounds, big ones in the last two.

    Parameters
    ----------
    automations : tuple of pokerkit.Automation
        What PokerKit does by itself.
    ante_trimming_status : bool
        True, unless antes differ.
    raw_antes : number, or numbers by player
        The antes.
    bring_in : int
        The forced bet, usually twice the ante, and less than the small bet.
    small_bet, big_bet : int
        The bets.
    rules : Soko
        The house rules of the ranking.
    bring_in_rule : {"high", "low"}
        Whether the highest first up card brings in, or the lowest.
    odd_chip : {"dealer", "high_suit"}
        Whether odd chips go to the winners nearest to the dealer box, or with the highest card.
    four_cards_open : bool
        Whether four-flushes and four-straights among four up cards count for who acts first.
    **options
        `mode`, `starting_board_count`, `divmod` and `rake`, as in all games of PokerKit. A `divmod` of your
        own has PokerKit split the pots in its own way.

    Raises
    ------
    RuleError
        If an option has no such value.

    Examples
    --------
    >>> from pokerkit import Automation
    >>> state = FixedLimitSoko.create_state(tuple(Automation), True, 1, 2, 4, 8, 200, 3)
    >>> state.can_post_bring_in()
    True
    """

    @classmethod
    def create_state(
        cls,
        automations: _Automations,
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        bring_in: int,
        small_bet: int,
        big_bet: int,
        raw_starting_stacks: ValuesLike,
        player_count: int,
        **options: Unpack[_SokoOptions],
    ) -> pokerkit.State:
        """Create the game and begin a hand.

        Parameters
        ----------
        automations, ante_trimming_status, raw_antes, bring_in, small_bet, big_bet, **options
            As for the game.
        raw_starting_stacks : number, or numbers by player
            The stacks.
        player_count : int
            The number of players, 2 to 8.

        Returns
        -------
        pokerkit.State
            The hand, to be played with PokerKit's operations.
        """
        game = cls(automations, ante_trimming_status, raw_antes, bring_in, small_bet, big_bet, **options)
        return game(raw_starting_stacks, player_count)


class _UnfixedLimitSoko(_Soko, ABC):
    """Soko with one minimum bet in all rounds."""

    def __init__(
        self,
        automations: _Automations,
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        bring_in: int,
        min_bet: int,
        **options: Unpack[_SokoOptions],
    ) -> None:
        super().__init__(automations, ante_trimming_status, raw_antes, bring_in, min_bet, min_bet, **options)

    @classmethod
    def create_state(
        cls,
        automations: _Automations,
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        bring_in: int,
        min_bet: int,
        raw_starting_stacks: ValuesLike,
        player_count: int,
        **options: Unpack[_SokoOptions],
    ) -> pokerkit.State:
        """Create the game and begin a hand.

        Parameters
        ----------
        automations, ante_trimming_status, raw_antes, bring_in, **options
            As in :class:`FixedLimitSoko`.
        min_bet : int
            The smallest bet of every round.
        raw_starting_stacks : number, or numbers by player
            The stacks.
        player_count : int
            The number of players, 2 to 8.

        Returns
        -------
        pokerkit.State
            The hand, to be played with PokerKit's operations.
        """
        game = cls(automations, ante_trimming_status, raw_antes, bring_in, min_bet, **options)
        return game(raw_starting_stacks, player_count)


class PotLimitSoko(PotLimitPokerMixin, _UnfixedLimitSoko):
    """Pot-limit Soko; created like :class:`FixedLimitSoko`, with one `min_bet` for both bets.

    Examples
    --------
    >>> from pokerkit import Automation
    >>> state = PotLimitSoko.create_state(tuple(Automation), True, 1, 2, 4, 200, 3)
    >>> state.max_completion_betting_or_raising_to_amount
    4
    """


class NoLimitSoko(NoLimitPokerMixin, _UnfixedLimitSoko):
    """No-limit Soko; created like :class:`FixedLimitSoko`, with one `min_bet` for both bets.

    Examples
    --------
    >>> from pokerkit import Automation
    >>> state = NoLimitSoko.create_state(tuple(Automation), True, 1, 2, 4, 200, 3)
    >>> state.max_completion_betting_or_raising_to_amount
    199
    """


class FixedLimitBadugi(_Game, pokerkit.FixedLimitBadugi):
    """Fixed-limit Badugi with one to four draws: small bets in the first two rounds, then big ones.

    Parameters
    ----------
    automations : tuple of pokerkit.Automation
        What PokerKit does by itself.
    ante_trimming_status : bool
        True, unless antes differ.
    raw_antes : number, or numbers by player
        The antes.
    raw_blinds_or_straddles : number, or numbers by player
        The blinds.
    small_bet, big_bet : int
        The bets.
    rules : Badugi
        The house rules of the ranking; ``Badugi(ace="high", best="high")`` makes this Hi-dugi.
    draws : {1, 2, 3, 4}
        How often cards can be replaced.
    reshuffle : {"discards", "earlier_draws", "everything", "never"}
        What makes a new stub when the deck has run out: all discards, those of earlier draws, or also folded
        hands and burned cards. With "earlier_draws" and "never" cards can become short, and a player can then
        discard no more than remain for him. Nobody is ever dealt a card that he has discarded himself.
    odd_chip : {"dealer", "high_suit"}
        Whether odd chips go to the winners nearest to the button, or with the highest card.
    shows_first : {"aggressor", "dealer"}
        Whether the last player who bet or raised in the last round shows first, or always the first player
        to the left of the button.
    **options
        `mode`, `starting_board_count`, `divmod` and `rake`, as in all games of PokerKit. A `divmod` of your
        own has PokerKit split the pots in its own way.

    Raises
    ------
    RuleError
        If an option has no such value.

    Examples
    --------
    >>> from pokerkit import Automation
    >>> state = FixedLimitBadugi.create_state(tuple(Automation), True, 0, (1, 2), 2, 4, 200, 3, draws=1)
    >>> state.street_count
    2
    """

    state_type = _BadugiState

    def __init__(
        self,
        automations: _Automations,
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        small_bet: int,
        big_bet: int,
        *,
        rules: Badugi = badugi,
        draws: Literal[1, 2, 3, 4] = 3,
        reshuffle: Literal["discards", "earlier_draws", "everything", "never"] = "discards",
        odd_chip: Literal["dealer", "high_suit"] = "dealer",
        shows_first: Literal["aggressor", "dealer"] = "dealer",
        **options: Unpack[_Options],
    ) -> None:
        super().__init__(
            automations,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            small_bet,
            big_bet,
            **options,
        )
        self.hand_types = (FastBadugiHand.with_rules(rules),)  # type: ignore[misc]
        self.table_rules = _checked(reshuffle=reshuffle, odd_chip=odd_chip, shows_first=shows_first)
        _checked(draws=draws)
        # PokerKit tells streets apart by identity, so a further one like the last must be another object.
        self.streets = (*self.streets, replace(self.streets[-1]))[: draws + 1]

    @classmethod
    def create_state(
        cls,
        automations: _Automations,
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        small_bet: int,
        big_bet: int,
        raw_starting_stacks: ValuesLike,
        player_count: int,
        **options: Unpack[_BadugiOptions],
    ) -> pokerkit.State:
        """Create the game and begin a hand.

        Parameters
        ----------
        automations, ante_trimming_status, raw_antes, raw_blinds_or_straddles, small_bet, big_bet, **options
            As for the game.
        raw_starting_stacks : number, or numbers by player
            The stacks.
        player_count : int
            The number of players, 2 to 8.

        Returns
        -------
        pokerkit.State
            The hand, to be played with PokerKit's operations.
        """
        game = cls(
            automations,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            small_bet,
            big_bet,
            **options,
        )
        return game(raw_starting_stacks, player_count)
