"""Problems of the folder: misnamed files, gaps, links, and released scripts that other programs change."""

import re
import unittest
from pathlib import Path

import axe
import bundles
from editor import EditorCase


class FolderTest(EditorCase):
    def test_a_released_script_that_another_program_changes_is_called_so(self) -> None:
        editor = self.start(bundles.small)
        path = self.scripts / "sql_update_2.json"
        text = path.read_text()
        path.write_text(text.replace("'x'", "'y'"))
        editor.wait_text("sql_update_2.json was changed by another program, although it is released.")
        editor.wait_text("Users’ databases have already run the released text")
        axe.check_view(self, editor)
        editor.press("Look at the change (reload)")
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
        editor.wait_text("“sql_update_3.json” is a link to a file outside the folder, so it cannot be edited here;")
        editor.wait_steps("age")
        axe.check_view(self, editor)
        for control in ("SQL", "Edit SQL", "Delete this script", "Column", re.compile("^(Move|Delete) step")):
            self.assertFalse(editor.has("button", control), control)


if __name__ == "__main__":
    unittest.main()
