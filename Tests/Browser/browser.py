"""One headless Chromium for all tests. Each test has its own tab."""

import atexit
import json
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service

ROOT = Path(__file__).parent.parent.parent
# Nothing here waits longer. It takes a fraction of this even on a busy machine.
SECONDS = 30
WIDE, NARROW, ZOOMED = (1400, 900), (420, 900), (700, 450)

# Swift's tests start programs with blocked signals, which all programs inherit.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
# As Ctrl+C does, it ends Chromium and the editors, too.
signal.signal(signal.SIGTERM, signal.default_int_handler)

Value = TypeVar("Value")


def wait(condition: Callable[[], Value], what: object = None, seconds: float = SECONDS) -> Value:
    """Asks until the condition is true, and returns its value. `what` says what was expected, or is called for it."""
    end = time.monotonic() + seconds
    while True:
        try:
            value = condition()
        except StaleElementReferenceException:
            value = None
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"still not so: {what() if callable(what) else what or condition}")
        time.sleep(0.05)


class Browser:
    """The driver, and what it must not see: errors in the console and calls to anything but the server."""

    _shared: "Browser | None" = None

    @classmethod
    def shared(cls) -> "Browser":
        if cls._shared is None:
            cls._shared = cls()
            atexit.register(cls._shared.driver.quit)
        return cls._shared

    def __init__(self) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        options.add_argument("--headless=new")
        options.add_argument("--disable-dev-shm-usage")
        profile = tempfile.mkdtemp(prefix="sqlscripts-browser-")
        # The last one registered runs first, so Chromium has ended by then.
        atexit.register(shutil.rmtree, profile, ignore_errors=True)
        options.add_argument(f"--user-data-dir={profile}")
        # Chromium's own calls home are no calls of the page.
        options.add_argument("--disable-background-networking")
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.set_capability("unhandledPromptBehavior", "ignore")
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.first = self.driver.current_window_handle
        self.main = self.first

    def cdp(self, command: str, **arguments: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, arguments)

    def open_tab(self) -> str:
        """A new tab with the usual size, in light colors."""
        self.driver.switch_to.new_window("tab")
        self.show()
        return self.driver.current_window_handle

    def show(self, size: tuple[int, int] = WIDE, *, dark: bool = False, scale: int = 1, calm: bool = True) -> None:
        """Sets the size of the window and what the user prefers. `calm`: reduced motion."""
        width, height = size
        self.cdp(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False
        )
        features = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if calm else "no-preference",
        }
        self.cdp(
            "Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()]
        )
        wait(lambda: self.driver.execute_script("return innerWidth") == width, "the width of the window")

    def close_tabs(self) -> None:
        """Closes all tabs of a test. They must not ask whether they may."""
        for handle in self.driver.window_handles:
            if handle != self.first:
                self.driver.switch_to.window(handle)
                self.driver.close()
        self.driver.switch_to.window(self.first)

    def console(self) -> list[str]:
        """The errors and warnings since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self) -> list[str]:
        """The addresses that pages have asked for since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]

    def screenshot(self, name: str) -> None:
        folder = ROOT / ".build-browser" / "screenshots"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.png").write_bytes(self.driver.get_screenshot_as_png())


def strangers(addresses: Iterable[str], allowed: Iterable[str]) -> list[str]:
    """The addresses that do not begin with an allowed one."""
    harmless = ("data", "blob", "about", "chrome", "devtools")
    prefixes = tuple(allowed)
    return [each for each in addresses if urlsplit(each).scheme not in harmless and not each.startswith(prefixes)]
