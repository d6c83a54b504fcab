"""Names and texts that attack the page. They are shown as they are, and nothing runs."""

import re
import unittest

import bundles
from editor import EditorCase
from selenium.webdriver.common.keys import Keys


class HostileTest(EditorCase):
    def check(self) -> None:
        """No tag came from a name, and no dialog of the browser is open."""
        script = """
        const texts = ["script:not([src])", "img", "u", "svg[onload]", "a[href^='javascript:']", "iframe", "[onerror]"];
        return [document.title, ...texts.filter((selector) => document.querySelector(selector))];
        """
        title, *found = self.editor.script(script)
        self.assertEqual(found, [])
        self.assertNotIn("alert", title)

    def test_every_view_shows_hostile_names_as_text(self) -> None:
        self.editor = editor = self.start(bundles.hostile)
        for version in ("Default", "Update 2"):
            editor.select(version)
            editor.wait_text("<img src=x onerror=alert(1)>")
            for tab in ("List", "Changes", "SQL", "Diagram"):
                editor.press(tab, "tab")
                self.check()
        for form in ("Change a table", "Row", "Index", "Fill values", "Delete a table"):
            editor.press(form, inside=editor.one("group", "Add a step"))
            self.check()
            editor.keys(Keys.ESCAPE)

    def test_typed_text_is_never_markup(self) -> None:
        self.editor = editor = self.start(bundles.small)
        editor.add_sql('CREATE TABLE "<img src=x onerror=alert(1)>" ("</script><script>alert(2)</script>" TEXT)')
        editor.wait_steps("age", re.escape("Creates the table <img src=x onerror=alert(1)>"))
        self.check()
        editor.fill("Description", "<svg onload=alert(3)>")
        editor.press("Done")
        editor.settle()
        text = editor.save()
        self.assertIn("<svg onload=alert(3)>", text)
        self.check()


if __name__ == "__main__":
    unittest.main()
