"""axe-core, which looks for what keeps people with disabilities out."""

import importlib.util
import unittest
from functools import cache
from pathlib import Path

from browser import NARROW, WIDE, ZOOMED
from page import Page

RUN = """
const done = arguments[arguments.length - 1];
const place = (node) => `${node.target} ${node.html.slice(0, 200)}`;
const words = (each) => `${each.id} (${each.impact}): ${each.help}: ${each.nodes.slice(0, 3).map(place).join(" | ")}`;
axe.run(document, { resultTypes: ["violations"] }).then((result) => done(result.violations.map(words)));
"""


@cache
def source() -> str:
    # The package imports Playwright, which is not installed, so only its file is used.
    found = importlib.util.find_spec("axe_playwright_python")
    assert found and found.submodule_search_locations
    return (Path(found.submodule_search_locations[0]) / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe finds in the current tab."""
    if not page.script("return Boolean(window.axe)"):
        page.script(source())
    return page.driver.execute_async_script(RUN)


def check_view(case: unittest.TestCase, page: Page, view: str = "") -> None:
    """A page never scrolls to the side, and axe finds nothing, in all sizes and colors."""
    for size, dark, scale in (
        (WIDE, False, 1),
        (WIDE, True, 1),
        (NARROW, False, 1),
        (NARROW, True, 1),
        (ZOOMED, False, 2),
    ):
        page.browser.show(size, dark=dark, scale=scale)
        with case.subTest(view, size=size, dark=dark):
            case.assertFalse(page.overflows)
            if size != ZOOMED:
                case.assertEqual(violations(page), [])
    page.browser.show()
