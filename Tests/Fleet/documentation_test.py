"""Runs the commands of Documentation/Fleets.md in the order of the page."""

import os
import re
import shutil
import subprocess
import sys
import unittest

from support import FLEET, SCRIPTS, SQLSCRIPTS, FleetCase, all_problems, create_databases

PAGE = FLEET.parent.parent / "Documentation" / "Fleets.md"


class DocumentationTest(FleetCase):
    def test_the_commands_of_the_page_work(self) -> None:
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "sqlscripts").symlink_to(SQLSCRIPTS)
        python = self.folder / "bin" / "python"
        # A link to the interpreter would not find the packages of its environment.
        python.write_text(f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n")
        python.chmod(0o755)
        (self.folder / "SQLScripts").symlink_to(SCRIPTS)
        (self.folder / "Examples").symlink_to(FLEET.parent)
        environment = os.environ | {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}

        blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        self.assertGreaterEqual(len(blocks), 6)
        for block in blocks:
            # A backup exists only after a migration.
            if "restore" not in block and "merge.py" not in block:
                shutil.rmtree(self.folder / "databases", ignore_errors=True)
                paths = create_databases(self.folder, 30)
            result = subprocess.run(
                ["sh", "-eu", "-c", block],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertEqual(result.returncode, 0, block + result.stdout + result.stderr)
            if "fleet.py" in block:
                self.assertIn("30 databases: 30 migrated", result.stdout)
                self.assertEqual(all_problems(paths), [])


if __name__ == "__main__":
    unittest.main()
