"""Runs a tiny task with Inspect's mock model, twice, and writes its logs in both formats and its own aggregates.

    python run.py FOLDER

Twelve samples of three questions: one fails in the middle, one scorer gives C and I, another gives two numbers.
"""

import glob
import json
import shutil
import sys
from pathlib import Path

from inspect_ai import Task, eval, task
from inspect_ai.dataset import Sample
from inspect_ai.log._recorders.chunked import convert_eval_logs_to_chunked
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, includes, mean, scorer
from inspect_ai.solver import generate, solver, use_tools
from inspect_ai.tool import tool

EPOCHS = 4
# By question, one answer an epoch; the third question breaks before its second is given.
ANSWERS = {
    "before": {"1+1": ["2", "3", "2", "I cannot"], "2+2": ["4", "4", "5", "4"], "Say 3": ["3", "3", "no"]},
    "after": {"1+1": ["2", "2", "2", "I cannot"], "2+2": ["4", "4", "4", "4"], "Say 3": ["3", "3", "3"]},
}


@scorer(metrics={"brief": [mean()], "length": [mean()]})
def style():
    async def score(state, target):
        length = len(state.output.completion)
        return Score(value={"brief": 1 if length < 3 else 0.5, "length": length}, explanation="by length")

    return score


@solver
def breaks_once():
    async def solve(state, generate):
        if state.sample_id == "three" and state.epoch == 2:
            raise RuntimeError("the world broke")
        return state

    return solve


@tool
def add():
    async def execute(left: int, right: int):
        """Adds two numbers.

        Args:
            left: The one.
            right: The other.
        """
        return str(left + right)

    return execute


@task
def sums():
    questions = [("one", "What is 1+1?", "2"), ("two", "What is 2+2?", "4"), ("three", "Say 3.", "3")]
    return Task(
        dataset=[Sample(id=id, input=question, target=target) for id, question, target in questions],
        solver=[breaks_once(), use_tools(add()), generate()],
        scorer=[includes(), style()],
        epochs=EPOCHS,
    )


def answering(answers):
    given = {question: iter(texts) for question, texts in answers.items()}
    asked_tool = False

    def answer(messages, tools, tool_choice, config):
        nonlocal asked_tool
        question = next(name for name in given if name in messages[0].text)
        if question == "1+1" and not asked_tool:
            asked_tool = True
            output = ModelOutput.for_tool_call("mockllm/model", "add", {"left": 1, "right": 1})
        else:
            output = ModelOutput.from_content("mockllm/model", next(given[question]))
        # Given here, so that the model does not fetch a tokenizer to count them.
        output.usage = ModelUsage(input_tokens=5, output_tokens=2, total_tokens=7)
        return output

    return answer


def main(folder: Path):
    aggregates = {}
    for run, answers in ANSWERS.items():
        for log_format in ("eval", "json"):
            logs = folder / f"{run}-{log_format}"
            (log,) = eval(
                sums(),
                model=get_model("mockllm/model", custom_outputs=answering(answers)),
                log_dir=str(logs),
                log_format=log_format,
                fail_on_error=False,
                display="none",
                max_samples=1,
            )
            assert log.status == "success", log.error
            name = f"{run}.{log_format}"
            shutil.copy(log.location, folder / name)
            aggregates[name] = {
                "samples": log.results.total_samples,
                "completed": log.results.completed_samples,
                "scores": {
                    score.name: {name: metric.value for name, metric in score.metrics.items()}
                    for score in log.results.scores
                },
            }
    chunks = folder / "chunked"
    convert_eval_logs_to_chunked(str(folder / "before.eval"), output_dir=str(chunks))
    shutil.copy(glob.glob(f"{chunks}/*.eval")[0], folder / "chunked.eval")
    aggregates["chunked.eval"] = aggregates["before.eval"]
    (folder / "aggregates.json").write_text(json.dumps(aggregates, indent=2))


main(Path(sys.argv[1]))
