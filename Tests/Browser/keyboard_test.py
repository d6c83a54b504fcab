"""Everything without a mouse."""

import unittest

import bundles
from editor import EditorCase
from selenium.webdriver.common.keys import Keys


class KeyboardTest(EditorCase):
    def tab_to(self, name: str, limit: int = 60, back: bool = False) -> None:
        """Presses Tab until the keyboard is on a control."""
        seen = []
        for _ in range(limit):
            if self.editor.focused.accessible_name == name:
                return
            seen.append(self.editor.focused.accessible_name)
            self.editor.keys(*((Keys.SHIFT, Keys.TAB) if back else (Keys.TAB,)))
        self.fail(f"Tab does not reach {name}, but {seen}")

    def test_a_first_table(self) -> None:
        self.editor = editor = self.start()
        self.tab_to("Create the first script")
        editor.keys(Keys.ENTER)
        editor.wait_text("The default script creates the tables")
        self.tab_to("Create")
        editor.keys(Keys.ENTER)
        editor.wait_text("This script does nothing yet")
        self.tab_to("Table")
        editor.keys(Keys.ENTER)
        editor.one("field", "Name of the table")
        editor.type("user")
        # The key comes first; the second column is new.
        self.tab_to("Remove the column id")
        editor.keys(Keys.TAB)
        editor.keys(Keys.TAB)
        self.tab_to("Name")
        editor.type("name")
        self.tab_to("Required")
        editor.keys(Keys.SPACE)
        self.tab_to("Add a column")
        editor.keys(Keys.ENTER)
        editor.type("age")
        self.tab_to("Type")
        # Chromium's closed list goes to the next entry.
        editor.keys(Keys.ARROW_DOWN)
        editor.wait_text("This will be added:")
        self.tab_to("Add to the default script")
        editor.keys(Keys.ENTER)
        editor.wait_steps("Creates the table user")
        editor.settle()
        editor.keys(Keys.CONTROL, "s")
        editor.wait_text("Save these changes?")
        self.tab_to("Save this file")
        editor.keys(Keys.ENTER)
        editor.wait_text("Everything is saved")
        (name,) = self.changed_files()
        saved = self.contents()[name].decode()
        for part in ("name TEXT NOT NULL", "age INTEGER"):
            self.assertIn(part, saved)

    def test_versions_and_steps(self) -> None:
        self.editor = editor = self.start(bundles.small)
        self.tab_to("Versions")
        editor.keys(Keys.HOME)
        editor.wait_text("Released. Databases in use")
        self.assertTrue(editor.has("heading", "Default script"))
        editor.keys(Keys.END)
        editor.one("heading", "Update 3")
        self.tab_to("SQL", 80)
        while editor.focused.tag_name != "button":
            editor.keys(Keys.TAB)
            self.tab_to("SQL", 80)
        editor.keys(Keys.ENTER)
        editor.type("CREATE TABLE tag (id INTEGER PRIMARY KEY)")
        editor.wait_steps("age", "Creates the table tag")
        editor.keys(Keys.ESCAPE)
        self.tab_to("Move step 2 up", 80, back=True)
        editor.keys(Keys.ENTER)
        editor.wait_steps("Creates the table tag", "age")
        self.tab_to("Delete step 1", 80)
        editor.keys(Keys.ENTER)
        editor.wait_steps("age")

    def test_a_dialog_keeps_the_keyboard_and_gives_it_back(self) -> None:
        self.editor = editor = self.start(bundles.small)
        self.tab_to("Column", 80)
        editor.keys(Keys.ENTER)
        editor.one("heading", "Add a column")
        for _ in range(25):
            editor.keys(Keys.TAB)
            inside = editor.script(
                "return document.activeElement === document.body || !!document.activeElement.closest('dialog')"
            )
            self.assertTrue(inside)
        editor.keys(Keys.ESCAPE)
        self.assertEqual(editor.focused.accessible_name, "Column")


if __name__ == "__main__":
    unittest.main()
