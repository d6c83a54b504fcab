"""Dialogs that wait for a decision while the scripts change in another tab, or the files on the disk."""

import re
import unittest
from pathlib import Path

import axe
import bundles
from editor import Editor, EditorCase

TAG = "CREATE TABLE tag (id INTEGER PRIMARY KEY)"
PLACE = "CREATE TABLE place (id INTEGER PRIMARY KEY)"
MOVED_ON = "The scripts were changed in another tab while this dialog was open, so nothing was done."


def rivals(folder: Path) -> None:
    """Two files with version 3."""
    bundles.small(folder)
    bundles.write_script(folder, "sql_update_3_tag", [TAG])


class DialogsTest(EditorCase):
    def open_second(self, editor: Editor) -> tuple[str, str]:
        """A second tab, which is the current one afterwards."""
        first = editor.driver.current_window_handle
        self.browser.open_tab()
        editor.open(self.url)
        return first, editor.driver.current_window_handle

    def test_saving_writes_only_what_the_dialog_showed(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.settle()
        first, second = self.open_second(editor)
        editor.driver.switch_to.window(first)
        editor.press(re.compile("^Save$"))
        editor.wait_text("Save these changes?")
        editor.driver.switch_to.window(second)
        editor.add_sql(PLACE)
        editor.wait_steps("age", "tag", "place")
        editor.settle()
        editor.driver.switch_to.window(first)
        self.allow("409")
        self.assertNotIn("place", editor.text())
        editor.press("Save this file")
        editor.wait_text(MOVED_ON)
        self.assertEqual(self.changed_files(), set())
        self.assertIn("Creates the table place", editor.text())
        axe.check_view(self, editor)
        editor.press("Save this file")
        editor.wait_text("Everything is saved")
        self.assertIn("place", self.contents()["sql_update_3.json"].decode())

    def test_what_another_tab_has_saved_is_not_saved_again(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.settle()
        first, second = self.open_second(editor)
        editor.driver.switch_to.window(first)
        editor.press(re.compile("^Save$"))
        editor.wait_text("Save these changes?")
        editor.driver.switch_to.window(second)
        editor.add_sql(PLACE)
        editor.wait_steps("age", "tag", "place")
        editor.settle()
        editor.save()
        editor.driver.switch_to.window(first)
        self.allow("409")
        editor.press("Save this file")
        editor.wait_text("Everything is saved already.")

    def test_a_third_version_of_a_file_is_shown_before_it_is_overwritten(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        bundles.write_script(self.scripts, "sql_update_3", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        editor.wait_text("was changed by another program")
        editor.press("Compare and save mine …")
        editor.wait_text("Another program changed this file")
        self.assertRegex(editor.text(), r"What you changed\s+added\s+Creates the table tag")
        self.assertRegex(editor.text(), r"What the other program changed[^$]+added\s+Creates the table theirs")
        bundles.write_script(self.scripts, "sql_update_3", ["CREATE TABLE third (id INTEGER PRIMARY KEY)"])
        self.allow("409")
        editor.press("Keep mine (overwrite the file)")
        editor.wait_text("Nothing was overwritten, because another program changed the files again.")
        self.assertIn("third", self.contents()["sql_update_3.json"].decode())
        self.assertIn("third", editor.text())
        self.assertNotIn("theirs", editor.text().replace("Use theirs", ""))
        editor.press("Keep mine (overwrite the file)")
        editor.wait_text("Everything is saved")
        self.assertIn("tag", self.contents()["sql_update_3.json"].decode())

    def test_a_conflict_that_has_vanished_closes_its_dialog(self) -> None:
        editor = self.start(bundles.small)
        file = self.scripts / "sql_update_3.json"
        before = file.read_bytes()
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.settle()
        first, second = self.open_second(editor)
        editor.driver.switch_to.window(first)
        bundles.write_script(self.scripts, "sql_update_3", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        editor.wait_text("was changed by another program")
        editor.press("Compare and save mine …")
        editor.wait_text("Another program changed this file")
        file.write_bytes(before)
        editor.driver.switch_to.window(second)
        editor.add_sql(PLACE)
        editor.wait_steps("age", "tag", "place")
        editor.settle()
        editor.driver.switch_to.window(first)
        self.allow("409")
        editor.press("Use theirs (reload the files)")
        editor.wait_text("There is nothing left to compare")
        self.assertFalse(editor.has("button", "Use theirs (reload the files)"))
        editor.wait_steps("age", "tag", "place")

    def test_changes_of_another_tab_are_shown_before_they_are_given_up(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.settle()
        first, second = self.open_second(editor)
        editor.driver.switch_to.window(first)
        bundles.write_script(self.scripts, "sql_update_3", ["CREATE TABLE theirs (id INTEGER PRIMARY KEY)"])
        editor.wait_text("was changed by another program")
        editor.press("Compare and save mine …")
        editor.wait_text("Another program changed this file")
        editor.driver.switch_to.window(second)
        editor.add_sql(PLACE)
        editor.wait_steps("age", "tag", "place")
        editor.settle()
        editor.driver.switch_to.window(first)
        self.allow("409")
        editor.press("Use theirs (reload the files)")
        editor.wait_text(MOVED_ON)
        self.assertIn("place", editor.text())
        editor.press("Use theirs (reload the files)")
        editor.wait_steps("Creates the table theirs")

    def test_a_release_records_only_what_the_dialog_showed(self) -> None:
        editor = self.start(bundles.small)
        first, second = self.open_second(editor)
        editor.driver.switch_to.window(first)
        editor.press("Release update 3 …")
        editor.wait_text("Release update 3?")
        editor.driver.switch_to.window(second)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.settle()
        editor.save()
        editor.driver.switch_to.window(first)
        self.allow("409")
        editor.press("Release update 3")
        editor.wait_text("The scripts have changed since")
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})
        editor.press("Cancel")
        editor.press("Release update 3 …")
        editor.wait_text("Creates the table tag")
        editor.press("Release update 3")
        editor.wait_text("Update 3 is released and locked.")

    def test_a_choice_between_two_files_meets_only_what_the_dialog_showed(self) -> None:
        editor = self.start(rivals)
        first, second = self.open_second(editor)
        editor.driver.switch_to.window(first)
        editor.press("Show both files …")
        editor.wait_text("Two files have the same version")
        editor.driver.switch_to.window(second)
        editor.select("Update 3")
        editor.fill("Description", "Adds the height")
        editor.wait_text("1 script not saved")
        editor.settle()
        editor.driver.switch_to.window(first)
        self.allow("409")
        editor.press(re.compile("^Delete “sql_update_3.json”$"))
        editor.wait_text("The scripts have changed since")
        editor.press("Cancel")
        editor.wait_text("1 script not saved")
        editor.press("Show both files …")
        editor.wait_text("Adds the height")
        editor.press(re.compile("^Delete “sql_update_3.json”$"))
        editor.wait_text("Done. The files change when you save.")
        self.assertEqual(self.changed_files(), set())


if __name__ == "__main__":
    unittest.main()
