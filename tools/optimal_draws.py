"""Make the published tables of the best way to draw: ``python tools/optimal_draws.py`` writes the data file.

It holds, for 1 to 4 draws, ``keeps_n`` (uint8, shape (n, 270725), the next draw first) and ``gain_n``, the
pot share that the best reply to that table gains.
"""

from pathlib import Path

import numpy as np

from sokodugi import badugi
from sokodugi.draw.optimal import PUBLISHED, solve

TOLERANCE = 1e-6
FILE = Path(__file__).parents[1] / "src" / "sokodugi" / PUBLISHED


def main() -> None:
    """Solve, and write the file."""
    arrays = {}
    for draws in range(1, 5):
        solution = solve(badugi, draws, TOLERANCE)
        arrays[f"keeps_{draws}"], arrays[f"gain_{draws}"] = solution.keeps, np.float64(solution.gain)
        print(f"{draws} draws: a best reply gains {solution.gain:.1e} of the pot")
    np.savez_compressed(FILE, **arrays)
    print(f"{FILE.stat().st_size:,} bytes in {FILE}")


if __name__ == "__main__":
    main()
