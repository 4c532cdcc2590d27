"""What the tests of the Python side share: the monitor from sources, and processes that only pretend to be one."""

import json
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packages" / "select" / "python"))

# The command can be another, as an installed package's.
COMMAND = json.loads(os.environ.get("WHILEAI_MONITOR", "null")) or [
    str(ROOT / "node_modules/.bin/node"),
    "--conditions=@whileai/source",
    "--import",
    "tsx",
    str(ROOT / "packages/cli/src/main.ts"),
    "monitor",
    "--stdio",
]

READY = 'print("{\\"type\\":\\"ready\\",\\"v\\":1}", flush=True)\n'


def pretender(code):
    """A process that runs Python code in the place of the monitor; `lines` are what it is sent."""
    return [sys.executable, "-u", "-c", "import sys, json, time, os\nlines = sys.stdin\n" + code]


def held(proxy, gold=0.5, count=12):
    return [{"prompt": f"held {index}", "completion": "Hello.", "proxy": proxy, "gold": gold} for index in range(count)]
