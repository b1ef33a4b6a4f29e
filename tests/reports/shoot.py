"""The pictures of reports/html/README.md: shoot.py GPUBENCH, in the root of the sources."""
import base64
from pathlib import Path
import sys
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import chromium

PICTURES = Path("reports/html/pictures")
SMALL = 1 / 3


def save(browser, name, width, height, scale=1):
    """The window's content, or from the page's top if it is small."""
    top = browser.execute_script("return window.scrollY")
    how = {"format": "webp", "quality": 60, "clip": {"x": 0, "y": top, "width": width, "height": height, "scale": scale}}
    (PICTURES / f"{name}.webp").write_bytes(base64.b64decode(browser.execute_cdp_cmd("Page.captureScreenshot", how)["data"]))


def screens(browser, page, name, width, height, theme="light", media="screen", small=False):
    """The first screen of a page, and optionally the same as a thumbnail."""
    chromium.screen(browser, width, height, theme)
    if media == "print":
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
    browser.get(page)
    save(browser, name, width, height)
    if small:
        save(browser, f"{name}-small", width, height, SMALL)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


def chart(browser, page, name, kind, width, height, theme="light"):
    """A point of a chart, chosen by keys."""
    chromium.screen(browser, width, height, theme)
    browser.get(page)
    chromium.draw_all(browser)
    figure = browser.find_element(By.CSS_SELECTOR, f"[data-chart={kind}]")
    figure.find_element(By.CSS_SELECTOR, ".frame").send_keys(Keys.HOME)
    browser.execute_script("document.activeElement.blur(); arguments[0].scrollIntoView(true); window.scrollBy(0, -16)", figure)
    save(browser, name, width, height)


with tempfile.TemporaryDirectory() as folder:
    PICTURES.mkdir(exist_ok=True)
    browser = chromium.start()
    try:
        page = chromium.report(sys.argv[1], Path(folder, "reduction.html"), "reports/h200/reduction.json")
        screens(browser, page, "found", 1280, 900, small=True)
        screens(browser, page, "found-dark", 1280, 900, theme="dark")
        screens(browser, page, "found-phone", 390, 844, small=True)
        screens(browser, page, "found-print", 720, 1020, media="print")
        page = chromium.report(sys.argv[1], Path(folder, "fmm.html"), "reports/h200/fmm.json")
        chart(browser, page, "effects", "effects", 1180, 660)
        chart(browser, page, "search-phone", "convergence", 390, 844, theme="dark")
        page = chromium.report(sys.argv[1], Path(folder, "sizes.html"), "reports/h200/coulomb-sizes.json")
        chart(browser, page, "times", "times", 1180, 560)
    finally:
        browser.quit()
