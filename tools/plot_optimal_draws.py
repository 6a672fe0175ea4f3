"""Draw what the published table of three draws says.

``python tools/plot_optimal_draws.py`` writes ``docs/optimal-values.svg``, what hands are worth with 3 to 0
draws left, and ``docs/optimal-counts.svg``, how many cards are drawn.
"""

from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np

from sokodugi import DrawPolicy, badugi
from sokodugi.draw.exact import all_ranks
from sokodugi.draw.optimal import final_ranks, pot_shares

DOCS = Path(__file__).parents[1] / "docs"
DRAWS = 3
PARTS = [(1, 715, "badugis"), (716, 1001, "three-card hands"), (1002, 1092, "two and one")]


def plot_values(policy: DrawPolicy) -> plt.Figure:
    """Draw the mean value of the hands of each rank, by draws left."""
    shares = pot_shares(final_ranks(badugi, policy.table))
    values = badugi.draw_values(shares, DRAWS).values
    ranks = all_ranks(badugi)
    counts = np.maximum(np.bincount(ranks, minlength=1093), 1)
    figure, axes = plt.subplots(figsize=(9, 4.5), layout="constrained")
    for left in range(DRAWS, -1, -1):
        means = np.bincount(ranks, values[DRAWS - left], minlength=1093) / counts
        axes.plot(np.arange(1, 1093), means[1:], label=f"{left} draws left", linewidth=1.2)
    for first, last, name in PARTS:
        axes.axvspan(first, last, alpha=0.06 if first != 716 else 0.02, color="black", linewidth=0)
        axes.text((first + last) / 2, 1.02, name, ha="center")
    axes.set(
        xlabel="rank of the hand before the draw", ylabel="share of the pot", xlim=(1, 1092), ylim=(0, 1.08)
    )
    axes.grid(visible=True, alpha=0.3)
    axes.legend(loc="lower left")
    return figure


def plot_counts(policy: DrawPolicy) -> plt.Figure:
    """Draw how often how many cards are thrown, by draws left."""
    figure, axes = plt.subplots(figsize=(9, 2.4), layout="constrained")
    shares = np.array(
        [np.bincount(4 - np.bitwise_count(row), minlength=5) / len(row) for row in policy.table]
    )
    start = np.zeros(DRAWS)
    for drawn, column in enumerate(shares.T):
        axes.barh(np.arange(DRAWS), column, left=start, label=f"draw {drawn}" if drawn else "stand pat")
        start += column
    labels = [f"{left} left" for left in range(DRAWS, 0, -1)]
    axes.set(yticks=np.arange(DRAWS), yticklabels=labels, xlim=(0, 1), xlabel="share of all hands")
    axes.invert_yaxis()
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    return figure


def main() -> None:
    """Write the figures."""
    matplotlib.rcParams["svg.hashsalt"] = "sokodugi"  # the same input gives the same file
    policy = DrawPolicy.optimal(DRAWS)
    for name, figure in (("values", plot_values(policy)), ("counts", plot_counts(policy))):
        figure.savefig(DOCS / f"optimal-{name}.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
