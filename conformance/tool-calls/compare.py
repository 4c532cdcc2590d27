"""Tool calls of the Berkeley Function Calling Leaderboard, right and wrong.

compare.py draw CASES           writes {gold, calls, reward} for every right answer and for mutated ones
compare.py check CASES ANSWERS  holds our rewards against them

A mutated call is a case only where the benchmark's own checker calls it wrong, so the two can only differ on which calls
they call right.
"""

import copy
import json
import pathlib
import random
import sys
import types

MUTATIONS = 1000
CATEGORIES = [
    "simple_python",
    "simple_java",
    "simple_javascript",
    "multiple",
    "parallel",
    "parallel_multiple",
    "live_simple",
    "live_multiple",
    "live_parallel",
    "live_parallel_multiple",
]
# The checker converts texts to the values of these languages, which no row holds.
WITHOUT_CHECKER = {"simple_java", "simple_javascript"}


def load_checker():
    # The table of models imports the SDK of every vendor; the checker reads one flag of one entry.
    models = types.ModuleType("bfcl_eval.constants.model_config")
    models.MODEL_CONFIG_MAPPING = {"any": types.SimpleNamespace(underscore_to_dot=False)}
    sys.modules[models.__name__] = models
    import bfcl_eval
    from bfcl_eval.constants.enums import Language
    from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker

    data = pathlib.Path(bfcl_eval.__file__).parent / "data"

    def is_right(functions, calls, gold, category):
        return ast_checker(functions, calls, gold, Language.PYTHON, category, "any")["valid"]

    return data, is_right


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def spell(allowed, pick=0):
    """The value that one entry of a list of allowed values stands for."""
    value = allowed[pick]
    if isinstance(value, dict):
        if not all(isinstance(each, list) for each in value.values()):
            return value
        return {key: spell(each) for key, each in value.items() if each[0] != ""}
    if isinstance(value, list):
        return [spell([item]) if isinstance(item, dict) else item for item in value]
    return value


def first_answer(gold):
    return [
        {name: {key: spell(allowed) for key, allowed in fields.items() if allowed[0] != ""}}
        for call in gold
        for name, fields in call.items()
    ]


def right_answers(gold):
    """The first answer, then one for every other allowed value of every argument, then the reverse order."""
    first = first_answer(gold)
    yield first
    for at, call in enumerate(gold):
        for name, fields in call.items():
            for key, allowed in fields.items():
                for pick in range(1, len(allowed)):
                    other = copy.deepcopy(first)
                    if allowed[pick] == "":
                        other[at][name].pop(key, None)
                    else:
                        other[at][name][key] = spell(allowed, pick)
                    yield other
    if len(first) > 1:
        yield first[::-1]


def mutated_value(value, draw):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + draw.choice([1, -1, 10])
    if isinstance(value, str):
        return draw.choice([value + " not", "no " + value, value[:-1] + "~", value[::-1] + "x", str(len(value)) + value])
    if isinstance(value, list):
        if value and draw.random() < 0.6:
            at = draw.randrange(len(value))
            return value[:at] + [mutated_value(value[at], draw)] + value[at + 1 :]
        return value + (value[:1] or [1])
    if isinstance(value, dict):
        if value:
            key = draw.choice(sorted(value))
            return {**value, key: mutated_value(value[key], draw)}
        return {"unknown": 1}
    return 1


def mutate(calls, draw):
    calls = copy.deepcopy(calls)
    at = draw.randrange(len(calls))
    (name, arguments), = calls[at].items()
    kind = draw.choice(["value", "value", "value", "drop", "add", "rename", "no call", "twice", "key"])
    if kind == "value" and arguments:
        key = draw.choice(sorted(arguments))
        arguments[key] = mutated_value(arguments[key], draw)
    elif kind == "drop" and arguments:
        arguments.pop(draw.choice(sorted(arguments)))
    elif kind == "key" and arguments:
        key = draw.choice(sorted(arguments))
        arguments[key + "_"] = arguments.pop(key)
    elif kind == "rename":
        calls[at] = {name + "_all": arguments}
    elif kind == "no call":
        calls.pop(at)
    elif kind == "twice":
        calls.append(copy.deepcopy(calls[at]))
    else:
        kind = "add"
        arguments["unknown_argument"] = "x"
    return kind, calls


def draw_cases(path):
    data, is_right = load_checker()
    draw = random.Random(6)
    cases, mutable = [], []
    for category in CATEGORIES:
        questions = {entry["id"]: entry for entry in lines(data / f"BFCL_v4_{category}.json")}
        for entry in lines(data / "possible_answer" / f"BFCL_v4_{category}.json"):
            gold, functions = entry["ground_truth"], questions[entry["id"]]["function"]
            if any([] in fields.values() for call in gold for fields in call.values()):
                print(f"{entry['id']} allows no value of an argument: no right answer, left out")
                continue
            for answer in right_answers(gold):
                cases.append({"id": entry["id"], "category": category, "kind": "right", "gold": gold, "calls": answer, "reward": 1})
            if category not in WITHOUT_CHECKER:
                mutable.append((entry["id"], category, functions, gold))
    wrong = 0
    while wrong < MUTATIONS:
        identity, category, functions, gold = draw.choice(mutable)
        kind, calls = mutate(first_answer(gold), draw)
        if is_right(functions, calls, gold, category):
            continue
        wrong += 1
        cases.append({"id": identity, "category": category, "kind": kind, "gold": gold, "calls": calls, "reward": 0})
    pathlib.Path(path).write_text(json.dumps(cases))


def check(cases_path, answers_path):
    cases = json.loads(pathlib.Path(cases_path).read_text())
    answers = json.loads(pathlib.Path(answers_path).read_text())
    assert len(cases) == len(answers), f"{len(answers)} answers to {len(cases)} cases"
    failures = [(case, answer) for case, answer in zip(cases, answers) if case["reward"] != answer]
    for category in CATEGORIES:
        mine = [case for case in cases if case["category"] == category]
        right = sum(case["reward"] for case in mine)
        off = sum(case["category"] == category for case, _ in failures)
        print(f"{category:24} {right:6} right {len(mine) - right:5} wrong {off:4} graded otherwise")
    for case, answer in failures[:10]:
        print(f"FAILED {case['id']} ({case['kind']}): reward {answer}, expected {case['reward']}")
        print(f"  gold  {json.dumps(case['gold'])[:300]}\n  calls {json.dumps(case['calls'])[:300]}")
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed, 0 skipped")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    {"draw": draw_cases, "check": check}[sys.argv[1]](*sys.argv[2:])
