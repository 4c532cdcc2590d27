"""Pairs of answers that sympy says are equal or not, and who sees it.

    compare.py draw CASES [--count 2000] [--seed 1]     pairs as JSON: {kind, candidate, reference, expect}
    compare.py check CASES ANSWERS                      MathEqual's answers beside math-verify's on the same pairs

Ends with 1 when MathEqual calls an unequal pair equal, or is right on fewer than 97 of 100 pairs.
"""

import argparse
import json
import multiprocessing
import random
import statistics
import sys
import time
import warnings

LEAST_RIGHT = 0.97
# Processes that math-verify, which takes minutes for the pairs, is asked in.
PROCESSES = 2


def draw(count, seed):
    from families import FAMILIES
    from spellings import reply

    rng = random.Random(seed)
    cases, seen = [], set()
    while len(cases) < count:
        kind, answer, equal, near = rng.choice(FAMILIES)(rng)
        wanted = equal if len(cases) % 2 == 0 else near
        if not wanted:
            continue
        other = rng.choice(wanted)
        candidate, reference = (other, answer) if rng.random() < 0.5 else (answer, other)
        if candidate == reference or (candidate, reference) in seen:
            continue
        seen.add((candidate, reference))
        cases.append({"kind": kind, "candidate": reply(candidate, rng), "reference": reference, "expect": int(wanted is equal)})
    return cases


def math_verify_answer(case):
    from math_verify import parse, verify

    started = time.perf_counter()
    try:
        gold = parse(f"${case['reference']}$")
        right = bool(gold) and bool(verify(gold, parse(case["candidate"])))
    except Exception:
        right = False
    return {"reward": int(right), "ms": (time.perf_counter() - started) * 1000}


def prepare_math_verify():
    import logging

    import math_verify  # noqa: F401  loaded before the first pair is timed

    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")


def math_verify_answers(cases):
    # Its clock is a signal, which only the main thread of a process may set.
    with multiprocessing.Pool(PROCESSES, prepare_math_verify) as pool:
        return pool.map(math_verify_answer, cases, chunksize=20)


def tally(cases, answers):
    right = sum(answer["reward"] == case["expect"] for case, answer in zip(cases, answers))
    false_pass = sum(answer["reward"] == 1 and case["expect"] == 0 for case, answer in zip(cases, answers))
    return {
        "right": right,
        "false_pass": false_pass,
        "false_fail": len(cases) - right - false_pass,
        "ms": statistics.median(answer["ms"] for answer in answers),
        "worst": max(answer["ms"] for answer in answers),
    }


def check(cases, ours):
    theirs = math_verify_answers(cases)
    print(f"{len(cases)} pairs, {sum(case['expect'] for case in cases)} of them equal\n")
    print(f"{'':12} {'right':>6} {'false pass':>11} {'false fail':>11} {'median ms':>10} {'worst ms':>9}")
    for name, answers in (("MathEqual", ours), ("math-verify", theirs)):
        row = tally(cases, answers)
        print(f"{name:12} {row['right']:6} {row['false_pass']:11} {row['false_fail']:11} {row['ms']:10.2f} {row['worst']:9.1f}")
    print(f"\n{'kind':18} {'pairs':>5}  right: MathEqual, math-verify")
    for kind in sorted({case["kind"] for case in cases}):
        chosen = [index for index, case in enumerate(cases) if case["kind"] == kind]
        counts = [sum(answers[index]["reward"] == cases[index]["expect"] for index in chosen) for answers in (ours, theirs)]
        print(f"{kind:18} {len(chosen):5}  {counts[0]:5} {counts[1]:5}")
    wrong = [(case, answer) for case, answer in zip(cases, ours) if answer["reward"] != case["expect"]]
    for case, answer in wrong[:40]:
        print(f"\nexpected {case['expect']}, got {answer['reward']}: {case['candidate']}\n  reference {case['reference']}")
    result = tally(cases, ours)
    ok = result["false_pass"] == 0 and result["right"] >= LEAST_RIGHT * len(cases)
    print(f"\nMathEqual: {result['false_pass']} false passes, {result['right'] / len(cases):.1%} right")
    return 0 if ok else 1


def main():
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["draw", "check"])
    parser.add_argument("cases")
    parser.add_argument("answers", nargs="?")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.command == "draw":
        with open(given.cases, "w", encoding="utf-8") as file:
            json.dump(draw(given.count, given.seed), file, indent=1)
        return 0
    with open(given.cases, encoding="utf-8") as cases, open(given.answers, encoding="utf-8") as answers:
        return check(json.load(cases), json.load(answers))


if __name__ == "__main__":
    sys.exit(main())
