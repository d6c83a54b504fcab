"""Releasing from the page, and released scripts that somebody changed."""

import re
import unittest
from pathlib import Path

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
        editor.wait_text("Released. Databases in use may have run this script")
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
        self.assertEqual(editor.one("button", RELEASE).get_attribute("title"), "Save your changes first.")
        editor.press(RELEASE)
        editor.wait_text("Save your changes first")
        editor.press("Save …")
        editor.press("Save this file")
        editor.wait_text("Everything is saved")
        self.allow("422")
        self.assertEqual(editor.one("button", RELEASE).get_attribute("title"), "Correct the error first.")
        editor.press(RELEASE)
        editor.wait_text("There is still 1 error; correct it first.")
        editor.press("Show the error")
        wait(lambda: "Cannot run." in editor.focused.text, lambda: editor.focused.text)
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})

    def test_a_released_script_that_was_changed_is_restored(self) -> None:
        editor = self.start(bundles.small)
        editor.select("Update 2")
        path = self.scripts / "sql_update_2.json"
        text = path.read_text()
        path.write_text(text.replace("'x')\"", "'x')\", \"CREATE TABLE tag (id INTEGER PRIMARY KEY)\""))
        editor.wait_text("was changed by another program")
        editor.press("Look at the change (reload)")
        editor.wait_text("What differs from the release of update 2")
        editor.press("Close")
        editor.press("Show what differs …")
        editor.wait_text("What differs from the release of update 2")
        axe.check_view(self, editor)
        editor.press("Restore the released text, and move the added step into a new update")
        editor.wait_text("2 scripts not saved")
        editor.press("Undo")
        editor.wait_finding("was changed after its release")
        self.assertNotIn("git", editor.text())
        axe.check_view(self, editor)
        self.assertFalse(editor.has("button", re.compile("^Delete steps? ")))
        self.assertFalse(editor.has("button", "SQL"))
        editor.press("Edit it anyway")
        self.assertTrue(editor.has("button", re.compile("^Delete steps? ")))
        self.assertFalse(editor.has("button", "Edit it anyway"))
        editor.press("Fix: restore the released text, and move the added step into a new update")
        editor.wait_text("2 scripts not saved")
        editor.wait_finding("has no index")
        editor.settle()
        self.assertNotIn("was changed after its release", editor.text())
        editor.save()
        self.assertEqual(path.read_text(), text)
        self.assertIn("tag", self.contents()["sql_update_4.json"].decode())
        editor.select("Update 2")
        editor.wait_text("Released. Databases in use may have run this script")

    def test_a_changed_release_that_no_user_has_is_released_again(self) -> None:
        def changed(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_2", ["CREATE TABLE session (id INTEGER PRIMARY KEY)"])

        editor = self.start(changed)
        editor.select("Update 2")
        editor.wait_finding("The editor does not know the text that users have.")
        self.assertNotIn("git", editor.text())
        self.assertFalse(editor.has("button", "Show what differs …"))
        editor.press("No user has it yet …")
        editor.wait_text("Release update 2 again?")
        editor.wait_text("Do this only if no user has the release")
        editor.wait_text("Only update 2 is recorded, as it is now. Update 3 is not released with it.")
        axe.check_view(self, editor)
        editor.press("Release update 2 again")
        editor.wait_text("Update 2 is released and locked.")
        self.assertTrue(editor.has("button", "Release update 3 …"))
        self.assertEqual(self.changed_files(), {"sqlscripts.lock"})

    def test_unsaved_steps_of_a_script_released_meanwhile_go_into_a_new_update(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql("CREATE TABLE tag (id INTEGER PRIMARY KEY)")
        editor.press("Done")
        editor.settle()
        text = (self.scripts / "sql_update_3.json").read_text()
        programs.run("release", "--scripts", self.scripts)
        editor.wait_text("Another program released update 3 meanwhile; your changes to it are not saved.")
        editor.press("What can I do? …")
        editor.wait_text("They can go into a new update.")
        axe.check_view(self, editor)
        editor.press(re.compile("^Close$"))
        # Undo, and the way back.
        editor.press("Undo")
        editor.wait_text("Everything is saved")
        self.assertNotIn("Another program released", editor.text())
        editor.press("Redo")
        editor.wait_text("Another program released update 3 meanwhile")
        editor.settle()
        editor.press("No user has it yet …")
        editor.wait_text("Update 3 was released while you edited it")
        editor.press(re.compile("^Close$"))
        editor.press(re.compile("^Save$"))
        editor.wait_text("Update 3 was released while you edited it")
        editor.press("Restore the released text, and move the added step into a new update")
        editor.wait_text("Update 4")
        editor.settle()
        self.assertNotIn("Another program released", editor.text())
        editor.save()
        self.assertEqual((self.scripts / "sql_update_3.json").read_text(), text)
        self.assertIn("tag", self.contents()["sql_update_4.json"].decode())

    def test_what_users_have_is_deleted_only_after_a_question(self) -> None:
        def changed(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_2", ["CREATE TABLE session (id INTEGER PRIMARY KEY)"])

        editor = self.start(changed)
        editor.select("Update 2")
        editor.press("Delete step 1")
        self.allow("409")
        editor.wait_text("Delete a step of update 2, although it is released?")
        editor.wait_text("their databases will not run it again")
        axe.check_view(self, editor)
        editor.press("Cancel")
        editor.wait_steps("session")
        editor.press("Delete step 1")
        editor.press("Delete it anyway")
        editor.wait_text("Step 1 deleted.")


if __name__ == "__main__":
    unittest.main()
