"""Problems of the folder: misnamed files, gaps, links, and released scripts that other programs change."""

import unittest

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


if __name__ == "__main__":
    unittest.main()
