#!/usr/bin/env python3
"""Migrates many SQLite databases on Dask, and merges what all workers report.

    find /data -name '*.sqlite' > databases.txt
    fleet.py --from-file databases.txt --scripts SQLScripts --reports reports --workers 4

Each task migrates one shard with `sqlscripts migrate --shard`. If a worker dies, Dask gives its shard to another one,
which finds the migrated databases up to date. Ctrl-C stops all workers. Start the same command again to resume.

All workers need the same paths for the list, the databases, the scripts and the reports. Documentation/Fleets.md says
more.

Exit status: that of `sqlscripts migrate`, the highest of all shards; 1 if a database has no report; 2 for a wrong call;
130 after Ctrl-C.
"""

import argparse
import os
import signal
import subprocess
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from distributed import Client, Event, Future, LocalCluster, WorkerPlugin, as_completed
from merge import find_attempts, read_list, write_report

COULD_NOT_RUN = 2
INTERRUPTED = 130


@dataclass(frozen=True)
class Fleet:
    """What every task needs to know."""

    databases: Path
    scripts: Path
    reports: Path
    shards: int
    sqlscripts: str
    options: list[str]
    # The name of a Dask event that is set after Ctrl-C.
    stop: str


class IgnoreInterrupts(WorkerPlugin):
    """Keeps the local workers alive after Ctrl-C, which a terminal sends to them, too."""

    def setup(self, worker: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def create_report(fleet: Fleet, shard: int) -> BinaryIO:
    """Creates the file of the next attempt at a shard. Two workers never get the same one."""
    attempt = 1
    while True:
        try:
            return open(fleet.reports / f"shard-{shard}-of-{fleet.shards}.attempt-{attempt}.jsonl", "xb")
        except FileExistsError:
            attempt += 1


def migrate_shard(fleet: Fleet, shard: int) -> int:
    """Migrates one shard on a worker, and returns the exit status of the command."""
    stop = Event(fleet.stop)
    if stop.is_set():
        return INTERRUPTED
    command = [fleet.sqlscripts, "migrate", "--from-file", fleet.databases, "--shard", f"{shard}/{fleet.shards}"]
    command += ["--format", "jsonl", "--scripts", fleet.scripts, *fleet.options]
    with create_report(fleet, shard) as report, open(Path(report.name).with_suffix(".log"), "wb") as log:
        # In a session of its own, Ctrl-C does not reach it. A second signal after ours would end it at once.
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=report, stderr=log, start_new_session=True)
        try:
            status = wait_for_command(process, stop)
        finally:
            # Still runs if the worker lost its scheduler. Then another worker gets the shard.
            process.terminate()
            process.wait()
    if status < 0 and not stop.is_set():
        # Dask retries a task that raises an error.
        raise ChildProcessError(f"signal {-status} ended the command")
    return INTERRUPTED if status < 0 else status


def wait_for_command(process: subprocess.Popen[bytes], stop: Event) -> int:
    while True:
        try:
            return process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            if stop.is_set():
                process.terminate()
                return process.wait()


def wait_for(futures: dict[Future[int], int], statuses: dict[int, int]) -> None:
    """Collects the exit status of each shard."""
    left = [future for future, shard in futures.items() if shard not in statuses]
    for future in as_completed(left):
        shard = futures[future]
        if future.status == "finished":
            statuses[shard] = future.result()
        else:
            print(f"error: shard {shard} failed: {future.exception()}", file=sys.stderr)
            statuses[shard] = COULD_NOT_RUN
        # Otherwise Dask repeats the finished shards of a worker that dies, because their results die with it.
        future.release()
        print(f"shard {shard} is done, {len(statuses)} of {len(futures)}", file=sys.stderr, flush=True)


def run(fleet: Fleet, client: Client) -> int:
    """Migrates all shards, and returns the highest exit status."""
    futures: dict[Future[int], int] = {}
    statuses: dict[int, int] = {}
    try:
        for shard in range(1, fleet.shards + 1):
            futures[client.submit(migrate_shard, fleet, shard, pure=False, retries=2)] = shard
        wait_for(futures, statuses)
    except KeyboardInterrupt:
        print("stopping; press Ctrl-C again to stop at once", file=sys.stderr, flush=True)
        Event(fleet.stop, client).set()
        wait_for(futures, statuses)
        return INTERRUPTED
    return max(statuses.values())


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Migrates many SQLite databases on Dask.")
    parser.add_argument("--from-file", type=Path, required=True, metavar="LIST", help="absolute paths, one per line")
    parser.add_argument("--scripts", type=Path, required=True, metavar="DIR", help="the scripts folder")
    parser.add_argument("--reports", type=Path, required=True, metavar="DIR", help="where to write reports")
    parser.add_argument("--shards", type=int, default=64, help="how many tasks (default: 64)")
    cluster = parser.add_mutually_exclusive_group()
    cluster.add_argument("--workers", type=int, default=os.cpu_count(), help="how many workers on this machine")
    cluster.add_argument("--scheduler", metavar="ADDRESS", help="use the workers of this scheduler instead")
    parser.add_argument("--sqlscripts", default="sqlscripts", metavar="PROGRAM", help="the command")
    parser.add_argument("options", nargs="*", help="more options of “sqlscripts migrate”, after --")
    arguments = parser.parse_args()
    if arguments.shards < 1 or arguments.workers < 1:
        parser.error("--shards and --workers must be at least 1")
    if any(attempt.count != arguments.shards for attempt in find_attempts(arguments.reports)):
        parser.error(f"“{arguments.reports}” has reports of another number of shards")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    try:
        databases = read_list(arguments.from_file)
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return COULD_NOT_RUN
    for path in databases:
        if not os.path.isabs(path):
            print(f"error: “{path}” is not an absolute path", file=sys.stderr)
            return COULD_NOT_RUN
    arguments.reports.mkdir(parents=True, exist_ok=True)
    fleet = Fleet(
        databases=arguments.from_file.absolute(),
        scripts=arguments.scripts.absolute(),
        reports=arguments.reports.absolute(),
        shards=arguments.shards,
        sqlscripts=arguments.sqlscripts,
        options=arguments.options,
        stop=f"stop-{uuid.uuid4()}",
    )
    # A scheduler such as Slurm stops a job with this signal.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if arguments.scheduler:
        with Client(arguments.scheduler) as client:
            status = run(fleet, client)
    else:
        # One shard per worker at a time. No dashboard, so no port is open to other machines.
        workers = arguments.workers
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            client.register_plugin(IgnoreInterrupts())
            status = run(fleet, client)
    return max(status, write_report(databases, fleet.reports))


if __name__ == "__main__":
    sys.exit(main())
