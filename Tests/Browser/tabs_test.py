"""One folder in two tabs."""

import re
import unittest

import bundles
from axe import violations
from browser import wait
from editor import Editor, EditorCase

TAG = "CREATE TABLE tag (id INTEGER PRIMARY KEY)"


class TabsTest(EditorCase):
    def test_two_tabs_show_the_same(self) -> None:
        editor = self.start(bundles.small)
        first = editor.driver.current_window_handle
        self.browser.open_tab()
        editor.open(self.url)
        second = editor.driver.current_window_handle
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.driver.switch_to.window(first)
        editor.wait_steps("age", "tag")
        editor.add_sql("CREATE TABLE place (id INTEGER PRIMARY KEY)")
        editor.wait_steps("age", "tag", "place")
        editor.driver.switch_to.window(second)
        editor.wait_steps("age", "tag", "place")

    def test_a_tab_that_missed_a_change_is_told_and_loses_nothing(self) -> None:
        editor = self.start(bundles.small)
        first = editor.driver.current_window_handle
        # Without events, the second tab does not hear of the change.
        self.browser.open_tab()
        self.browser.cdp("Network.enable")
        self.browser.cdp("Network.setBlockedURLs", urls=["*/api/events"])
        self.allow("ERR_BLOCKED_BY_CLIENT", "409")
        editor.open(self.url)
        second = editor.driver.current_window_handle
        editor.driver.switch_to.window(first)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.driver.switch_to.window(second)
        self.assertEqual(len(editor.steps()), 1)
        editor.add_sql("CREATE TABLE place (id INTEGER PRIMARY KEY)")
        editor.wait_text("Another tab changed the scripts")
        wait(lambda: len(editor.steps()) == 3, editor.steps)
        text = editor.text()
        self.assertIn("place", text)
        self.assertIn("tag", text)

    def test_saving_is_told_to_other_tabs(self) -> None:
        editor = self.start(bundles.small)
        first = editor.driver.current_window_handle
        self.browser.open_tab()
        editor.open(self.url)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.settle()
        editor.save()
        editor.driver.switch_to.window(first)
        wait(lambda: "Everything is saved" in editor.text(), "the other tab knows that everything is saved", 3)

    def test_a_step_deleted_in_another_tab(self) -> None:
        editor = self.start(bundles.small)
        first = editor.driver.current_window_handle
        second = self.browser.open_tab()
        editor.open(self.url)
        editor.driver.switch_to.window(first)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.settle()
        editor.driver.switch_to.window(second)
        editor.wait_steps("age", "tag")
        editor.press("Delete step 1")
        editor.wait_steps("tag")
        editor.driver.switch_to.window(first)
        editor.one("field", re.compile("^SQL of ")).send_keys(" -- more")
        self.allow("422")
        wait(lambda: len(editor.steps()) == 1, "the step is gone here too", 3)
        editor.settle()
        editor.save()
        self.assertIn("-- more", (self.scripts / "sql_update_3.json").read_text(encoding="utf-8"))

    def unheard_change(self, sql: str | None) -> tuple[Editor, str, str]:
        """The second tab has an open field with step 2. The first one changes the step, or deletes it, and the second one does
        not hear of it."""
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.press("Done")
        editor.wait_steps("age", "tag")
        first = editor.driver.current_window_handle
        second = self.browser.open_tab()
        self.browser.cdp("Network.enable")
        self.browser.cdp("Network.setBlockedURLs", urls=["*/api/events"])
        self.allow("ERR_BLOCKED_BY_CLIENT", "409")
        editor.open(self.url)
        editor.edit_sql(2, TAG)
        editor.driver.switch_to.window(first)
        if sql:
            editor.edit_sql(2, sql)
            editor.wait_steps("age", "theirs")
        else:
            editor.press("Delete step 2")
            editor.wait_steps("age")
        editor.driver.switch_to.window(second)
        editor.one("field", "SQL of step 2").send_keys(" -- mine")
        return editor, first, second

    def choose_text(self, answer: str, expected: str) -> None:
        editor, first, second = self.unheard_change(TAG.replace(")", ", theirs TEXT)"))
        editor.wait_text("This text was changed in another tab while you typed")
        self.assertIn("-- mine", editor.one("field", "SQL of step 2").get_attribute("value"))
        self.assertEqual(violations(editor), [])
        editor.driver.switch_to.window(first)
        editor.wait_steps("age", "theirs")
        editor.driver.switch_to.window(second)
        editor.press(answer)
        editor.wait_steps("age", expected)
        editor.driver.switch_to.window(first)
        editor.wait_steps("age", expected)

    def test_sql_of_another_tab_is_not_overwritten(self) -> None:
        self.choose_text("Use the other text", "theirs")

    def test_sql_of_another_tab_is_overwritten_if_wanted(self) -> None:
        self.choose_text("Use mine", "the column id")

    def test_sql_of_a_deleted_step_is_only_added_if_wanted(self) -> None:
        editor, first, _ = self.unheard_change(None)
        editor.wait_text("This step was deleted. Your text is still here.")
        editor.wait_steps("age")
        editor.press("Add it as a new step")
        editor.wait_steps("age", "tag")
        editor.driver.switch_to.window(first)
        editor.wait_steps("age", "tag")

    def test_a_form_adds_one_column_to_a_table_that_another_tab_changed(self) -> None:
        editor = self.start(bundles.small)
        first = editor.driver.current_window_handle
        second = self.browser.open_tab()
        editor.open(self.url)
        editor.press("Column", inside=editor.one("group", "Add a step"))
        editor.choose("Table", "user")
        editor.fill("Name", "email")
        editor.wait_text("This will be added:")
        editor.driver.switch_to.window(first)
        editor.add_sql("ALTER TABLE user ADD COLUMN phone TEXT")
        editor.wait_steps("age", "phone")
        editor.driver.switch_to.window(second)
        self.allow("409")
        editor.press("Add to update 3")
        editor.wait_text("The scripts were changed while this form was open, so nothing was added")
        self.assertNotIn("phone", editor.text())
        editor.press("Add to update 3")
        editor.wait_steps("age", "phone", "^Adds the column email")

    def test_a_form_does_nothing_that_its_preview_did_not_say(self) -> None:
        editor = self.start(bundles.small)
        first = editor.driver.current_window_handle
        self.browser.open_tab()
        editor.open(self.url)
        second = editor.driver.current_window_handle
        editor.press("Change a table", inside=editor.one("group", "Add a step"))
        editor.choose("Table", "user")
        editor.fill("Name", "nickname", editor.one("group", "Column nick"))
        editor.wait_text("This will be added:")
        editor.driver.switch_to.window(first)
        editor.add_sql("ALTER TABLE user ADD COLUMN phone TEXT")
        editor.wait_steps("age", "phone")
        editor.driver.switch_to.window(second)
        self.allow("409")
        editor.press("Add to update 3")
        editor.wait_text("The scripts were changed while this form was open, so nothing was added")
        # It was opened before there was such a column, and says so.
        editor.wait_text(re.compile("phone.*deleted|[Rr]emoves.*phone", re.DOTALL))
        self.assertEqual(len(editor.all("heading", re.compile("step 3"))), 0)


if __name__ == "__main__":
    unittest.main()
