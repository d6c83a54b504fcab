"""How long a session lasts."""

import subprocess
import unittest

import bundles
import programs
from browser import wait
from editor import EditorCase

TAG = "CREATE TABLE tag (id INTEGER PRIMARY KEY)"


class SessionTest(EditorCase):
    def test_a_reload_keeps_the_session(self) -> None:
        editor = self.start(bundles.small)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        self.assertNotIn("#", editor.driver.current_url)
        editor.press("Done")
        # WebDriver accepts the browser's question by itself, so the test looks whether the page asks for it.
        asks = "return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        self.assertTrue(editor.script(asks))
        editor.driver.refresh()
        editor.wait_steps("age", "tag")
        editor.wait_text("1 script not saved")
        editor.press("Undo")
        editor.wait_steps("age")
        wait(lambda: not editor.script(asks), "the page closes without a question")

    def test_the_server_ends_when_the_last_tab_closes(self) -> None:
        editor = self.start(bundles.small)
        first = editor.driver.current_window_handle
        self.browser.open_tab()
        editor.open(self.url)
        editor.driver.close()
        editor.driver.switch_to.window(first)
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")
        editor.press("Undo")
        editor.wait_text("Everything is saved")
        self.assertIsNone(self.server.poll())
        editor.driver.close()
        editor.driver.switch_to.window(self.browser.first)
        self.assertEqual(self.server.wait(30), 0)

    def test_a_second_editor_of_a_folder_is_refused(self) -> None:
        editor = self.start(bundles.small)
        second = subprocess.run(
            [programs.EDITOR, self.scripts, "--no-open"], capture_output=True, text=True, timeout=30
        )
        self.assertNotEqual(second.returncode, 0)
        self.assertRegex(second.stderr + second.stdout, "already|another")
        editor.add_sql(TAG)
        editor.wait_steps("age", "tag")


if __name__ == "__main__":
    unittest.main()
