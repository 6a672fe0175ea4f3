"""Write what the C driver needs: the tables of both games and the rank of every hand by the reference.

Usage: python tests/native/write_tables.py FOLDER
"""

import sys
from itertools import combinations
from pathlib import Path

import numpy as np

from sokodugi import badugi, reference, soko


def main(folder: Path) -> None:
    """Write ``<game>.tables`` (name, size and bytes of each field) and ``<game>.ranks`` (all hands)."""
    folder.mkdir(parents=True, exist_ok=True)
    games = (
        (badugi, 4, reference.badugi_key, reference.badugi_ranks),
        (soko, 5, reference.soko_key, reference.soko_ranks),
    )
    for game, n, key, ranks in games:
        with (folder / f"{game.name}.tables").open("wb") as file:
            for name, table in game._game_tables.kernel.items():
                raw = table.tobytes()
                file.write(name.encode().ljust(16, b"\0") + len(raw).to_bytes(8, "little") + raw)
        number = ranks()
        expected = np.fromiter((number[key(hand)] for hand in combinations(range(52), n)), np.uint16)
        expected.tofile(folder / f"{game.name}.ranks")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
