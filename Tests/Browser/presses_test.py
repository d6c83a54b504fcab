"""Presses that come before the page has drawn what the last one did."""

import re
import unittest

import bundles
from browser import wait
from editor import EditorCase
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

DIALOGS = "return document.querySelectorAll('dialog[open]').length"
# Counts the requests without an answer.
COUNT = """
const send = window.fetch;
window.unanswered = 0;
window.fetch = async (...values) => {
  window.unanswered += 1;
  try {
    return await send(...values);
  } finally {
    window.unanswered -= 1;
  }
};
"""


class PressesTest(EditorCase):
    def setUp(self) -> None:
        super().setUp()
        self.browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=COUNT)
        self.editor = self.start(bundles.small)
        for name in ("one", "two", "three"):
            self.editor.add_sql(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY)")
            self.editor.press("Done")
            wait(lambda: not self.editor.has("field", re.compile("^SQL of ")), "the field is closed")
        self.editor.wait_steps("age", "one", "two", "three")
        self.editor.settle()

    def slow_down(self) -> None:
        """Every answer takes longer than the next press."""
        # What later steps need is asked after each press, and the next one may overtake the question.
        self.allow("/api/later")
        self.browser.cdp("Network.enable")
        self.browser.cdp(
            "Network.emulateNetworkConditions", offline=False, latency=400, downloadThroughput=-1, uploadThroughput=-1
        )

    def test_a_double_click_deletes_one_step(self) -> None:
        editor = self.editor
        self.slow_down()
        button = editor.one("button", "Delete step 2")
        ActionChains(editor.driver).double_click(button).perform()
        editor.wait_text("Step 2 deleted")
        editor.press("Move step 1 down")
        editor.wait_steps("two", "age", "three")

    def test_a_double_click_opens_one_dialog(self) -> None:
        editor = self.editor
        for name in ("Cem", "Dai"):
            editor.add_sql(f"INSERT INTO user (name) VALUES ('{name}')")
            editor.press("Done")
            wait(lambda: not editor.has("field", re.compile("^SQL of ")), "the field is closed")
        editor.wait_steps("age", "one", "two", "three", "2 rows")
        buttons = ("Edit one of steps 5–6", "Edit step 2", "Save", "Release update 3 …", "Column", "New update", "Help")
        for name in buttons:
            button = editor.one("button", name)
            editor.script("arguments[0].scrollIntoView({ block: 'center' })", button)
            self.slow_down()
            ActionChains(editor.driver).double_click(button).perform()
            wait(lambda: editor.script(DIALOGS) > 0, name)
            wait(lambda: editor.script("return window.unanswered === 0"), "what the second press asked is answered")
            self.assertEqual(editor.script(DIALOGS), 1, name)
            editor.type(Keys.ESCAPE)
            wait(lambda: editor.script(DIALOGS) == 0, name)

    def test_a_second_press_at_the_same_place_does_not_delete_the_next_step(self) -> None:
        editor = self.editor
        ActionChains(editor.driver).click(editor.one("button", "Delete step 2")).perform()
        editor.wait_steps("age", "two", "three")
        ActionChains(editor.driver).click().perform()
        editor.wait_text("Another step is under the pointer now, so nothing was done")
        editor.wait_steps("age", "two", "three")
        ActionChains(editor.driver).move_by_offset(-8, 0).move_by_offset(8, 0).click().perform()
        editor.wait_steps("age", "three")

    def test_a_second_tap_at_the_same_place_is_refused_once(self) -> None:
        editor = self.editor

        def tap(element: WebElement | None = None) -> None:
            finger = ActionBuilder(editor.driver, mouse=PointerInput("touch", "finger"))
            action = finger.pointer_action
            if element:
                box = element.rect
                top = editor.script("return arguments[0].getBoundingClientRect().top", element)
                self.place = (round(box["x"] + box["width"] / 2), round(top + box["height"] / 2))
            action.move_to_location(*self.place)
            action.pointer_down()
            action.pointer_up()
            finger.perform()

        editor.script("arguments[0].scrollIntoView({ block: 'center' })", editor.one("button", "Delete step 2"))
        tap(editor.one("button", "Delete step 2"))
        editor.wait_steps("age", "two", "three")
        tap()
        editor.wait_text("Another step is at this place now, so nothing was done")
        editor.wait_steps("age", "two", "three")
        tap()
        editor.wait_steps("age", "three")

    def test_the_keyboard_deletes_one_step_after_the_other(self) -> None:
        editor = self.editor
        editor.press("Delete step 2")
        editor.wait_steps("age", "two", "three")
        for rest in (("age", "three"), ("age",)):
            editor.script("arguments[0].focus()", editor.one("button", "Delete step 2"))
            editor.type(Keys.ENTER)
            editor.wait_steps(*rest)

    def test_two_presses_move_a_step_twice(self) -> None:
        editor = self.editor
        self.slow_down()
        editor.script("arguments[0].focus()", editor.one("button", "Move step 4 up"))
        editor.type(Keys.ENTER + Keys.ENTER)
        editor.wait_steps("age", "three", "one", "two")
        self.assertEqual(editor.focused.get_attribute("aria-label"), "Move step 2 up")

    def test_a_step_that_was_moved_too_far_is_moved_back(self) -> None:
        editor = self.editor
        editor.add_sql("CREATE INDEX word ON three (id)")
        editor.press("Done")
        editor.wait_steps("age", "one", "two", "three", "word|three")
        editor.press("Move step 5 up")
        editor.wait_finding("no table named")
        editor.press("Undo: Step 5 moved up.")
        editor.wait_steps("age", "one", "two", "three", "word|three")

    def test_two_steps_are_deleted_at_once(self) -> None:
        editor = self.editor
        second, third = editor.one("button", "Delete step 2"), editor.one("button", "Delete step 3")
        self.slow_down()
        second.click(), third.click()
        editor.wait_steps("age", "three")

    def test_undo_of_a_deletion_does_not_take_back_what_was_typed_since(self) -> None:
        editor = self.editor
        editor.press("Delete step 2")
        undo = editor.one("button", re.compile("^Undo: "))
        editor.press("SQL", inside=editor.one("group", "Add a step"))
        self.slow_down()
        editor.type("CREATE TABLE typed (id INTEGER PRIMARY KEY)")
        undo.click()
        editor.wait_steps("age", "one", "two", "three", "typed")
        self.assertIn("typed", editor.one("field", re.compile("^SQL of ")).get_attribute("value"))

    def test_undo_twice_takes_back_two_changes(self) -> None:
        editor = self.editor
        self.slow_down()
        ActionChains(editor.driver).double_click(editor.one("button", "Undo")).perform()
        editor.wait_steps("age", "one")

    def test_undo_in_a_question_undoes_the_deletion_or_nothing(self) -> None:
        editor = self.editor
        editor.add_sql("DROP TABLE one")
        editor.press("Done")
        editor.wait_steps("age", "one", "two", "three", "one")
        first = editor.driver.current_window_handle
        self.browser.open_tab()
        editor.open(self.url)
        second = editor.driver.current_window_handle
        editor.driver.switch_to.window(first)
        editor.press("Delete step 2")
        editor.wait_text("Step 4 needs what you have deleted")
        editor.driver.switch_to.window(second)
        editor.wait_steps("age", "two", "three", "one|run")
        editor.press("Delete step 2")
        editor.wait_steps("age", "three", "one|run")
        editor.driver.switch_to.window(first)
        self.allow("409")
        editor.press("Undo the deletion")
        editor.wait_text("Something else was changed after that, so it was not undone")
        wait(lambda: len(editor.steps()) == 3, editor.steps)


if __name__ == "__main__":
    unittest.main()
