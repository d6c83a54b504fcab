"""Ways to a script: by what it does, by what was found in it, and away from one that users may have."""

import re
import unittest
from pathlib import Path

import bundles
from browser import wait
from editor import EditorCase
from selenium.webdriver.common.keys import Keys


def unreleased(folder: Path) -> None:
    """Twelve versions, of which nobody has recorded a release, and a warning in the fifth."""
    bundles.write_script(folder, "sql_default", ["CREATE TABLE user (id INTEGER PRIMARY KEY)"])
    for version in range(2, 13):
        statement = "DELETE FROM user" if version == 5 else f"ALTER TABLE user ADD COLUMN extra_{version} TEXT"
        bundles.write_script(folder, f"sql_update_{version}", [statement])


class FindingWayTest(EditorCase):
    def test_a_version_is_found_by_what_it_does(self) -> None:
        editor = self.start(unreleased)
        height = "return document.getElementById('timeline').offsetHeight"
        before = editor.script(height)
        editor.fill("Find a version", "nothing like this")
        editor.wait_text("No version matches.")
        self.assertEqual(editor.script(height), before)
        field = editor.fill("Find a version", "extra_7")
        wait(lambda: len(editor.all("option")) == 1)
        self.assertIn("Adds the column extra_7", editor.all("option")[0].text)
        field.send_keys(Keys.ENTER)
        editor.one("heading", "Update 7")
        wait(lambda: len(editor.all("option")) > 1)
        self.assertEqual(field.get_attribute("value"), "")

    def test_a_number_finds_the_version_with_this_number_alone(self) -> None:
        def numbers(folder: Path) -> None:
            unreleased(folder)
            bundles.write_script(folder, "sql_update_13", ["ALTER TABLE user ADD COLUMN nr_12 TEXT"], "Follows 12")

        editor = self.start(numbers)
        field = editor.fill("Find a version", "12")
        wait(lambda: [option.text.split("\n")[0] for option in editor.all("option")] == ["Update 12"])
        # Words still find others.
        editor.fill("Find a version", "nr_12")
        wait(lambda: [option.text.split("\n")[0] for option in editor.all("option")] == ["Update 13"])
        field.send_keys(Keys.ESCAPE)

    def test_undo_shows_the_version_that_a_search_does_not_find(self) -> None:
        editor = self.start(unreleased)
        editor.press("Delete step 1")
        editor.wait_text("1 script not saved")
        editor.fill("Find a version", "extra_7").send_keys(Keys.ARROW_DOWN)
        editor.one("heading", "Update 7")
        editor.press("Undo")
        editor.one("heading", "Update 12")
        chosen = "return document.querySelector('.version[aria-selected=true]')?.textContent ?? ''"
        wait(lambda: "Update 12" in editor.script(chosen), lambda: editor.script(chosen))

    def test_a_page_that_is_loaded_again_shows_the_same_version(self) -> None:
        editor = self.start(unreleased)
        editor.fill("Find a version", "update 3").send_keys(Keys.ENTER)
        editor.one("heading", "Update 3")
        self.browser.driver.refresh()
        editor.one("heading", "Update 3")
        chosen = "return document.querySelector('.version[aria-selected=true]')?.textContent ?? ''"
        wait(lambda: "Update 3" in editor.script(chosen), lambda: editor.script(chosen))

    def test_an_update_is_called_as_its_author_wrote_it(self) -> None:
        editor = self.start(bundles.small)
        editor.create_script("Add e-mail")
        editor.one("option", re.compile("Add e-mail"))
        self.assertEqual(editor.one("field", "Description").get_attribute("value"), "Add e-mail")
        self.assertNotIn("add e mail", editor.text())

    def test_undo_leads_to_the_version_that_it_changes(self) -> None:
        editor = self.start(unreleased)
        versions = "document.querySelector('[data-focus=versions]')"
        editor.script(f"{versions}.focus()")
        editor.keys(Keys.HOME)
        editor.one("heading", "Default script")
        editor.fill("Description", "first of all")
        editor.wait_text("1 script not saved")
        editor.settle()
        editor.script(f"{versions}.focus()")
        editor.keys(Keys.END)
        editor.one("heading", "Update 12")
        editor.press("Undo")
        editor.one("heading", "Default script")
        shown = "return document.getElementById('version-0')?.getBoundingClientRect().left > 0"
        wait(lambda: editor.script(shown), "the default script among the versions")

    def test_the_number_of_warnings_leads_to_the_warning(self) -> None:
        editor = self.start(unreleased)
        editor.one("heading", "Update 12")
        editor.press(re.compile("^1 warning"))
        editor.one("heading", "Update 5")
        editor.wait_finding("delete-without-where")

    def test_the_next_warning_is_the_next_one_after_a_change_too(self) -> None:
        editor = self.start(bundles.small)
        for table in ("session", "user"):
            editor.add_sql(f"DELETE FROM {table}")
            editor.press("Done")
            wait(lambda: not editor.has("field", re.compile("^SQL of ")), "the field is closed")
        editor.wait_steps("age", "session", "user")
        for step in (2, 3, 2, 3):
            editor.press(re.compile("^2 warnings"))
            wait(
                lambda step=step: editor.focused.get_attribute("textContent").startswith(f"step {step}:"),
                lambda step=step: f"step {step}, but: {editor.focused.get_attribute('outerHTML')[:200]}",
            )
            editor.fill("Description", f"Deletes rows, and this text is longer: {'x' * step}")
            wait(lambda: editor.script("return document.querySelector('[data-focus=undo]').ariaDisabled") != "true")
            editor.settle()

    def test_the_same_words_about_several_steps_stand_once(self) -> None:
        def same(folder: Path) -> None:
            bundles.small(folder)
            bundles.write_script(folder, "sql_update_3", ["DELETE FROM user", " ", "DELETE FROM user"])

        editor = self.start(same)
        pane = editor.one("region", re.compile("^Update 3"))
        editor.one("button", re.compile("2 steps: deletes every row of “user”"), pane)
        # The files call it an item.
        editor.one("button", re.compile("^step 2 contains no SQL statement"), pane)
        self.assertNotIn("item", editor.text())
        editor.press("Step 3", inside=pane)
        wait(lambda: "step 3:" in editor.focused.text.lower(), lambda: editor.focused.text)

    def test_a_script_that_users_may_have_is_not_changed_without_a_word(self) -> None:
        editor = self.start(unreleased)
        question = "Do users already have"
        self.assertNotIn(question, editor.text())
        editor.fill("Find a version", "update 3").send_keys(Keys.ENTER)
        editor.wait_text(f"{question} update 3?")
        editor.fill("Find a version", "default").send_keys(Keys.ENTER)
        editor.wait_text(f"{question} the default script?")
        editor.press("New update", inside=editor.region("What this script does"))
        editor.wait_text("What is it for, in two or three words?")


if __name__ == "__main__":
    unittest.main()
