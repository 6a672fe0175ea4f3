"""How a sample scales from one thread to several workers of each kind, on this machine.

Usage: python bench/scaling.py [WORKERS]

Wall-clock time is the best of several runs. CPU time is that of all processes together: if it stays the same,
nothing is lost, and the rest is a matter of free cores.
"""

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

import psutil

from sokodugi import soko

HANDS = ["AsKs", "7h7d", "QcQh", "2c3c", "9s8s", "JdJh"]
DEALS = 60_000_000


def cpu_seconds() -> float:
    """Return the CPU time of this process and its children so far."""
    me = psutil.Process()
    times = [process.cpu_times() for process in (me, *me.children(recursive=True))]
    return sum(t.user + t.system for t in times)


@contextmanager
def dask_executor(workers: int) -> Iterator[Executor]:
    """Start a cluster on this machine: a scheduler, and workers in processes of their own, over TCP."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, host="tcp://127.0.0.1", dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor()


def measure(executor: Executor | None) -> tuple[float, float]:
    """Return the best wall-clock and CPU seconds of five runs."""
    runs = []
    for _ in range(5):
        wall, cpu = time.perf_counter(), cpu_seconds()
        soko.equity(HANDS, method="sample", samples=DEALS, seed=1, executor=executor)
        runs.append((time.perf_counter() - wall, cpu_seconds() - cpu))
    return min(wall for wall, _ in runs), min(cpu for _, cpu in runs)


def main() -> None:
    """Print a line for each kind of executor."""
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1
    alone = measure(None)
    print(f"{'no executor':14} {DEALS / alone[0] / 1e6:6.1f} M deals/s")
    kinds = {"threads": ThreadPoolExecutor, "processes": ProcessPoolExecutor, "dask workers": dask_executor}
    for name, kind in kinds.items():
        with kind(workers) as executor:
            wall, cpu = measure(executor)
        print(
            f"{workers} {name:12} {DEALS / wall / 1e6:6.1f} M deals/s, {alone[0] / wall:.2f} x;"
            f" CPU time {cpu / alone[1]:.2f} x"
        )


if __name__ == "__main__":
    main()
