"""Releasing from the page, and released scripts that somebody changed."""

import re
import unittest

import axe
import bundles
import programs
from browser import wait
from editor import EditorCase

RELEASE = re.compile("^Release .* …$")


class ReleaseTest(EditorCase):
    def test_an_update_is_released_from_the_page(self) -> None:
        editor = self.start(bundles.small)
        editor.press("Release update 3 …")
        editor.wait_text("Release update 3?")
        editor.wait_text(re.compile("This is what users will get:\\s+Update 3"))
        self.assertIn("Adds the column age", editor.text())
        self.assertIn("cannot be undone", editor.text())
        axe.check_view(self, editor)
        self.assertEqual(editor.focused.text, "Cancel")
        self.assertEqual(self.changed_files(), set())
        editor.press("Release update 3")
        editor.wait_text("Update 3 is released and locked.")
        editor.wait_text("Released. Databases in use have already run this script")
        self.assertEqual(self.changed_files(), {"sqlscripts.lock"})
        self.assertIn("3 update sql_update_3.json", self.contents()["sqlscripts.lock"].decode())
        self.assertFalse(editor.has("button", RELEASE))
        self.assertFalse(editor.has("button", "Edit SQL"))
        self.assertNotIn("changed by another program", editor.text())
        self.assertEqual(programs.new_findings(self.scripts), [])

    def test_unsaved_changes_and_errors_are_in_the_way(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("UPDATE user SET nik = 1 WHERE id = 1")
        editor.wait_finding("no column named")
        editor.settle()
        editor.press(RELEASE)
        editor.wait_text("Save your changes first")
        editor.press("Save …")
        editor.press("Save this file")
        editor.wait_text("Everything is saved")
        self.allow("422")
        editor.press(RELEASE)
        editor.wait_text("There is still 1 error; correct it first.")
        editor.press("Show the error")
        wait(lambda: "Cannot run." in editor.focused.text, lambda: editor.focused.text)
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})


if __name__ == "__main__":
    unittest.main()
