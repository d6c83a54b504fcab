"""300 versions of 200 tables, in the editor."""

import statistics
import unittest

import bundles
import programs
from browser import wait
from editor import EditorCase

# The limit is one second on a quiet machine. Tests share two slow cores with others.
SLOW = 3
DOCUMENT = """
const entry = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/api/document"));
return entry && { end: entry.responseEnd, wait: entry.responseStart - entry.requestStart, size: entry.decodedBodySize };
"""
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# The latest version stands in the page. An observer set before the page's own scripts notes when.
WATCH = """
new MutationObserver((changes, observer) => {
  if (!/Tables after update 300/.test(document.getElementById("effects-heading")?.textContent ?? "")) return;
  observer.disconnect();
  requestAnimationFrame(() => performance.mark("shown"));
}).observe(document, { childList: true, subtree: true });
"""
EDITS = """
return performance.getEntriesByType("resource").filter((each) => each.name.endsWith("/api/edit"))
  .map((each) => each.responseStart - each.requestStart);
"""


class LargeTest(EditorCase):
    def test_it_opens_within_a_second(self) -> None:
        editor = self.start(bundles.large, open_page=False)
        self.browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        editor.open(self.url)
        # The first answer waits for the rehearsal of the whole bundle; the page is measured when it has been made.
        editor.driver.get("about:blank")
        editor.open(self.url.split("#")[0])
        shown = wait(
            lambda: editor.script("return performance.getEntriesByName('shown')[0]?.startTime"), "the latest version"
        )
        paint = editor.script(PAINT)
        document = editor.script(DOCUMENT)
        own = shown - document["wait"]
        print(
            f"\n300 versions: paint after {paint:.0f} ms, shown after {shown:.0f} ms, "
            f"{document['wait']:.0f} ms of it by the server"
        )
        self.assertLess(paint, 1000 * SLOW)
        self.assertLess(own, 1000 * SLOW)
        self.assertLess(document["size"], 5_000_000)
        self.assertTrue(editor.has("heading", "Update 300"))

    def test_the_page_stays_small_and_every_version_is_found(self) -> None:
        editor = self.start(bundles.large)
        self.assertLess(editor.script("return document.querySelectorAll('*').length"), 20_000)
        editor.fill("Find a version", "update 150")
        editor.select("Update 150")
        editor.wait_text("Released. Databases in use")

    def test_an_edit_is_answered_in_100_ms(self) -> None:
        if not programs.IS_RELEASE_BUILD:
            self.skipTest(
                "a debug build is many times slower: set SQLSCRIPTS_CONFIGURATION=release with a release build"
            )
        editor = self.start(bundles.large)
        editor.add_sql("SELECT 1")
        editor.wait_steps(".", ".")
        for number in range(9):
            count = len(editor.script(EDITS))
            editor.type(f", {number}")
            wait(lambda count=count: len(editor.script(EDITS)) > count)
            editor.settle()
        times = editor.script(EDITS)[-9:]
        print(f"\nan edit among 300 versions: {statistics.median(times):.0f} ms")
        self.assertLessEqual(statistics.median(times), 100)


if __name__ == "__main__":
    unittest.main()
