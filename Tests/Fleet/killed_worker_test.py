"""10,000 databases, of which one worker dies in the middle of a transaction."""

import json
import os
import signal
import time
import unittest
from concurrent.futures import ProcessPoolExecutor

from support import (
    SECONDS,
    FleetCase,
    all_problems,
    create_databases,
    freeze_in_transaction,
    lock,
    problems,
    wait_for_command_at,
    wait_for_shard,
    wait_until,
)

DATABASES = 10_000
SHARDS = 16


@unittest.skipUnless(os.path.exists("/proc/self/stat"), "it reads /proc")
class KilledWorkerTest(FleetCase):
    def test_every_database_is_migrated_exactly_once(self) -> None:
        begin = time.monotonic()
        paths = create_databases(self.folder, DATABASES)
        self.assertEqual(problems(paths[7], version=1), [])
        created = time.monotonic()

        fleet = self.start("--shards", str(SHARDS), "--workers", "4")
        wait_for_shard(fleet)
        command, journal, report = freeze_in_transaction(fleet, self.folder)
        # A machine that dies takes the worker and its command along. The worker first, or it could tell the scheduler.
        os.kill(command.parent, signal.SIGKILL)
        command.send(signal.SIGKILL)
        wait_until(lambda: command.has_ended)
        self.assertTrue(os.path.exists(journal), "it was not killed in a transaction")
        killed = report.read_bytes()
        summary = self.finish(fleet, 0)
        migrated = time.monotonic()

        # The killed attempt had begun its shard and not finished it.
        reports = self.folder / "reports"
        again = report.with_name(report.name.replace("attempt-1", "attempt-2"))
        self.assertEqual(report.read_bytes(), killed)
        second = [json.loads(line) for line in again.read_bytes().splitlines()]
        done = killed.count(b"\n")
        self.assertTrue(0 < done < len(second), f"{done} of {len(second)}")
        found = [line["outcome"] for line in second]
        self.assertEqual(found, ["current"] * done + ["migrated"] * (len(second) - done))
        self.assertEqual(f"{second[done]['database']}-journal", str(journal))
        # Dask repeats a finished shard if the worker dies before it has passed the result on.
        for path in set(reports.glob("shard-*.attempt-2.jsonl")) - {again}:
            self.assertNotIn(b'"migrated"', path.read_bytes())

        self.assertEqual(summary["totals"], {"migrated": DATABASES})
        self.assertEqual(summary["shards"], SHARDS)
        with open(reports / "report.jsonl") as file:
            self.assertEqual([json.loads(line)["database"] for line in file], [str(path) for path in paths])

        with ProcessPoolExecutor(2) as pool:
            wrong = [problem for found in pool.map(problems, paths, chunksize=500) for problem in found]
        self.assertEqual(wrong, [])
        checked = time.monotonic()
        print(
            f"{DATABASES} databases: created in {created - begin:.1f} s, migrated in {migrated - created:.1f} s,"
            f" checked in {checked - migrated:.1f} s; killed after {done} of {len(second)} of shard {command.shard}"
        )

    def test_a_command_dies_alone_and_a_worker_dies_without_its_command(self) -> None:
        paths = create_databases(self.folder, 200)
        # Each command of this shard waits here, so that we can choose what happens next.
        holder = lock(paths[80])
        self.addCleanup(holder.close)
        fleet = self.start("--shards", "4", "--workers", "2", "--", "--busy-timeout", str(SECONDS))
        first = wait_for_command_at(paths[80])
        first.send(signal.SIGKILL)
        orphan = wait_for_command_at(paths[80], [first])
        os.kill(orphan.parent, signal.SIGKILL)
        # The command of the dead worker goes on while another worker migrates the same shard.
        wait_for_command_at(paths[80], [first, orphan])
        self.assertFalse(orphan.has_ended)
        holder.close()
        summary = self.finish(fleet, 0)
        wait_until(lambda: orphan.has_ended)
        # One command may see a database as current before the other one has written that it migrated it.
        totals = summary["totals"]
        self.assertEqual(totals["migrated"] + totals.get("current", 0), 200, totals)
        self.assertGreaterEqual(summary["attempts"], 6)
        self.assertEqual(all_problems(paths), [])


if __name__ == "__main__":
    unittest.main()
