"""The report as a file that somebody opens."""

import re
import unittest
from collections.abc import Callable
from pathlib import Path

import bundles
import programs
from axe import check_view
from browser import wait
from editor import BrowserCase
from page import Page
from selenium.webdriver.common.keys import Keys

# What hostile names would become as markup.
MARKUP = "img, u, svg[onload], [onerror], a[href^='javascript:']"


class ReportCase(BrowserCase):
    def open(self, bundle: Callable[[Path], None], part: str = "") -> Page:
        scripts = self.folder / "My 数据库"
        bundle(scripts)
        self.file = self.folder / "the report.html"
        programs.run("report", "--out", self.file, "--scripts", scripts)
        # The report may ask for itself and for nothing else.
        self.origins.append(self.file.as_uri())
        page = Page(self.browser)
        self.browser.driver.get(self.file.as_uri() + part)
        wait(lambda: page.all("heading"))
        return page


class ReportTest(ReportCase):
    def test_the_latest_version_opens(self) -> None:
        page = self.open(bundles.small)
        page.one("heading", "Update 3")
        page.wait_text("Adds the column age to user")
        check_view(self, page)
        for tab in ("List", "Changes", "SQL"):
            page.press(tab, "tab")
            check_view(self, page)

    def test_addresses_of_versions_and_parts(self) -> None:
        page = self.open(bundles.small, "#2")
        page.one("heading", "Update 2")
        page.press("Next: Update 3", "link")
        page.one("heading", "Update 3")
        self.assertTrue(page.driver.current_url.endswith("#3"))
        page.driver.back()
        page.one("heading", "Update 2")
        page.driver.get(self.file.as_uri() + "#0/tables")
        page.one("heading", re.compile("^Default"))
        page.driver.get(self.file.as_uri() + "#nonsense/<img>")
        page.one("heading", "Update 3")

    def test_the_keyboard_goes_through_the_versions(self) -> None:
        page = self.open(bundles.small)
        for _ in range(20):
            page.keys(Keys.TAB)
            if page.focused.accessible_name.startswith("Update 3"):
                break
        page.keys(Keys.ARROW_UP)
        page.keys(Keys.ENTER)
        page.one("heading", "Update 2")
        page.keys(Keys.TAB)
        self.assertNotEqual(page.focused.tag_name, "body")

    def test_hostile_names_are_text(self) -> None:
        page = self.open(bundles.hostile)
        for part in ("#0", "#2"):
            page.driver.get(self.file.as_uri() + part)
            page.wait_text("<img src=x onerror=alert(1)>")
            for tab in ("List", "Changes", "SQL", "Diagram"):
                page.press(tab, "tab")
                self.assertEqual(page.script("return document.querySelectorAll(arguments[0]).length", MARKUP), 0)
            check_view(self, page)

    def test_chinese(self) -> None:
        page = self.open(bundles.chinese)
        page.wait_text("填写内容")
        check_view(self, page)

    def test_it_prints_what_is_open(self) -> None:
        page = self.open(bundles.small)
        self.browser.cdp("Emulation.setEmulatedMedia", media="print")
        self.assertFalse(page.has("button", "Print"))
        self.assertTrue(page.has("heading", "Update 3"))
        self.assertFalse(page.overflows)
        color = page.script("return getComputedStyle(document.body).backgroundColor")
        self.assertIn(color, ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"))
        printed = self.browser.cdp("Page.printToPDF")
        self.assertGreater(len(printed["data"]), 10_000)
        self.browser.cdp("Emulation.setEmulatedMedia", media="")

    def test_300_versions_of_200_tables(self) -> None:
        page = self.open(bundles.large)
        self.assertLess(self.file.stat().st_size, 5_000_000)
        page.one("heading", "Update 300")
        page.driver.refresh()
        page.one("heading", "Update 300")
        timing = page.script("return performance.getEntriesByType('navigation')[0].loadEventEnd")
        paint = wait(lambda: page.script("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"))
        print(f"\nreport of 300 versions: paint after {paint:.0f} ms, loaded after {timing:.0f} ms")
        # One second on a quiet machine. Tests share two slow cores with others.
        self.assertLess(max(timing, paint), 3000)
        page.fill("Find a version", "change 150")
        page.press(re.compile("^Update 150"), "link")
        page.one("heading", "Update 150")
        check_view(self, page)


if __name__ == "__main__":
    unittest.main()
