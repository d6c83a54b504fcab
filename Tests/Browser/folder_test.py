"""Problems of the folder: misnamed files, gaps, links, and released scripts that other programs change."""

import re
import unittest
from pathlib import Path

import axe
import bundles
from browser import wait
from editor import EditorCase

TAG = "CREATE TABLE tag (id INTEGER PRIMARY KEY)"


def misnamed(folder: Path) -> None:
    """Update 4 has a wrong name, so there is a gap before update 5."""
    bundles.small(folder)
    bundles.write_script(folder, "sql_updat_4", [TAG])
    bundles.write_script(folder, "sql_update_5", ["INSERT INTO tag (id) VALUES (1)"])


class FolderTest(EditorCase):
    def test_a_gap_is_closed_by_the_misnamed_file(self) -> None:
        editor = self.start(misnamed)
        editor.select("Update 5")
        editor.wait_finding("sql_update_4 is missing")
        axe.check_view(self, editor)
        self.assertFalse(editor.has("button", re.compile("make “sql_update_5")))
        editor.press("Fix: rename “sql_updat_4.json” to “sql_update_4.json”")
        editor.wait_steps("Creates the table tag")
        editor.settle()
        self.assertFalse(editor.has("button", re.compile("^Show the problem")))
        editor.save()
        self.assertEqual(self.changed_files(), {"sql_updat_4.json", "sql_update_4.json"})

    def test_a_misnamed_file_that_another_program_adds_is_told(self) -> None:
        editor = self.start(bundles.small)
        bundles.write_script(self.scripts, "sql_updat_4", [TAG])
        editor.wait_text("sql_updat_4.json was added by another program.")
        editor.press("Show it (reload)")
        editor.press("Fix: rename “sql_updat_4.json” to “sql_update_4.json”")
        editor.wait_steps("Creates the table tag")
        self.assertFalse(editor.has("button", "Show it (reload)"))

    def test_an_emptied_update_is_deleted_and_the_later_ones_move_up(self) -> None:
        def emptied(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_4", [TAG])

        editor = self.start(emptied)
        editor.select("Update 3")
        editor.wait_text("It can be deleted once it has no steps.")
        editor.press("Delete step 1")
        editor.press("Delete this update")
        editor.wait_text("Swift code that the app registers for version 3")
        editor.wait_text("Update 4 becomes update 3.")
        axe.check_view(self, editor)
        editor.press("Delete it")
        editor.wait_steps("Creates the table tag")
        editor.settle()
        self.assertTrue(editor.has("heading", "Update 3"))
        self.assertFalse(editor.has("option", re.compile("^Update 4")))
        editor.wait_text("1 script not saved")
        self.assertTrue("Renames the file" in editor.save())
        self.assertIn("tag", self.contents()["sql_update_3.json"].decode())
        self.assertEqual(self.changed_files(), {"sql_update_3.json", "sql_update_4.json"})

    def test_an_emptied_update_before_a_released_one_says_why_it_stays(self) -> None:
        def emptied(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_3", [])
            bundles.write_script(folder, "sql_update_4", [TAG])
            bundles.release(folder)
            (folder / "sql_update_3.json").write_text("[ ]\n")
            lock = folder / "sqlscripts.lock"
            lines = [line for line in lock.read_text().splitlines(True) if "sql_update_3" not in line]
            lock.write_text("".join(lines))

        editor = self.start(emptied)
        editor.select("Update 3")
        editor.wait_text("It has to stay, because update 4 is released and keeps its number.")
        self.assertFalse(editor.has("button", "Delete this update"))

    def test_the_middle_says_that_the_folder_has_problems(self) -> None:
        editor = self.start(misnamed)
        steps = editor.region("What this script does")
        self.assertIn("“sql_updat_4.json” is not a script name, so it would never run.", steps.text)
        editor.press("Show the error", inside=steps)
        self.assertIn("sql_updat_4.json", editor.focused.text)
        self.assertIn("Fix: rename", editor.focused.text)

    def test_news_covers_no_button_of_the_left_column(self) -> None:
        editor = self.start(misnamed)
        editor.select("Update 3")
        editor.press("Delete step 1")
        editor.one("button", re.compile("^Undo: "))
        places = """
          const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
          return [edge("#script", "bottom"), edge(".toast", "top")];
        """
        left, toast = editor.script(places)
        self.assertLessEqual(left, toast)
        editor.press(re.compile("^Fix: rename “sql_updat_4"))

    def test_a_new_update_names_the_files_in_its_way_and_leads_to_them(self) -> None:
        editor = self.start(misnamed)
        editor.press("New update")
        editor.fill("What is it for, in two or three words?", "more")
        self.allow("422")
        editor.press("Create")
        editor.wait_text("The next number is not known until “sql_updat_4.json” has the right name.")
        axe.check_view(self, editor)
        editor.press("Show the problem of the folder")
        self.assertIn("Fix: rename", editor.focused.text)
        editor.press("Fix: rename “sql_updat_4.json” to “sql_update_4.json”", inside=editor.focused)
        editor.wait_text("Fixed.")
        editor.create_script("more")
        self.assertTrue(editor.has("heading", "Update 6"))

    def test_the_only_file_of_a_folder_gets_its_name(self) -> None:
        editor = self.start(lambda folder: bundles.write_script(folder, "sql_defualt", [TAG]) and None)
        editor.press("Fix: rename “sql_defualt.json” to “sql_default.json”")
        editor.wait_steps("Creates the table tag")

    def test_a_released_script_that_another_program_deletes_is_put_back(self) -> None:
        editor = self.start(bundles.small)
        (self.scripts / "sql_update_2.json").unlink()
        editor.wait_text("sql_update_2.json was deleted by another program, although it is released.")
        self.assertIn("New databases and those that have not run it yet need it. Put it back.", editor.text())
        self.assertNotIn("the new one", editor.text())
        editor.press("Put it back")
        wait(lambda: "deleted by another program" not in editor.text(), lambda: editor.text())
        self.assertEqual(self.changed_files(), set())

    def test_a_released_script_that_another_program_changes_is_called_so(self) -> None:
        editor = self.start(bundles.small)
        path = self.scripts / "sql_update_2.json"
        text = path.read_text()
        path.write_text(text.replace("'x'", "'y'"))
        editor.wait_text("sql_update_2.json was changed by another program, although it is released.")
        editor.wait_text("Databases that ran the released text will not run the new one")
        axe.check_view(self, editor)
        editor.press("Look at the change (reload)")
        editor.wait_text("What differs from the release of update 2")
        self.assertRegex(editor.text(), r"removed:\s+\"INSERT .*'x'")
        self.assertRegex(editor.text(), r"added:\s+\"INSERT .*'y'")
        axe.check_view(self, editor)
        editor.press("Close")
        editor.one("heading", "Update 2")
        editor.wait_finding("was changed after its release")
        editor.press("Fix: restore the released text")
        editor.wait_text("1 script not saved")
        editor.settle()
        editor.save()
        self.assertEqual(path.read_text(), text)

    def test_a_released_script_that_another_program_deletes_is_called_so(self) -> None:
        editor = self.start(bundles.small)
        path = self.scripts / "sql_update_2.json"
        text = path.read_text()
        path.unlink()
        editor.wait_text("sql_update_2.json was deleted by another program, although it is released.")
        editor.press("Look at the change (reload)")
        editor.press("Fix: restore the released text")
        editor.wait_text("1 script not saved")
        editor.settle()
        editor.save()
        self.assertEqual(path.read_text(), text)

    def test_a_link_out_of_the_folder_says_why_it_cannot_be_edited(self) -> None:
        def linked(folder: Path) -> None:
            bundles.small(folder)
            (folder / "sql_update_3.json").rename(self.folder / "other.json")
            (folder / "sql_update_3.json").symlink_to(self.folder / "other.json")

        editor = self.start(linked)
        editor.wait_text("“sql_update_3.json” is a link to a file outside the folder, so it is not opened here;")
        axe.check_view(self, editor)
        for control in ("SQL", "Edit SQL", "Delete this script", "Column", re.compile("^(Move|Delete) step")):
            self.assertFalse(editor.has("button", control), control)


if __name__ == "__main__":
    unittest.main()
