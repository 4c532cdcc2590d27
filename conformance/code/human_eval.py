"""
Makes the candidates for `human-eval.ts` from HumanEval: each canonical solution, a mutant of it that a plain run of the tests finds
wrong, and each solution under the tests of another task.

    python human_eval.py HumanEval.jsonl.gz OUT.jsonl

The plain run (the oracle) is one process with solution and tests, which is fine for solutions that do not cheat.
"""

import ast
import concurrent.futures
import gzip
import json
import os
import random
import subprocess
import sys

SECONDS = 20


def oracle(code, tests):
    """Whether a plain run passes."""
    program = code + "\n" + tests + "\nprint('\\nreached the end')\n"
    try:
        run = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, timeout=SECONDS, text=True)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0 and run.stdout.endswith("reached the end\n")


COMPARISONS = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Mod: ast.FloorDiv, ast.FloorDiv: ast.Mod, ast.Div: ast.Mult}


def mutations(node):
    """Ways to change one node, as functions that change it in place."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield lambda: node.ops.__setitem__(0, COMPARISONS[type(node.ops[0])]())
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield lambda: setattr(node, "op", ARITHMETIC[type(node.op)]())
    if isinstance(node, ast.BoolOp):
        yield lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield lambda: setattr(node, "value", node.value + 1)
    if isinstance(node, ast.Return) and node.value is not None:
        yield lambda: setattr(node, "value", ast.List([node.value], ast.Load()))


def mutants(code, entry, stream):
    """The code with one place of its entry function changed, in random order."""
    def places(tree):
        function = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == entry][-1]
        return [change for node in ast.walk(function) for change in mutations(node)]

    count = len(places(ast.parse(code)))
    # Wrapping what is returned is always wrong and always there, so it comes last.
    for index in stream.sample(range(count), count):
        tree = ast.parse(code)
        places(tree)[index]()
        yield ast.unparse(ast.fix_missing_locations(tree))


def candidates(task_and_other):
    task, other = task_and_other
    entry, code = task["entry_point"], task["prompt"] + task["canonical_solution"]
    tests = task["test"] + "\ncheck(%s)\n" % entry
    stream = random.Random("mutant " + task["task_id"])
    made = [{"id": task["task_id"], "kind": "canonical", "code": code, "tests": tests, "oracle": oracle(code, tests)}]
    for mutant in mutants(code, entry, stream):
        if not oracle(mutant, tests):
            made.append({"id": task["task_id"], "kind": "mutant", "code": mutant, "tests": tests, "oracle": False})
            break
    swapped = code + "\n%s = %s\n" % (other["entry_point"], entry)
    others = other["test"] + "\ncheck(%s)\n" % other["entry_point"]
    made.append({"id": task["task_id"], "kind": "swapped", "code": swapped, "tests": others, "oracle": oracle(swapped, others)})
    return made


def main(source, target):
    with gzip.open(source, "rt") as file:
        tasks = [json.loads(line) for line in file]
    # One cycle through all tasks is a derangement.
    order = random.Random("derangement").sample(tasks, len(tasks))
    pairs = [(task, order[index - 1]) for index, task in enumerate(order)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, open(target, "w") as file:
        for made in pool.map(candidates, pairs):
            for one in made:
                file.write(json.dumps(one) + "\n")


main(*sys.argv[1:])
