"""A fleet that is stopped and started again, with databases that cannot be migrated."""

import os
import signal
import sqlite3
import subprocess
import unittest
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from distributed import LocalCluster
from support import (
    SECONDS,
    FleetCase,
    all_problems,
    create_databases,
    find_commands,
    lock,
    problems,
    wait_for_command_at,
)

DATABASES = 300
OPTIONS = ("--shards", "4")


@unittest.skipUnless(os.path.exists("/proc/self/stat"), "it reads /proc")
class ResumeTest(FleetCase):
    def stop(self, fleet: subprocess.Popen[str], send: Callable[[int], None], at: Path) -> dict[str, int]:
        """Stops a fleet that waits for a database, and returns its totals."""
        wait_for_command_at(at)
        send(fleet.pid)
        totals = self.finish(fleet, 130)["totals"]
        self.assertEqual(find_commands(self.folder), [])
        self.assertGreater(totals["migrated"], 0)
        self.assertGreater(totals["missing"], 0)
        return totals

    def test_stopped_twice_and_resumed_twice(self) -> None:
        paths = create_databases(self.folder, DATABASES)
        broken, garbage, locked, lost = bad = paths[3], paths[60], paths[100], paths[250]
        with closing(sqlite3.connect(broken)) as database:
            database.execute("CREATE TABLE total (x)")
        contents = {path: path.read_bytes() for path in (garbage, lost)}
        garbage.write_text("This is a text, and not a database.\n" * 100)
        lost.unlink()
        holder = lock(locked)
        self.addCleanup(holder.close)

        # A terminal sends Ctrl-C to the whole group, also to the workers.
        patient = ("--", "--busy-timeout", str(SECONDS))
        fleet = self.start(*OPTIONS, "--workers", "2", *patient)
        first = self.stop(fleet, lambda pid: os.killpg(pid, signal.SIGINT), locked)

        with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
            remote = (*OPTIONS, "--scheduler", cluster.scheduler_address)
            # The workers of another scheduler learn from it that they must stop.
            fleet = self.start(*remote, *patient)
            second = self.stop(fleet, lambda pid: os.kill(pid, signal.SIGTERM), locked)
            self.assertGreaterEqual(second["migrated"], first["migrated"])

            # Databases that cannot be migrated do not keep the others from it.
            summary = self.finish(self.start(*remote, "--", "--busy-timeout", "0.1"), 2)
            self.assertEqual(summary["totals"], {"migrated": DATABASES - 4, "stopped": 4})
            reasons = {failure["database"]: failure["reason"] for failure in summary["failures"]}
            self.assertEqual(list(reasons), [str(path) for path in bad])
            words = ("already exists", "not an SQLite database", "locked", "no such file")
            for path, word in zip(bad, words, strict=True):
                self.assertIn(word, reasons[str(path)])
            self.assertEqual(all_problems(set(paths) - set(bad)), [])
            with closing(sqlite3.connect(broken)) as database, database:
                self.assertEqual(database.execute("SELECT * FROM db_version").fetchall(), [(2,)])
                database.execute("DROP TABLE total")
            holder.close()
            self.assertEqual(problems(locked, version=1), [])

            # They are migrated after they are mended. The report still says how the others were.
            for path, content in contents.items():
                path.write_bytes(content)
            summary = self.finish(self.start(*remote), 0)
            self.assertEqual(summary["totals"], {"migrated": DATABASES})
            self.assertEqual((summary["failures"], summary["damagedLines"]), ([], 0))
        self.assertEqual(all_problems(paths), [])


if __name__ == "__main__":
    unittest.main()
