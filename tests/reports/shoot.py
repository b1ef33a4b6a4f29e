"""The pictures of reports/html/README.md: shoot.py GPUBENCH, in the root of the sources."""
import base64
from pathlib import Path
import sys
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import chromium


def shoot(browser, page, name, chart, **how):
    """A point of a chart, chosen by keys, as a window shows it."""
    chromium.screen(browser, **how)
    browser.get(page)
    chromium.draw_all(browser)
    figure = browser.find_element(By.CSS_SELECTOR, f"[data-chart={chart}]")
    figure.find_element(By.CSS_SELECTOR, ".frame").send_keys(Keys.HOME)
    browser.execute_script("document.activeElement.blur(); arguments[0].scrollIntoView(true); window.scrollBy(0, -16)", figure)
    shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    Path("reports/html", name).write_bytes(base64.b64decode(shot))


with tempfile.TemporaryDirectory() as folder:
    browser = chromium.start()
    try:
        page = chromium.report(sys.argv[1], Path(folder, "fmm.html"), "reports/h200/fmm.json")
        shoot(browser, page, "desktop.png", "effects", width=1180, height=660)
        shoot(browser, page, "phone.png", "convergence", width=390, height=844, theme="dark", scale=1.25)
    finally:
        browser.quit()
