#!/usr/bin/env python3
"""Hold our rows against the real Python package, in both directions.

    python rows_with_python.py FOLDER [--pass-at pass_at.json] [--write-python-rows OUT.jsonl]

FOLDER holds one or more `*rows.jsonl` files that the TypeScript packages wrote. For each of them:

    every row passes the Python package's own check of rows;
    the Python package's pass@1 equals ours, for files named in --pass-at;
    `datasets` loads the file with every row in it, when `datasets` is installed.

--pass-at names a JSON file `{"rows.jsonl": {"pass_at_1": 0.67, "k": 4}}`: our numbers by file name, for runs with a
fixed number of rollouts. `k` is optional. (Runs that probe first are estimated differently on purpose; leave them out.)

--write-python-rows runs the Python package's offline quickstart and writes its graded rows to OUT.jsonl, with its
pass@1 beside them in OUT.jsonl.pass_at.json, for our reader to load.

Exit code 0: every check passed. 1: a check failed. 2: nothing was checked. 64: wrong usage or a package is missing.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")

OK, FAILED, NOTHING_CHECKED, USAGE = 0, 1, 2, 64
TOLERANCE = 1e-9
PROBLEMS_SHOWN = 5

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_order",
            "description": "Look up an order by id.",
            "parameters": {
                "type": "object",
                "properties": {"order_id": {"type": "string"}},
                "required": ["order_id"],
            },
        },
    }
]


class Checks:
    """Runs checks one by one, prints how each went and remembers it."""

    def __init__(self) -> None:
        self.passed = self.failed = self.skipped = 0

    def run(self, name: str, check: Callable[[], str]) -> None:
        try:
            detail = check()
        except Skipped as reason:
            self.skipped += 1
            print(f"skip {name}: {reason}")
        except Exception as error:  # noqa: BLE001 - one broken file must not hide the others
            self.failed += 1
            print(f"FAIL {name}: {type(error).__name__}: {error}")
        else:
            self.passed += 1
            print(f"ok   {name}: {detail}")

    def exit_code(self) -> int:
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        if self.failed:
            return FAILED
        return OK if self.passed else NOTHING_CHECKED


class Skipped(Exception):
    """A check that cannot run here."""


def refuse_constant(token: str) -> None:
    raise ValueError(f"{token} is not JSON")


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Rows the way a strict reader sees them: one object a line, no NaN, a newline after each."""
    text = path.read_bytes().decode("utf-8")
    if not text.endswith("\n"):
        raise ValueError("the last line has no newline")
    rows = []
    for number, line in enumerate(text.split("\n")[:-1], start=1):
        row = json.loads(line, parse_constant=refuse_constant)
        if not isinstance(row, dict):
            raise ValueError(f"line {number} is no object")
        rows.append(row)
    return rows


def check_schema(rows: list[dict[str, Any]]) -> str:
    from whileai.simulations import schema

    problems = [(number, schema.validate(row, "row")) for number, row in enumerate(rows, start=1)]
    broken = [f"line {number}: {', '.join(codes)}" for number, codes in problems if codes]
    if broken:
        raise AssertionError(f"{len(broken)} of {len(rows)} rows: " + "; ".join(broken[:PROBLEMS_SHOWN]))
    return f"{len(rows)} rows"


def check_pass_at(rows: list[dict[str, Any]], ours: dict[str, Any]) -> str:
    import whileai.simulations as wai

    theirs = wai.pass_at(rows, k=ours.get("k"))
    expected = ours["pass_at_1"]
    if expected is None or theirs.pass_at_1 is None:
        if expected is not theirs.pass_at_1:
            raise AssertionError(f"ours {expected}, Python {theirs.pass_at_1}")
        return "both say nothing"
    if not math.isclose(expected, theirs.pass_at_1, rel_tol=0.0, abs_tol=TOLERANCE):
        raise AssertionError(f"ours {expected}, Python {theirs.pass_at_1}")
    return f"pass@1 {theirs.pass_at_1:.4f} on {theirs.n_groups} tasks"


def check_datasets(path: Path, count: int) -> str:
    try:
        import datasets
    except ImportError:
        raise Skipped("datasets is not installed") from None
    datasets.disable_progress_bars()
    with tempfile.TemporaryDirectory() as cache:
        loaded = datasets.load_dataset("json", data_files=str(path), split="train", cache_dir=cache)
        if len(loaded) != count:
            raise AssertionError(f"{len(loaded)} rows loaded, {count} written")
        return f"{count} rows, {len(loaded.column_names)} columns"


def write_python_rows(path: Path) -> str:
    """The offline quickstart: a seeded agent, template situations, and a judge that knows the planted faults."""
    import whileai.simulations as wai

    data = wai.simulate(
        wai.seeded_agent(TOOLS),
        tools=TOOLS,
        system_prompt="Help customers with orders.",
        simulator=False,
        mode="rl",
        repeats=4,
        repeat_policy="fixed",
        budget=64,
    )
    scored = data.grade(judge=lambda row: {"reward": int(not row["seeded"])})
    rows = list(scored.rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row, allow_nan=False) + "\n")
    numbers = {"pass_at_1": scored.pass_at.pass_at_1, "k": scored.pass_at.k}
    path.with_name(path.name + ".pass_at.json").write_text(json.dumps(numbers) + "\n", encoding="utf-8")
    return f"{len(rows)} rows, pass@1 {scored.pass_at.pass_at_1:.4f}"


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").splitlines()[0], epilog="Exit codes: 0 passed, 1 failed, 2 nothing checked, 64 usage."
    )
    parser.add_argument("folder", type=Path, help="holds *rows.jsonl files that we wrote")
    parser.add_argument("--pass-at", type=Path, help="our pass@1 by file name, as JSON")
    parser.add_argument("--write-python-rows", type=Path, metavar="OUT", help="where the Python package's rows go")
    try:
        return parser.parse_args()
    except SystemExit as stop:
        raise SystemExit(USAGE if stop.code else OK) from None


def main() -> int:
    arguments = parse_arguments()
    if not arguments.folder.is_dir():
        print(f"{arguments.folder} is no folder", file=sys.stderr)
        return USAGE
    try:
        import whileai  # noqa: F401
    except ImportError:
        print("the Python package is missing: pip install -r requirements.txt", file=sys.stderr)
        return USAGE
    ours: dict[str, Any] = json.loads(arguments.pass_at.read_text(encoding="utf-8")) if arguments.pass_at else {}
    checks = Checks()
    seen = set()
    for path in sorted(arguments.folder.rglob("*rows.jsonl")):
        name = path.relative_to(arguments.folder).as_posix()
        seen.add(name)
        rows: list[dict[str, Any]] = []
        checks.run(f"{name} reads as strict JSONL", lambda: rows.extend(read_lines(path)) or f"{len(rows)} rows")
        if not rows:
            continue
        checks.run(f"{name} passes the Python schema", lambda: check_schema(rows))
        checks.run(f"{name} loads in datasets", lambda: check_datasets(path, len(rows)))
        if name in ours:
            checks.run(f"{name} has the same pass@1", lambda: check_pass_at(rows, ours[name]))
    for name in sorted(set(ours) - seen):
        checks.run(f"{name} is in the folder", lambda: (_ for _ in ()).throw(FileNotFoundError(name)))
    if arguments.write_python_rows:
        checks.run("the Python package writes rows", lambda: write_python_rows(arguments.write_python_rows))
    return checks.exit_code()


if __name__ == "__main__":
    raise SystemExit(main())
