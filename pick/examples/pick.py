#!/usr/bin/env python3
"""Looks a configuration up from Python: pick.py RESULTS|FOLDER BENCH DEVICE N

The library is found by its name, or by the path in GPUBENCH_PICK.
"""
import ctypes
import os
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int, c_size_t, c_uint, c_uint64, c_void_p


class Device(Structure):
    _fields_ = [(name, c_char_p) for name in ("name", "backend", "architecture", "driver", "compiler")]
    _fields_ += [(name, c_double) for name in ("units", "clock_mhz", "memory_clock_mhz", "memory_bus_bits", "l2_bytes")]


class Value(Structure):
    _fields_ = [("name", c_char_p), ("word", c_char_p), ("number", c_double)]


class Choice(Structure):
    _fields_ = [("value", POINTER(Value)), ("values", c_size_t), ("config", c_char_p), ("size", c_uint64)]
    _fields_ += [(name, c_double) for name in ("time_ns", "size_ratio", "device_ratio", "doubt")]
    _fields_ += [("other", c_uint), ("rank", c_uint), ("device", c_char_p), ("driver", c_char_p), ("compiler", c_char_p),
                 ("entry", c_void_p)]


library = ctypes.CDLL(os.environ.get("GPUBENCH_PICK", "libgpubench-pick.so"))
library.gpubench_picks_open.restype = c_void_p
library.gpubench_picks_open.argtypes = [POINTER(c_char_p), c_size_t, c_char_p, c_char_p, c_size_t]
library.gpubench_picks_close.argtypes = [c_void_p]
library.gpubench_pick.restype = c_int
library.gpubench_pick.argtypes = [c_void_p, c_char_p, POINTER(Device), c_char_p, c_uint64, POINTER(Choice)]
library.gpubench_pick_text.restype = c_char_p


class Picks:
    """Results files that were read; use it in a with statement."""

    def __init__(self, *paths, memory=None):
        error = ctypes.create_string_buffer(256)
        names = (c_char_p * len(paths))(*[os.fsencode(path) for path in paths])
        self.handle = library.gpubench_picks_open(names, len(paths), memory and os.fsencode(memory), error, len(error))
        if not self.handle:
            raise ValueError(error.value.decode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        library.gpubench_picks_close(self.handle)

    def pick(self, bench, device, n, settings=""):
        """A dictionary of words by parameter, and the Choice, which lives as long as these results."""
        choice = Choice()
        status = library.gpubench_pick(self.handle, bench.encode(), byref(device), settings.encode(), n, byref(choice))
        if status:
            raise LookupError(f"{bench}: {library.gpubench_pick_text(status).decode()}")
        return {v.name.decode(): v.word.decode() for v in choice.value[:choice.values]}, choice


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        with Picks(sys.argv[1]) as picks:
            words, found = picks.pick(sys.argv[2], Device(name=sys.argv[3].encode()), int(sys.argv[4]))
            print(words)
            print(f"{found.time_ns:.0f} ns at {found.size}, {found.size_ratio:.3g} times off; doubt {found.doubt:.3f}")
    except (ValueError, LookupError) as error:
        sys.exit(str(error))
