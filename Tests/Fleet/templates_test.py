"""The templates for other schedulers, run with the variables that these schedulers set."""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from collections.abc import Iterable
from pathlib import Path

import yaml
from support import FLEET, SCRIPTS, SQLSCRIPTS, FleetCase, all_problems, create_databases

TEMPLATES = FLEET / "templates"

# Records its shard, and nothing else.
STUB = """#!/bin/sh
while [ "$1" != --shard ]; do shift; done
echo "$2" >>"$RECORD"
"""


class TemplatesTest(FleetCase):
    def setUp(self) -> None:
        super().setUp()
        (self.folder / "bin").mkdir()
        (self.folder / "reports").mkdir()
        (self.folder / "databases.txt").touch()
        self.environment = os.environ | {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "DATABASES": str(self.folder / "databases.txt"),
            "SCRIPTS": str(SCRIPTS),
            "REPORTS": str(self.folder / "reports"),
            "RECORD": str(self.folder / "record"),
        }

    def use_stub(self) -> None:
        stub = self.folder / "bin" / "sqlscripts"
        stub.write_text(STUB)
        stub.chmod(0o755)

    def run_all(self, command: list[str | Path], variable: str, values: Iterable[int]) -> list[int]:
        """Runs a command once for each value of a variable. Returns the exit statuses."""
        environments = [self.environment | {variable: str(value)} for value in values]
        processes = [subprocess.Popen(command, env=each, cwd=TEMPLATES) for each in environments]
        return [process.wait() for process in processes]

    def expect_each_shard_once(self, shards: int) -> None:
        found = (self.folder / "record").read_text().splitlines()
        self.assertEqual(sorted(found), sorted(f"{shard}/{shards}" for shard in range(1, shards + 1)))
        self.assertEqual(len(list((self.folder / "reports").glob("*.attempt-1.jsonl"))), shards)

    def test_the_kubernetes_job_has_one_index_for_each_shard(self) -> None:
        job = yaml.safe_load((TEMPLATES / "kubernetes-job.yaml").read_text())
        self.assertEqual((job["kind"], job["spec"]["completionMode"]), ("Job", "Indexed"))
        pod = job["spec"]["template"]["spec"]
        container = pod["containers"][0]
        variables = {variable["name"]: variable["value"] for variable in container["env"]}
        self.assertEqual(set(variables), {"SHARDS", "DATABASES", "SCRIPTS", "REPORTS"})
        shards = job["spec"]["completions"]
        self.assertEqual(variables["SHARDS"], str(shards))
        mounted = {mount["name"] for mount in container["volumeMounts"]}
        self.assertEqual(mounted, {volume["name"] for volume in pod["volumes"]})
        # The API server refuses rules for exit codes without it.
        self.assertEqual(pod["restartPolicy"], "Never")
        rule = job["spec"]["podFailurePolicy"]["rules"][1]["onExitCodes"]
        self.assertEqual(rule["containerName"], container["name"])

        self.use_stub()
        self.environment["SHARDS"] = variables["SHARDS"]
        statuses = self.run_all(container["command"], "JOB_COMPLETION_INDEX", range(shards))
        self.assertEqual(set(statuses), {0})
        self.expect_each_shard_once(shards)

    def test_the_slurm_array_has_one_task_for_each_shard(self) -> None:
        script = TEMPLATES / "slurm-array.sh"
        text = script.read_text()
        array = re.search(r"^#SBATCH --array=(\d+)-(\d+)", text, re.MULTILINE)
        assert array
        first, last = map(int, array.groups())
        # Slurm reads no options after the first command.
        self.assertLess(text.rindex("\n#SBATCH"), text.index("\nset -eu"))

        self.use_stub()
        self.environment["SLURM_SUBMIT_DIR"] = str(TEMPLATES)
        statuses = self.run_all(["sh", script], "SLURM_ARRAY_TASK_ID", range(first, last + 1))
        self.assertEqual(set(statuses), {0})
        self.expect_each_shard_once(last)

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_gnu_parallel_runs_each_shard_once(self) -> None:
        self.use_stub()
        output = subprocess.run(
            [TEMPLATES / "parallel.sh"], env=self.environment, capture_output=True, text=True, check=False
        )
        self.assertEqual(output.returncode, 0, output.stderr)
        self.assertIn("64 shards, 64 attempts, 0 damaged lines", output.stdout)
        self.expect_each_shard_once(64)

    def test_attempts_at_shards_are_merged(self) -> None:
        paths = create_databases(self.folder, 12)
        paths[5].rename(self.folder / "lost")
        (self.folder / "bin" / "sqlscripts").symlink_to(SQLSCRIPTS)
        merge = [sys.executable, FLEET / "merge.py", "--reports", self.folder / "reports"]
        merge += ["--from-file", self.folder / "databases.txt"]

        def migrate(shard: int, *options: str) -> int:
            command = ["sh", TEMPLATES / "migrate-shard.sh", str(shard), "3", *options]
            return subprocess.run(command, env=self.environment, check=False).returncode

        self.assertEqual(sorted(migrate(shard, "--to", "2") for shard in (1, 2, 3)), [0, 0, 2])
        self.assertEqual(subprocess.run(merge, capture_output=True, check=False).returncode, 1)
        self.assertEqual(all_problems([path for path in paths if path.exists()], version=2), [])

        (self.folder / "lost").rename(paths[5])
        self.assertEqual([migrate(shard, "--backup") for shard in (1, 2, 3)], [0, 0, 0])
        self.assertEqual(subprocess.run(merge, capture_output=True, check=False).returncode, 0)
        summary = json.loads((self.folder / "reports" / "summary.json").read_text())
        self.assertEqual(summary["totals"], {"migrated": 12})
        self.assertEqual((summary["shards"], summary["attempts"]), (3, 6))
        self.assertEqual(len(list((self.folder / "databases").glob("*.backup-*"))), 12)
        self.assertEqual(all_problems(paths), [])

        # Wrong usage is not retried by a scheduler that knows this status.
        self.assertEqual(migrate(4), 64)

    def test_the_shell_accepts_the_scripts(self) -> None:
        scripts = sorted(TEMPLATES.glob("*.sh"))
        self.assertEqual(len(scripts), 3)
        for script in scripts:
            self.assertTrue(os.access(script, os.X_OK), script)
            subprocess.run(["sh", "-n", script], check=True)
        if shutil.which("shellcheck"):
            subprocess.run(["shellcheck", *scripts], check=True)


if __name__ == "__main__":
    unittest.main()
