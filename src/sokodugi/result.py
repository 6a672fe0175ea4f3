"""The answer to an equity question: numbers, and how they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .errors import MissingExtraError, RuleError
from .evaluator import Evaluator
from .sampling import Tally

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Equity"]


@dataclass(frozen=True, eq=False)
class Equity:
    """Who wins how often.

    Sampled results of the same question can be added: ``a + b`` counts the deals of both.

    Attributes
    ----------
    game : Badugi or Soko
        The game.
    names : tuple of str
        What each player's hand is called.
    tally : Tally
        What was counted: exact integers, unless weights are floats.
    exact : bool
        Whether every possible deal was counted.
    seeds : tuple of int
        The seeds of the runs; none if the result is exact.
    question : object
        What was asked, for comparison.
    """

    game: Evaluator
    names: tuple[str, ...]
    tally: Tally
    exact: bool
    seeds: tuple[int, ...]
    question: Any

    @property
    def equity(self) -> NDArray[np.float64]:
        """Share of the pot that each player gets on average, 0 to 1, float64 of shape (players,)."""
        return self.tally.equity

    @property
    def win(self) -> NDArray[np.float64]:
        """Share of the deals that each player wins alone, 0 to 1, float64 of shape (players,)."""
        return self.tally.win

    @property
    def tie(self) -> NDArray[np.float64]:
        """Share of the deals in which each player shares the pot, 0 to 1, float64 of shape (players,)."""
        return self.tally.tie

    @property
    def stderr(self) -> NDArray[np.float64]:
        """Standard error of `equity`, float64 of shape (players,); 0 where the result is exact."""
        return np.zeros(len(self.names)) if self.exact else self.tally.stderr

    @property
    def deals(self) -> int | float:
        """Number of deals that were counted; their total weight where an exact result weighs hands."""
        return self.tally.deals

    @property
    def seed(self) -> int | tuple[int, ...] | None:
        """The seed that gives this result again; several after an addition; None if the result is exact."""
        return self.seeds[0] if len(self.seeds) == 1 else self.seeds or None

    @property
    def categories(self) -> NDArray[np.float64]:
        """Share of the deals in which each player ends with each class of hands.

        Float64 of shape (players, n_categories), in the order of ``game.categories``, best class first.
        """
        return self.tally.share(self.tally.categories)

    @property
    def winning(self) -> NDArray[np.float64]:
        """Share of the deals that each class of hands wins, float64 of shape (n_categories,)."""
        return self.tally.share(self.tally.winning)

    def __add__(self, other: Equity) -> Equity:
        if not isinstance(other, Equity):
            return NotImplemented
        if self.exact or other.exact:
            raise RuleError("exact results cannot be added: nothing would be gained")
        if self.question != other.question:
            raise RuleError("results of different questions cannot be added")
        both = sorted(set(self.seeds) & set(other.seeds))
        if both:
            raise RuleError(f"both results hold the deals of seed {both[0]}, which would count twice")
        return Equity(
            self.game, self.names, self.tally + other.tally, False, self.seeds + other.seeds, self.question
        )

    # ---- for people ----

    def _headline(self) -> str:
        deals = f"{self.deals:,} deals" if isinstance(self.deals, int) else f"deals of weight {self.deals:,g}"
        if self.exact:
            return f"{self.game.name}, exact: {deals}"
        word = "seed" if len(self.seeds) == 1 else "seeds"
        return f"{self.game.name}, sampled: {deals}, {word} {', '.join(map(str, self.seeds))}"

    def _table(self) -> list[list[str]]:
        """Return the cells of the table, its head first."""
        rows = [["", "equity", "win", "tie"] if self.exact else ["", "equity", "± stderr", "win", "tie"]]
        numbers = (
            [self.equity, self.win, self.tie]
            if self.exact
            else [self.equity, self.stderr, self.win, self.tie]
        )
        for name, *shares in zip(self.names, *numbers, strict=True):
            rows.append([name, *(f"{100 * share:.4f} %" for share in shares)])
        return rows

    def __str__(self) -> str:
        rows = self._table()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]
            )
            for row in rows
        ]
        return "\n".join([self._headline(), *(line.rstrip() for line in lines)])

    def __repr__(self) -> str:
        return f"<Equity: {self._headline()}; {', '.join(f'{share:.6f}' for share in self.equity)}>"

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        head, *rows = [[escape(cell) for cell in row] for row in self._table()]
        lines = [f"<table><caption>{escape(self._headline())}</caption>"]
        lines.append(f"<thead><tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr></thead><tbody>")
        for name, *cells in rows:
            lines.append(f"<tr><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        return "\n".join([*lines, "</tbody></table>"])

    # ---- for programs ----

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values, ready for ``json.dumps``.

        Returns
        -------
        dict
            ``game``, ``rules``, ``exact``, ``deals``, ``seed``, ``winning`` (class of hands to share), and
            ``players``: for each a dict of ``hand``, ``equity``, ``win``, ``tie``, ``stderr`` and
            ``categories``.
        """
        classes = self.game.categories
        shares = zip(
            self.names,
            self.equity.tolist(),
            self.win.tolist(),
            self.tie.tolist(),
            self.stderr.tolist(),
            self.categories.tolist(),
            strict=True,
        )
        return {
            "game": self.game.name,
            "rules": dict(self.game.rules),
            "exact": self.exact,
            "deals": self.deals,
            "seed": list(self.seed) if isinstance(self.seed, tuple) else self.seed,
            "players": [
                {
                    "hand": name,
                    "equity": equity,
                    "win": win,
                    "tie": tie,
                    "stderr": stderr,
                    "categories": dict(zip(classes, ends, strict=True)),
                }
                for name, equity, win, tie, stderr, ends in shares
            ],
            "winning": dict(zip(classes, self.winning.tolist(), strict=True)),
        }

    def plot(self) -> Figure:
        """Draw equities with their errors, and the classes of hands that players end with and win with.

        Returns
        -------
        matplotlib.figure.Figure
            Bars of equity, the part from ties lighter, with 95 % intervals where the result is sampled; and
            beside them the distribution of each player's final hand and of the winning hand.

        Raises
        ------
        MissingExtraError
            If matplotlib is not installed.
        """
        try:
            from matplotlib import colormaps
            from matplotlib.figure import Figure
        except ImportError:
            raise MissingExtraError.for_extra("matplotlib", "plot") from None
        players = np.arange(len(self.names))
        rows = np.vstack((self.categories, self.winning))
        seen = np.flatnonzero(rows.max(axis=0))
        figure = Figure(figsize=(11, 1 + max(0.5 * len(rows), 0.25 * len(seen))), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=(2, 3))
        left.barh(players, self.win, label="wins")
        left.barh(
            players, self.equity - self.win, left=self.win, alpha=0.5, color="C0", label="share of ties"
        )
        if not self.exact:
            left.errorbar(
                self.equity, players, xerr=1.96 * self.stderr, fmt="none", ecolor="black", capsize=4
            )
        for player, share in enumerate(self.equity):
            left.annotate(
                f" {share:.2%} ", (share, player), va="center", ha="left" if share < 0.7 else "right"
            )
        left.set(xlim=(0, 1), xlabel="equity", yticks=players, yticklabels=self.names, title=self._headline())
        left.legend(loc="best", frameon=False)
        colours = colormaps["viridis_r"](np.linspace(0.05, 0.95, len(seen)))
        start = np.zeros(len(rows))
        for number, colour in zip(seen, colours, strict=True):
            name = self.game.categories[number]
            right.barh(np.arange(len(rows)), rows[:, number], left=start, color=colour, label=name)
            start += rows[:, number]
        right.set(xlim=(0, 1), xlabel="share of deals", yticks=np.arange(len(rows)), title="final hands")
        right.set_yticklabels([*self.names, "winner"])
        right.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
        for axes in (left, right):
            axes.invert_yaxis()
        return figure
