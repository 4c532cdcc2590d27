"""The trainer callback against the interface of `transformers`, and without it. Needs no torch."""

import contextlib
import io
import types
import unittest

from support import READY, pretender

import whileai_monitor
from whileai_monitor import EVENTS, Monitor

ECHO = READY + (
    "for line in lines:\n"
    "  message = json.loads(line)\n"
    '  if message["type"] == "eval":\n'
    '    stop = message["rows"][0]["proxy"] > (message["rows"][0]["gold"] or 0)\n'
    '    print(json.dumps({"type": "eval", "id": message["id"], "stop": stop, "alarms": [{"kind": "divergence"}] if stop else [], "rows": message["rows"]}), flush=True)\n'
    '  if message["type"] == "log": print(json.dumps({"type": "error", "message": "kl " + str(message["kl"])}), flush=True)\n'
    '  if message["type"] == "end": print(json.dumps({"type": "summary", "text": "done"}), flush=True); break'
)


def reward(prompts, completions, **kwargs):
    return [float("hack" in str(text)) for text in completions]


class Callback(unittest.TestCase):
    def start(self):
        monitor = Monitor(command=pretender(ECHO), timeout=10)
        self.addCleanup(monitor.close)
        self.sent = []
        send = monitor._send
        monitor._send = lambda message, wait=0: (self.sent.append(message), send(message, wait))[1]
        return monitor

    def run_through(self, callback, steps, logs=None):
        """What a trainer does, with the objects that it has at hand."""
        state, control = types.SimpleNamespace(global_step=0), types.SimpleNamespace(should_training_stop=False)
        given = {"model": "model", "processing_class": "tokenizer", "optimizer": None, "train_dataloader": None}
        for name in EVENTS:
            if name not in ("step_end", "train_end", "log", "train_begin"):
                getattr(callback, f"on_{name}")(None, state, control, **given, metrics={})
        callback.on_train_begin(None, state, control, **given)
        done = 0
        for step in range(1, steps + 1):
            state.global_step = done = step
            callback.on_step_end(None, state, control, **given)
            callback.on_log(None, state, control, logs=logs, **given)
            if control.should_training_stop:
                break
        with contextlib.redirect_stderr(io.StringIO()):
            callback.on_train_end(None, state, control, **given)
        return done, control

    def test_every_n_steps_and_the_stop(self):
        monitor = self.start()
        monitor.wrap(reward)
        asked = []

        def generate(prompts, step, model, processing_class):
            asked.append((step, len(prompts), model, processing_class))
            return ["hack" if step >= 9 else "fine"] * len(prompts)

        holdout = [{"prompt": [{"role": "user", "content": "hi"}], "task_id": 7, "answer": "x"}, "plain"]
        seen = []

        def gold(prompts, completions, answer):
            seen.append((prompts[0], completions[0], completions[3], answer))
            return [0.0] * len(prompts)

        callback = monitor.callback(holdout, gold=gold, every=3, k=2, generate=generate)
        done, control = self.run_through(callback, 20, logs={"kl": 0.25, "loss": 1})
        self.assertEqual([step for step, *_ in asked], [0, 3, 6, 9])
        self.assertEqual(asked[0], (0, 4, "model", "tokenizer"))
        self.assertEqual((done, control.should_training_stop), (9, True))
        self.assertEqual(seen[0][1:], ([{"role": "assistant", "content": "fine"}], "fine", ["x", "x", None, None]))
        evals = [message for message in self.sent if message["type"] == "eval"]
        self.assertEqual(evals[0]["rows"][0]["task_id"], 7)
        self.assertNotIn("task_id", evals[0]["rows"][2])
        self.assertEqual([message["kl"] for message in self.sent if message["type"] == "log"][:1], [0.25])
        # The rewards of an eval are no training.
        self.assertFalse([message for message in self.sent if message["type"] == "train"])
        self.assertEqual(monitor.summary_text, "done")

    def test_what_fails_in_here_does_not_stop_a_run(self):
        failing = {
            "generate": dict(generate=lambda prompts, **_: 1 / 0),
            "too few": dict(generate=lambda prompts, **_: ["x"]),
            "gold": dict(generate=lambda prompts, **_: ["x"] * len(prompts), gold=lambda **_: 1 / 0),
            "proxy": dict(generate=lambda prompts, **_: ["x"] * len(prompts), proxy=lambda **_: [1]),
        }
        for name, parts in failing.items():
            with self.subTest(name), contextlib.redirect_stderr(io.StringIO()) as said:
                monitor = self.start()
                monitor.wrap(reward)
                done, control = self.run_through(monitor.callback(["p"], every=1, **parts), 3)
                self.assertEqual((done, control.should_training_stop), (3, False))
                self.assertIn("whileai monitor:", said.getvalue())

    def test_nothing_is_sampled_for_a_monitor_that_is_gone(self):
        monitor = self.start()
        monitor.wrap(reward)
        monitor._process.kill()
        monitor._process.wait()
        asked = []
        with contextlib.redirect_stderr(io.StringIO()) as said:
            callback = monitor.callback(["p"], every=1, generate=lambda prompts, **_: asked.append(1) or ["x"])
            self.assertEqual(self.run_through(callback, 5)[0], 5)
        self.assertEqual(asked, [])
        self.assertIn("the monitor is gone", said.getvalue())

    def test_async_scorers(self):
        monitor = self.start()

        async def scorer(prompts, completions, **_):
            return [0.5] * len(prompts)

        callback = monitor.callback(["p"], every=1, proxy=scorer, gold=scorer, generate=lambda prompts, **_: ["x"] * len(prompts))
        self.run_through(callback, 1)
        rows = [message for message in self.sent if message["type"] == "eval"][0]["rows"]
        self.assertEqual((rows[0]["proxy"], rows[0]["gold"]), (0.5, 0.5))

    def test_without_transformers(self):
        import sys

        hidden = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "transformers"}
        whileai_monitor._callback_class.cache_clear()
        sys.modules["transformers"] = None
        try:
            callback = self.start().callback(["p"], proxy=reward, every=2, generate=lambda prompts, **_: ["x"] * len(prompts))
            self.assertEqual(self.run_through(callback, 4)[0], 4)
        finally:
            del sys.modules["transformers"]
            sys.modules.update(hidden)
            whileai_monitor._callback_class.cache_clear()


class Interface(unittest.TestCase):
    def test_it_is_a_callback_of_transformers(self):
        try:
            from transformers import TrainerCallback, TrainerControl, TrainerState
        except ImportError:
            self.skipTest("transformers is not installed")
        monitor = Monitor(command=pretender(ECHO), timeout=10)
        self.addCleanup(monitor.close)
        monitor.wrap(reward)
        callback = monitor.callback(["p"], every=1, gold=lambda completions, prompts: [0.0] * len(prompts), generate=lambda prompts, **_: ["hack"] * len(prompts))
        self.assertIsInstance(callback, TrainerCallback)
        # Every event of the interface is answered, also those that come after this was written.
        events = [name for name in dir(TrainerCallback) if name.startswith("on_")]
        self.assertEqual(sorted(events), sorted(f"on_{name}" for name in EVENTS))
        state, control = TrainerState(global_step=1), TrainerControl()
        callback.on_step_end(None, state, control, model=None, processing_class=None)
        self.assertTrue(control.should_training_stop)


if __name__ == "__main__":
    unittest.main()
