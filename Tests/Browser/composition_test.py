"""Chinese typed with an input method, while the page is checked and redrawn around it."""

import re
import unittest

import bundles
from browser import wait
from editor import EditorCase
from page import Page


def compose(page: Page, *texts: str) -> None:
    """What an input method shows while it composes: one text replaces the one before."""
    for text in texts:
        page.browser.cdp("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))


class CompositionTest(EditorCase):
    def test_typing_chinese_sql(self) -> None:
        editor = self.start(bundles.chinese)
        editor.add_sql("UPDATE 用户 SET 姓名 = '")
        field = editor.one("field", re.compile("^SQL of "))
        editor.wait_finding("unclosed-quote")
        # The check of this text arrives during the composition.
        editor.type("a")
        compose(editor, "n", "ni", "ni h", "ni hao")
        editor.wait_text("not saved")
        node = editor.focused
        self.assertEqual(node, field)
        self.assertTrue(field.get_attribute("value").endswith("'ani hao"))
        self.browser.cdp("Input.insertText", text="你好")
        editor.type("' WHERE 编号 = 1")
        self.assertEqual(editor.one("field", re.compile("^SQL of ")), field)
        self.assertEqual(field.get_attribute("value"), "UPDATE 用户 SET 姓名 = 'a你好' WHERE 编号 = 1")
        editor.wait_finding(None)
        editor.wait_steps("内容", "姓名")
        editor.press("Done")
        editor.settle()
        editor.save()
        self.assertEqual(self.changed_files(), {"sql_update_3.json"})
        self.assertIn("a你好", self.contents()["sql_update_3.json"].decode())

    def test_describing_in_chinese(self) -> None:
        editor = self.start(bundles.chinese)
        field = editor.one("field", "Description")
        editor.click(field)
        compose(editor, "s", "shuo ming")
        self.browser.cdp("Input.insertText", text="，说明")
        editor.wait_text("1 script not saved")
        editor.settle()
        editor.press(re.compile("^Save$"))
        wait(lambda: "，说明" in editor.text() and "Save these changes?" in editor.text(), editor.text, 3)


if __name__ == "__main__":
    unittest.main()
