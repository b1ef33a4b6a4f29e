#!/usr/bin/env bash
# Output on a terminal: tables that fit, colours, the live line of a run; and for scripts: JSON.
set -eu
. "${SOURCE_DIR:?}/tests/script.sh"
export TERM=xterm LC_ALL=C.UTF-8
unset NO_COLOR CLICOLOR_FORCE COLUMNS
run=("$PLANTED" --suite faulty --backend fake:cpu --jobs 1)
"${run[@]}" --out faulty.json >plain 2>plain.err
"$PLANTED" --suite accuracy --bench copies --backend fake:cpu --out copies.json >/dev/null 2>&1

cat >terminal.py <<'END_PYTHON'
"""What programs say on a pseudo-terminal, and how its screen looks then."""
import fcntl, os, pty, re, signal, struct, sys, termios, time


def spawn(columns, command, env=(), resize=None):
    """All that it prints on a terminal so wide, after `resize` seconds half as wide; its status. A session's first process
    stays until all is read: when that ends, the terminal may drop what is left."""
    first, terminal = pty.fork()
    if not first:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        child = os.fork()
        if not child:
            os.environ.update(env)
            os.execvp(command[0], command)
        os.write(1, b"\0%d\0" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        signal.pause()
    said, began = b"", time.monotonic()
    while not said.endswith(b"\0") or said.count(b"\0") < 2:
        if resize and time.monotonic() - began > resize:
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns // 2, 0, 0))
            resize = None
        said += os.read(terminal, 65536)
    os.kill(first, signal.SIGKILL)
    os.waitpid(first, 0)
    os.close(terminal)
    said, status, _ = said.decode().split("\0")
    return said, int(status)


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def screen(said):
    """Its lines at the end."""
    lines, column = [""], 0
    for part in re.findall(r"\x1b\[K|\r|\n|[^\x1b\r\n]+", plain(said)):
        if part == "\n":
            lines.append("")
            column = 0
        elif part == "\r":
            column = 0
        elif part == "\x1b[K":
            lines[-1] = lines[-1][:column]
        else:
            lines[-1] = lines[-1][:column].ljust(column) + part + lines[-1][column + len(part):]
            column += len(part)
    return lines


def drawn(said):
    """The live lines, one after the other."""
    return [plain(line).split("\n")[0].rstrip("\r") for line in said.split("\r\x1b[K")[1:] if line and line[0] not in "\r\n"]


def table(columns, *arguments, program=os.environ["PLANTED"], **others):
    said, status = spawn(columns, [program, "table", *arguments], **others)
    assert status == 0, said
    return said
END_PYTHON

python3 - "${run[@]}" <<'END_PYTHON'
import os, re, subprocess, sys, tempfile
from terminal import *

here = os.environ["SOURCE_DIR"] + "/reports/h200/"
program = os.environ["GPUBENCH"]

# Every table at every width: no line is too wide, and no number changes.
def numbers(text):
    return set(re.findall(r"(?<![\w.-])\d[\d.]*(?: \+- [\d.]+)? (?:ns|us|ms|s|%)(?!\w)", " ".join(text.split())))

for file in ("reduction", "lennard_jones", "transfer"):
    for form in ([], ["--long"], ["--effects"]):
        file_text = subprocess.run([program, "table", *form, here + file + ".json"], capture_output=True, text=True).stdout
        for columns in (60, 80, 100, 140):
            said = plain(table(columns, *form, here + file + ".json", program=program)).replace("\r", "")
            widest = max(said.split("\n"), key=len)
            assert len(widest) <= columns, (file, form, columns, widest)
            assert numbers(said) <= numbers(file_text), (file, form, columns, numbers(said) - numbers(file_text))
            times = set(re.findall(r"[\d.]+ \+- [\d.]+ \w+", file_text))
            assert times <= set(re.findall(r"[\d.]+ \+- [\d.]+ \w+", said)), (file, form, columns)
narrow = plain(table(60, here + "reduction.json", program=program))
assert "left out, as the page is narrow: " in narrow and "; --long has that, too" in " ".join(narrow.split()), narrow
assert "as the page is narrow" not in plain(table(110, here + "reduction.json", program=program))
whole = plain(table(60, "--long", here + "reduction.json", program=program))
assert "left out" not in whole and re.search(r"\r\n    .*tried all 54\r\n", whole), whole

# COLUMNS, without a terminal; a file has all columns.
env = dict(os.environ, COLUMNS="60")
said = subprocess.run([program, "table", here + "reduction.json"], capture_output=True, text=True, env=env).stdout
assert said == narrow.replace("\r", ""), said

# Devices: their lines break between words.
said, status = spawn(60, [program, "devices"])
assert status in (0, 3) and max(map(len, said.replace("\r", "").split("\n"))) <= 60, said

# Lists: their values, as far as they fit.
said, status = spawn(50, [program, "list", "reduction"])
assert status == 0 and max(map(len, said.replace("\r", "").split("\n"))) <= 50 and " ...\r\n" in said, said
said, status = spawn(40, [program, "list", "reduction", "--long"])
values = [line for line in said.replace("\r", "").split("\n") if re.match(r" +(BLOCK_SIZE|ITEMS_PER_THREAD) ", line)]
assert status == 0 and values and max(map(len, values)) <= 40, values

# Colours: on a terminal; the text without them is the same.
colored = table(100, "faulty.json")
assert "\x1b[1m" in colored
for env in ({"NO_COLOR": "1"}, {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, {"TERM": "dumb"}):
    said = table(100, "faulty.json", env=env)
    assert "\x1b" not in said and said == plain(colored), (env, said)
def in_pipe(**env):
    return subprocess.run([os.environ["PLANTED"], "table", "faulty.json"], capture_output=True, text=True,
                          env=dict(os.environ, **env)).stdout
assert "\x1b" not in in_pipe() and "\x1b" not in in_pipe(CLICOLOR_FORCE="0")
assert "\x1b[1m" in in_pipe(CLICOLOR_FORCE="1") and plain(in_pipe(CLICOLOR_FORCE="1")) == in_pipe()

# A run: one line with a bar, redrawn in place, within the width, and removed at the end.
run = sys.argv[1:]
def check(columns, bar, budget=(), env=(), resize=None):
    env = dict(env, GPUBENCH_CACHE=tempfile.mkdtemp(dir=".")) # nothing is compiled yet: it takes its time
    began = time.monotonic()
    said, status = spawn(columns, [*run, *budget, "--out", "live.json"], env, resize)
    seconds, lines = time.monotonic() - began, drawn(said)
    assert status == 0, said
    assert len(lines) >= 3 and len(lines) <= 11 * seconds + 2, (len(lines), seconds)
    assert max(map(len, lines)) <= columns - 1, lines
    assert not resize or max(map(len, lines[-3:])) <= columns // 2 - 1, lines
    assert re.search(bar, lines[len(lines) // 2]), lines
    shown = screen(said)
    assert not [line for line in shown if re.search(r"n=4096|\d/16", line)], shown
    assert shown[0].startswith("gpubench: faulty, Fake CPU") and shown[1].startswith("faulty on Fake CPU"), shown
    assert shown[-2] == "Results: live.json" and shown[-1] == "", shown
    return lines

# The bar shows the budget's share: of configurations, or of the run's seconds (here the minute of a CPU).
lines = check(120, r"^faulty/faulty n=4096 measuring \[[█▏▎▍▌▋▊▉·]{5,20}\] \d+/16", ["--budget", "16"])
assert any(re.search(r", [\d.]+/s, \d+ s left, best so far [\d.]+ us: [A-Z_]+ \d+", line) for line in lines), lines
lines = check(120, r"^faulty.* \[[#-]+\] \d+ of 60 s, \d+ tried", env={"LC_ALL": "C"}, resize=1.0)

# Without redrawing, plain lines.
said, status = spawn(100, [*run, "--budget", "1h", "--out", "live.json"], {"TERM": "dumb"})
assert status == 0 and "\x1b" not in said and "[#" not in said and "\r\r" not in said, said
assert re.search(r"\r\nfaulty/faulty n=4096 measuring 0 of 3600 s\r", said), said

# Other messages during a live line begin their own line.
said, status = spawn(100, [os.environ["PLANTED"], "--suite", "limits", "--bench", "unmeasured", "--backend", "fake",
                           "--out", "limits.json"])
shown = screen(said)
assert [line for line in shown if line.startswith("gpubench: not measured: ")], shown
assert not [line for line in shown if "n=" in line], shown
END_PYTHON

# ---- for scripts

ends 0 "${run[@]}" --out results.json --header tuned.h --json
cmp -s out results.json || wrong 'expected only the results'
grep -qx 'Results: results.json' err && grep -qx 'Header: tuned.h' err || wrong 'expected the files on stderr'
"$PLANTED" table --json faulty.json copies.json >table.json 2>err || wrong 'expected a table'
"$GPUBENCH" list --json >list.json 2>err || wrong 'expected a list'
"$GPUBENCH" list --json reduction >one.json 2>err || wrong 'expected a suite'
"$GPUBENCH" list reduction --json | cmp -s - one.json || wrong 'expected the same'
"$GPUBENCH" devices --json >devices.json 2>err || [ $? = 3 ] || wrong 'expected devices'
"$GPUBENCH" devices >devices || [ $? = 3 ] || wrong 'expected devices'
python3 - <<'END_PYTHON'
import json, re

table, results = json.load(open("table.json")), [json.load(open(name)) for name in ("faulty.json", "copies.json")]
assert table["schema"] == "gpubench/table/1" and [file["file"] for file in table["files"]] == ["faulty.json", "copies.json"]
for file, result in zip(table["files"], results):
    assert file["context"] == result["context"]
    for problem, declared in zip(file["problems"], result["problems"], strict=True):
        assert {key: problem[key] for key in declared} == declared
        assert problem["best"] == next(best for best in result["best"] if best["problem"] == 0)
        assert problem["references"] == []
    assert sum(problem["counts"].values()) == len(result["benchmarks"]) + len(result["failures"])
effects = table["files"][1]["problems"][0]["effects"] # one parameter, which determines all times
assert effects["configurations"] == 10 and effects["pairs"] == []
assert effects["parameters"].keys() == {"STEP"}

suites = json.load(open("list.json"))
assert suites["schema"] == "gpubench/list/1" and "reduction" in [suite["name"] for suite in suites["suites"]]
[one] = json.load(open("one.json"))["suites"]
assert one in suites["suites"]
bench = one["benches"][0]
assert bench["name"] == "sum_1d_f32" and bench["parameters"][0]["name"] == "BLOCK_SIZE" and bench["size"]["unit"] == "elements"
product = 1
for parameter in bench["parameters"]:
    product *= len(parameter["values"])
assert bench["configurations"] == product and bench["constraints"] and bench["references"]

devices, text = json.load(open("devices.json")), open("devices").read()
assert devices["schema"] == "gpubench/devices/1"
assert len(devices["devices"]) == len(re.findall(r"^ *\d+  ", text, re.M))
assert len(devices["missing"]) == len(re.findall(r"^ -  ", text, re.M))
for device in devices["devices"]:
    assert device["device"]["name"] in text and isinstance(device["ceilings"], dict)
END_PYTHON
