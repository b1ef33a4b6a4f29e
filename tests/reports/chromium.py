"""Headless Chromium, for tests and pictures."""
from pathlib import Path
import shutil
import subprocess

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


def start():
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--window-size=1280,1000"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    browser.set_script_timeout(600)  # a busy machine takes more than the usual 30 seconds for some
    return browser


def screen(browser, width, height=1000, theme="light", scale=1):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                            {"features": [{"name": "prefers-color-scheme", "value": theme},
                                          {"name": "prefers-reduced-motion", "value": "reduce"}]})


def report(gpubench, out, *arguments):
    """Makes a report and returns its URL."""
    subprocess.run([gpubench, "report", *map(str, arguments), "-o", str(out)], check=True, stdout=subprocess.DEVNULL)
    return Path(out).resolve().as_uri()


def unfold(browser):
    """Opens benches and problems, but no tables of pictures."""
    browser.execute_script('document.querySelectorAll("section > details").forEach(details => { details.open = true; })')


def draw_all(browser):
    """Scrolls through the unfolded page until every picture is drawn, and returns their number."""
    unfold(browser)
    return browser.execute_async_script("""
        const done = arguments[0], all = [...document.querySelectorAll("figure .picture")]
            .filter(holder => report.charts[holder.closest("figure").dataset.chart]), holders = all.slice();
        let frames = 120; // that it waits at the end, at most: of sizes without a best there is no picture
        const next = () => {
            if (holders.length)
                holders.shift().scrollIntoView({block: "center", behavior: "instant"});
            else if (all.every(holder => holder.firstChild) || !frames--) {
                window.scrollTo({top: 0, behavior: "instant"});
                done(document.querySelectorAll(".frame").length);
                return;
            }
            requestAnimationFrame(() => setTimeout(next, 0));
        };
        next();""")
