"""A page as its reader meets it: controls by role and name, acts by clicks and keys."""

import re
from typing import Any

from browser import Browser, wait
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

# What can be seen and reached, by role. Behind an open dialog nothing can be.
FIND = r"""
const [selector, name, exact, scope] = arguments;
const dialogs = [...document.querySelectorAll("dialog[open]")];
const root = scope ?? dialogs.at(-1) ?? document;
const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const nameOf = (node) => {
  const by = node.getAttribute("aria-labelledby");
  if (by) return by.split(" ").map((id) => document.getElementById(id)?.textContent).join(" ");
  if (node.hasAttribute("aria-label")) return node.getAttribute("aria-label");
  if (node.labels?.length) return [...node.labels].map((label) => label.textContent).join(" ");
  if (node.tagName === "FIELDSET") return node.querySelector("legend")?.textContent;
  return node.innerText;
};
const fits = (node) => {
  const text = plain(nameOf(node));
  return name === null || (exact ? text === name : new RegExp(name, "u").test(text));
};
const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[aria-hidden=true]");
return [...root.querySelectorAll(selector)].filter((node) => fits(node) && seen(node));
"""

ROLES = {
    "button": "button:not([role]), [role=button]",
    "link": "a[href]",
    "field": "input:not([type=checkbox]):not([type=radio]), textarea",
    "select": "select",
    "check": "input[type=checkbox], input[type=radio]",
    "summary": "summary",
    "tab": "[role=tab]",
    "group": "fieldset, [role=group], [role=radiogroup]",
    "option": "[role=option]",
    "heading": "h1, h2, h3, h4",
    "region": "section[aria-label], section[aria-labelledby], [role=tabpanel], nav, main, dialog",
    "item": "li",
}


class Page:
    """The current tab."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.driver = browser.driver

    def all(
        self, role: str, name: str | re.Pattern[str] | None = None, inside: WebElement | None = None
    ) -> list[WebElement]:
        text = name.pattern if isinstance(name, re.Pattern) else name
        return self.driver.execute_script(FIND, ROLES[role], text, isinstance(name, str), inside)

    def one(self, role: str, name: str | re.Pattern[str] | None = None, inside: WebElement | None = None) -> WebElement:
        """The first one, as soon as it is there."""
        return wait(lambda: self.all(role, name, inside), lambda: f"{role} “{name}” in: {self.text()}")[0]

    def has(self, role: str, name: str | re.Pattern[str] | None = None) -> bool:
        return bool(self.all(role, name))

    def press(self, name: str | re.Pattern[str], role: str = "button", inside: WebElement | None = None) -> None:
        """Looks for it again if it is drawn again in between."""

        def pressed() -> bool:
            self.click(self.one(role, name, inside))
            return True

        wait(pressed, f"pressed: {name}")

    def click(self, node: WebElement) -> None:
        """A click in the middle, where the mouse of a user would go. What is out of sight is scrolled to."""
        ActionChains(self.driver, duration=0).scroll_to_element(node).perform()
        node.click()

    def fill(self, name: str | re.Pattern[str], text: str, inside: WebElement | None = None) -> WebElement:
        """Types a text over what the field has."""
        field = self.one("field", name, inside)
        self.click(field)
        self.keys(Keys.CONTROL, "a")
        field.send_keys(text or Keys.BACKSPACE)
        return field

    def choose(self, name: str | re.Pattern[str], option: str, inside: WebElement | None = None) -> None:
        Select(self.one("select", name, inside)).select_by_visible_text(option)

    def tick(self, name: str | re.Pattern[str], inside: WebElement | None = None) -> None:
        self.click(self.one("check", name, inside))

    def keys(self, *keys: str) -> None:
        """Presses keys together, wherever the keyboard is: `keys(Keys.CONTROL, "z")`."""
        chain = ActionChains(self.driver, duration=0)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in reversed(keys[:-1]):
            chain.key_up(key)
        chain.perform()

    def type(self, text: str) -> None:
        """Types wherever the keyboard is."""
        ActionChains(self.driver, duration=0).send_keys(text).perform()

    @property
    def focused(self) -> WebElement:
        return self.driver.switch_to.active_element

    def text(self) -> str:
        """What can be read: of the open dialog, or of the page."""
        script = "return ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).innerText"
        return self.driver.execute_script(script)

    def wait_text(self, text: str | re.Pattern[str]) -> str:
        """Waits until the page says something."""
        pattern = text if isinstance(text, re.Pattern) else re.compile(re.escape(text))
        return wait(lambda: self.text() if pattern.search(self.text()) else "", lambda: f"“{text}” in: {self.text()}")

    def script(self, code: str, *arguments: Any) -> Any:
        """Reads from the page. Tests never act through it."""
        return self.driver.execute_script(code, *arguments)

    @property
    def overflows(self) -> bool:
        """Whether the page scrolls to the side."""
        return self.script("return document.documentElement.scrollWidth > document.documentElement.clientWidth")
