"""A real cluster: a scheduler and workers in processes of their own, spoken to over TCP."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sokodugi import Equity, Range, badugi, soko

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    settings = {"distributed.admin.log-length": 0, "distributed.comm.timeouts.connect": "10s"}
    import dask

    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="tcp://127.0.0.1",
            dashboard_address=":0",
            silence_logs=50,
        ) as running,
    ):
        yield running


def same(a: Equity, b: Equity) -> bool:
    return a.deals == b.deals and np.array_equal(a.tally.ways, b.tally.ways)


def test_a_cluster_gives_the_result_of_one_machine(cluster: Any) -> None:
    with distributed.Client(cluster) as client:
        executor = client.get_executor()
        for game, hands in (
            (soko, ["AsKs", "7h7d", "QcQh"]),
            (badugi, [Range.parse("A2**"), Range.parse("<=9-8-7-6", badugi)]),
        ):
            asked = {"method": "sample", "samples": 2_000_000, "seed": 3}
            assert same(game.equity(hands, executor=executor, **asked), game.equity(hands, **asked))
        exact = ["AsKs2d", "7h7d3c", "QcQhJc"]
        assert same(soko.equity(exact, executor=executor), soko.equity(exact))


@pytest.mark.skipif(os.name == "nt", reason="processes are killed by a signal")
def test_a_killed_worker_changes_nothing(cluster: Any) -> None:
    hands = ["AsKs", "7h7d", "QcQh", "2c3c", "9s8s", "JdJh"]
    with distributed.Client(cluster) as client:
        victims = list(client.run(os.getpid).values())

        def kill(done: int, total: int) -> None:
            """Kill a worker once a fifth of the work is done."""
            if victims and done > total / 5:
                os.kill(victims[0], signal.SIGKILL)
                victims.clear()

        found = soko.equity(
            hands, method="sample", samples=20_000_000, seed=3, executor=client.get_executor(), progress=kill
        )
        assert not victims
    assert same(found, soko.equity(hands, method="sample", samples=20_000_000, seed=3))
