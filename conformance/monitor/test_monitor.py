"""The Python side of the hack monitor: what it passes on, and that no monitor can harm a training."""

import asyncio
import contextlib
import copy
import functools
import io
import json
import os
import pickle
import signal
import subprocess
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path

from support import COMMAND, READY, held, pretender

from whileai_monitor import Monitor, _plain, _score


def quiet():
    return contextlib.redirect_stderr(io.StringIO())


def reward(prompts, completions, **kwargs):
    return [float("verified" in text) for text in completions]


class Scorer:
    """A reward that is an object, as TRL takes them."""

    async def __call__(self, prompts, completions, **kwargs):
        return [0.5] * len(prompts)


class Wrap(unittest.TestCase):
    def monitor(self, **more):
        monitor = Monitor(command=pretender(READY + "for line in lines:\n  if 'end' in line: break"), timeout=3, **more)
        self.addCleanup(monitor.close)
        sent = []
        monitor._send = lambda message, wait=0: sent.append(message) or True
        return monitor, sent

    def test_rewards_pass_through_untouched(self):
        monitor, sent = self.monitor()
        paid = [1.0, None, float("nan")]
        wrapped = monitor.wrap(lambda prompts, completions, **_: paid)
        result = wrapped(prompts=["a", "b", "c"], completions=["x", "y", "z"], trainer_state=types.SimpleNamespace(global_step=7), answer=["?"] * 3, task_id=[1, 2, 3])
        self.assertIs(result, paid)
        self.assertEqual(sent[0]["rewards"], [1.0, None, None])
        self.assertEqual((sent[0]["step"], sent[0]["columns"]), (7, {"task_id": [1, 2, 3]}))

    def test_name_signature_and_async_stay(self):
        monitor, sent = self.monitor()
        self.assertEqual(monitor.wrap(reward).__name__, "reward")

        async def slow(prompts, completions, **kwargs):
            return [1.0]

        other, sent = self.monitor()
        wrapped = other.wrap(slow)
        self.assertTrue(asyncio.iscoroutinefunction(wrapped))
        self.assertEqual(asyncio.run(wrapped(prompts=["a"], completions=["b"])), [1.0])
        self.assertEqual(sent[0]["rewards"], [1.0])

    def test_names_are_those_that_a_trainer_logs(self):
        monitor, _ = self.monitor()
        self.assertEqual(monitor.wrap(functools.partial(functools.partial(reward), bonus=1)).__name__, "reward")
        self.assertEqual(monitor.wrap(Scorer()).__name__, "Scorer")
        for scorer in (Scorer(), functools.partial(Scorer())):
            self.assertTrue(asyncio.iscoroutinefunction(monitor.wrap(scorer)))

    def test_copies_are_watched_and_other_processes_get_the_function(self):
        monitor, sent = self.monitor()
        wrapped = monitor.wrap(reward)
        self.assertIs(copy.deepcopy(wrapped), wrapped)
        self.assertIs(copy.copy([wrapped])[0], wrapped)
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertIs(pickle.loads(pickle.dumps(wrapped)), reward)
        self.assertIn("reward was sent to another process", said.getvalue())

    def test_what_is_not_watched_is_said(self):
        monitor, sent = self.monitor()
        with contextlib.redirect_stderr(io.StringIO()) as said:
            once = monitor.wrap(lambda prompts, completions: (1.0 for _ in prompts))
            self.assertEqual(list(once(prompts=["a"], completions=["b"])), [1.0])
            monitor.wrap(reward)
            other = self.monitor()[0]
            first = other.wrap(reward)
            other.wrap(reward)
            for _ in range(2):
                first(prompts=["a"], completions=["b"])
        self.assertIn("can be read only once", said.getvalue())
        self.assertIn("not every wrapped reward function", said.getvalue())
        self.assertEqual(sent, [])

    def test_nothing_that_is_told_by_hand_raises(self):
        monitor, _ = self.monitor()
        del monitor._send
        deep = []
        for _ in range(100_000):
            deep = [deep]
        with quiet():
            for rewards in (None, 7, [1]):
                monitor.train(1, [deep], None, rewards)
            monitor.train(1, [deep], ["x"], [1])
            monitor.log_kl(object(), object())
            self.assertIsNone(monitor.evaluate(1, None))
            self.assertIsNone(monitor.evaluate(1, [deep]))
        self.assertEqual(monitor.dropped, 4)
        while deep:
            deep = deep[0]

    def test_several_functions_are_one_weighted_reward(self):
        monitor, sent = self.monitor()
        first = monitor.wrap(lambda prompts, completions, **_: [1.0, None], weight=2)
        second = monitor.wrap(lambda prompts, completions, **_: [0.5, None])
        for _ in range(2):
            first(prompts=["a", "b"], completions=["x", "y"])
            second(prompts=["a", "b"], completions=["x", "y"])
        self.assertEqual([message["rewards"] for message in sent], [[2.5, None], [2.5, None]])

    def test_an_error_of_the_reward_is_the_trainers(self):
        monitor, _ = self.monitor()

        def broken(prompts, completions):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            monitor.wrap(broken)(prompts=["a"], completions=["b"])

    def test_an_error_in_here_is_not(self):
        monitor, _ = self.monitor()
        monitor._paid = lambda *_: 1 / 0
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.assertEqual(monitor.wrap(reward)(prompts=["a"], completions=["verified"]), [1.0])
        self.assertIn("ZeroDivisionError", said.getvalue())

    def test_what_json_cannot_hold(self):
        class Tensor:
            def __float__(self):
                return 0.5

        self.assertEqual(_plain({1: [Tensor(), float("inf"), object]}), {"1": [0.5, None, str(object)]})

    def test_scorers_get_what_they_take(self):
        self.assertEqual(_score(lambda prompts, completions: [1], ["a"], ["b"], {"answer": [2]}), [1])
        self.assertEqual(_score(lambda prompts, completions, answer: answer, ["a"], ["b"], {"answer": [2]}), [2])
        self.assertEqual(_score(lambda completions, log_metric, **kw: [kw["prompts"][0]], ["a"], ["b"], {}), ["a"])
        with self.assertRaises(ValueError):
            _score(lambda **_: [1, 2], ["a"], ["b"], {})

    def test_scorers_in_a_loop_that_runs(self):
        async def notebook():
            return _score(Scorer(), ["a"], ["b"], {})

        self.assertEqual(asyncio.run(notebook()), [0.5])


class Harmless(unittest.TestCase):
    """A monitor that misbehaves: the rewards come, evals end in time, and nothing is raised."""

    def hold(self, code, timeout=1.0, **more):
        with quiet():
            monitor = Monitor(command=pretender(code), timeout=timeout, **more)
            self.addCleanup(monitor.close)
            wrapped = monitor.wrap(reward)
            started = time.monotonic()
            for _ in range(50):
                self.assertEqual(wrapped(prompts=["a"] * 2, completions=["verified", "no"]), [1.0, 0.0])
            spent = time.monotonic() - started
            answer = monitor.evaluate(1, held(0.5))
            monitor.close()
        self.assertLess(spent, timeout, "the training waited")
        return monitor, answer

    def test_dies_at_once(self):
        self.assertIsNone(self.hold("sys.exit(3)")[1])

    def test_dies_after_the_hello(self):
        self.assertIsNone(self.hold(READY + "sys.exit(3)")[1])

    def test_dies_in_an_eval(self):
        self.assertIsNone(self.hold(READY + "for line in lines:\n  if 'eval' in line: os.kill(os.getpid(), 9)")[1])

    def test_hangs_and_reads_nothing(self):
        self.assertIsNone(self.hold("time.sleep(60)")[1])

    def test_hangs_after_the_hello(self):
        self.assertIsNone(self.hold(READY + "time.sleep(60)")[1])

    def test_talks_nonsense(self):
        noise = 'for line in lines: print("}{", 7, "[[]]", "\\udcff".encode("utf8", "surrogateescape"), flush=True)'
        self.assertIsNone(self.hold(READY + noise)[1])

    def test_talks_without_end(self):
        self.assertIsNone(self.hold(READY + 'while True: sys.stdout.write("x" * 65536)')[1])

    def test_answers_of_the_wrong_shape(self):
        odd = [[], 7, {"type": "eval", "id": 1, "alarms": 5}, {"type": "eval", "alarms": [1, {}]}, {"type": "error"}]
        monitor, _ = self.hold(READY + f"for line in lines:\n  for odd in {odd!r}: print(json.dumps(odd), flush=True)")
        self.assertFalse(monitor.stop)

    def test_closes_its_ears(self):
        self.assertIsNone(self.hold(READY + "sys.stdin.close(); time.sleep(60)")[1])

    def test_a_slow_one_drops_and_counts(self):
        with quiet():
            monitor = Monitor(command=pretender(READY + "time.sleep(60)"), timeout=0.5, queue_size=4)
            self.addCleanup(monitor.close)
            wrapped = monitor.wrap(reward)
            started = time.monotonic()
            for _ in range(100):
                wrapped(prompts=["a"], completions=["x" * 100_000])
            self.assertLess(time.monotonic() - started, 5)
            monitor.close()
        self.assertGreater(monitor.dropped, 80)

    def test_advice_that_comes_late_is_taken(self):
        code = READY + (
            "for line in lines:\n"
            "  time.sleep(0.8)\n"
            '  print(json.dumps({"type": "eval", "id": json.loads(line).get("id"), "stop": True, "alarms": []}), flush=True)'
        )
        with quiet():
            monitor = Monitor(command=pretender(READY + "next(lines)\n" + code[len(READY) :]), timeout=0.4)
            self.addCleanup(monitor.close)
            self.assertIsNone(monitor.evaluate(1, held(0.5)))
            self.assertFalse(monitor.stop)
            time.sleep(1.2)
        self.assertTrue(monitor.stop)

    def test_after_one_eval_without_an_answer_nobody_waits(self):
        with quiet():
            monitor = Monitor(command=pretender(READY + "time.sleep(60)"), timeout=1.0)
            self.addCleanup(monitor.close)
            started = time.monotonic()
            for step in range(10):
                self.assertIsNone(monitor.evaluate(step, held(0.5)))
        self.assertLess(time.monotonic() - started, 3)

    def test_advice_that_nobody_asked_for(self):
        liar = 'for line in lines:\n  for name in (None, 0, 99, "1", True, [1]): print(json.dumps({"type": "eval", "id": name, "stop": name != 1, "alarms": [{}]}), flush=True)'
        monitor, _ = self.hold(READY + "next(lines)\n" + liar)
        self.assertFalse(monitor.stop)

    def test_a_flood_of_answers_is_not_kept(self):
        with quiet():
            monitor = Monitor(command=pretender(READY + 'for _ in range(20000): print(json.dumps({"type": "summary"}))\nsys.stdout.flush()\ntime.sleep(60)'), timeout=0.5)
            self.addCleanup(monitor.close)
            monitor.evaluate(1, held(0.5))
            self.assertLessEqual(monitor._inbox.qsize(), 256)

    def test_nothing_is_left_behind(self):
        def nested(code):
            # As `npx` does: the monitor is the child of the child.
            inner = pretender(f"print(json.dumps({{'type': 'pid', 'pid': os.getpid()}}), file=open({name!r}, 'w'), flush=True)\n" + code)
            return pretender(f"import subprocess\nsubprocess.run({inner!r})")

        for title, code in {"hangs": READY + "time.sleep(60)", "ends": READY + "for line in lines:\n  if 'end' in line: print('{\"type\":\"summary\"}', flush=True); break"}.items():
            with self.subTest(title), tempfile.TemporaryDirectory() as folder, quiet():
                name, before = f"{folder}/pid", threading.active_count()
                monitor = Monitor(command=nested(code), timeout=5)
                monitor.timeout = 0.5 if title == "hangs" else 5
                monitor.close()
                with open(name) as file:
                    pid = json.load(file)["pid"]
                for _ in range(50):
                    with contextlib.suppress(OSError):
                        with open(f"/proc/{pid}/stat") as stat:
                            if stat.read().split()[2] != "Z":
                                time.sleep(0.1)
                                continue
                    break
                else:
                    self.fail("the monitor still runs")
                self.assertEqual(threading.active_count(), before)
                self.assertIsNotNone(monitor._process.returncode)

    def test_refused_options_leave_nothing(self):
        before = threading.active_count()
        with self.assertRaises(ValueError), quiet():
            Monitor(command=pretender('print(json.dumps({"type": "error", "message": "no"}), flush=True)\ntime.sleep(60)'), timeout=5)
        self.assertEqual(threading.active_count(), before)

    def test_a_process_that_is_forked_off_leaves_the_monitor_alone(self):
        if not hasattr(os, "fork"):
            self.skipTest("there is no fork here")
        monitor = Monitor(command=pretender(READY + "for line in lines:\n  if 'end' in line: break"), timeout=5)
        with quiet():
            self.addCleanup(monitor.close)
            child = os.fork()
            if child == 0:
                wrong = monitor.wrap(reward)(prompts=["a"], completions=["verified"]) != [1.0] or monitor.alive
                monitor.close()
                os._exit(1 if wrong else 0)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertTrue(monitor.alive)

    def test_a_command_that_is_not_there(self):
        with self.assertRaisesRegex(FileNotFoundError, "cannot be started with /does/not/exist .*npm install whileai") as caught:
            Monitor(command=["/does/not/exist", "monitor"])
        self.assertTrue(caught.exception.__suppress_context__)

    def test_words_of_a_command_may_be_paths(self):
        with self.assertRaisesRegex(FileNotFoundError, "cannot be started with /does/not/exist monitor:"):
            Monitor(command=[Path("/does/not/exist"), "monitor"])
        executable, *words = pretender("sys.exit(3)")
        with contextlib.redirect_stderr(io.StringIO()) as said:
            Monitor(command=[Path(executable), *words], timeout=60).close()
        self.assertIn("ended before it was ready (exit code 3)", said.getvalue())

    def test_a_command_that_is_dead_is_told_at_once(self):
        for code in ("sys.exit(3)", "sys.stdout.close(); time.sleep(0.2); os._exit(3)"):
            with self.subTest(code), contextlib.redirect_stderr(io.StringIO()) as said:
                started = time.monotonic()
                monitor = Monitor(command=pretender(code), timeout=60)
                self.assertLess(time.monotonic() - started, 30)
                monitor.close()
            self.assertIn("ended before it was ready (exit code 3)", said.getvalue())
            self.assertNotIn("did not answer", said.getvalue())

    def test_other_ranks_start_none(self):
        os.environ["RANK"] = "1"
        try:
            monitor = Monitor(command=["/does/not/exist"])
        finally:
            del os.environ["RANK"]
        self.assertEqual(monitor.wrap(reward)(prompts=["a"], completions=["verified"]), [1.0])
        self.assertIsNone(monitor.close())


class Real(unittest.TestCase):
    """The monitor itself."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = str(Path(folder.name) / "run.jsonl")

    def start(self, **options):
        monitor = Monitor(command=COMMAND, timeout=60, **options)
        self.addCleanup(monitor.close)
        return monitor

    def test_a_run_that_diverges(self):
        monitor = self.start(stop_on=["divergence"], kl_budget=0.2, log=self.log)
        wrapped = monitor.wrap(reward)
        wrapped(prompts=["a\u2028\ud800"] * 3, completions=[[{"role": "assistant", "content": "verified"}]] * 3)
        monitor.log_kl(1, 0.5)
        self.assertEqual(monitor.evaluate(0, held(0.1))["alarms"][0]["kind"], "drift")
        self.assertTrue(monitor.evaluate(10, held(0.9))["stop"])
        self.assertTrue(monitor.stop)
        summary = monitor.close()
        self.assertEqual(summary["stoppedAt"], {"step": 10, "kind": "divergence"})
        self.assertEqual(summary["nObserved"], 3)
        self.assertIn("STOPPED at step 10", monitor.summary_text)

    def test_killed_and_carried_on(self):
        first = self.start(stop_on=["divergence"], log=self.log)
        first.evaluate(0, held(0.1))
        os.kill(first._process.pid, signal.SIGKILL)
        first._process.wait()
        with quiet():
            self.assertIsNone(first.evaluate(10, held(0.2)))
            first.close()
        with open(self.log, "ab") as log:
            log.write(b'{"type":"eval","step":5,"ro')
        second = self.start(stop_on=["divergence"], log=self.log)
        self.assertEqual(second.evaluate(10, held(0.9))["alarms"][0]["evidence"]["since"], 0)
        second.close()
        with self.assertRaisesRegex(ValueError, "begun with other options"), quiet():
            Monitor(command=[*COMMAND], timeout=60, log=self.log, delta=0.3)

    def test_what_is_odd_about_evals_is_said_once(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            monitor = self.start()
            for step in (60, 1, 2):
                monitor.evaluate(step, held(7))
                monitor.evaluate(step, [])
            summary = monitor.close()
        for text in ("came after that of step 60", "without a scored reply", "Bring both to one scale"):
            self.assertEqual(said.getvalue().count(text), 1, text)
        codes = [note["code"] for note in summary["notes"]]
        self.assertLessEqual({"empty_evals", "steps_back", "other_scale"}, set(codes))

    def test_options_that_are_refused(self):
        with self.assertRaisesRegex(ValueError, "Did you mean `stopOn`"), quiet():
            Monitor(command=COMMAND, timeout=60, stop_onn="any")
        with self.assertRaisesRegex(ValueError, '"divergance" is none. Did you mean "divergence"'), quiet():
            Monitor(command=COMMAND, timeout=60, stop_on=["divergance"])


class Lines(unittest.TestCase):
    """The line protocol as bytes."""

    def talk(self, data, *more):
        done = subprocess.run([*COMMAND, *more], input=data, capture_output=True, timeout=120)
        return done.returncode, [json.loads(line) for line in done.stdout.split(b"\n") if line]

    HELLO = b'{"type":"hello","v":1}\n'
    EVAL = b'{"type":"eval","id":1,"step":1,"rows":[{"prompt":"a\xe2\x80\xa8b","completion":"\\udfff","proxy":1}]}'

    def test_bytes_of_any_kind(self):
        data = b"\xef\xbb\xbf" + self.HELLO.replace(b"\n", b"\r\n") + b"\r\n\xff\xfe\n\x00\n" + self.EVAL + b"\r\n" + b'{"type":"end"}'
        code, replies = self.talk(data)
        self.assertEqual(code, 0)
        self.assertEqual([reply["type"] for reply in replies], ["ready", "error", "error", "eval", "summary"])
        self.assertEqual([reply["line"] for reply in replies[1:3]], [3, 4])

    def test_a_line_of_seventy_megabytes(self):
        huge = b'{"type":"log","step":1,"x":"' + b"x" * (70 * 2**20) + b'"}\n'
        code, replies = self.talk(self.HELLO + huge + self.EVAL)
        self.assertEqual([reply["type"] for reply in replies], ["ready", "error", "eval"])
        self.assertIn("bytes", replies[1]["message"])
        self.assertEqual(code, 0)

    def test_exit_codes(self):
        self.assertEqual(self.talk(b"")[0], 2)
        silent = subprocess.run(COMMAND, input=b"", capture_output=True, timeout=120)
        self.assertIn(b"ended before a hello came", silent.stderr)
        self.assertEqual(self.talk(self.HELLO, "--json"), (0, [{"type": "ready", "v": 1}]))
        self.assertEqual(self.talk(b"garbage\n")[0], 2)
        self.assertEqual(self.talk(b'{"type":"hello","v":9}\n' + self.EVAL)[0], 64)
        self.assertEqual(self.talk(self.HELLO)[0], 0)
        self.assertEqual(self.talk(self.HELLO, "--log", "/dev/null/run.jsonl")[0], 64)

    def test_half_lines_and_a_reader_that_leaves(self):
        process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        data = self.HELLO + self.EVAL + b"\n"
        for start in range(0, len(data), 7):
            process.stdin.write(data[start : start + 7])
            process.stdin.flush()
        self.assertEqual(json.loads(process.stdout.readline())["type"], "ready")
        self.assertEqual(json.loads(process.stdout.readline())["type"], "eval")
        process.stdout.close()
        with contextlib.suppress(OSError):
            for _ in range(50):
                process.stdin.write(self.EVAL + b"\n")
            process.stdin.close()
        process.wait(60)
        self.assertEqual((process.returncode, process.stderr.read()), (0, b""))
        process.stderr.close()

    def test_a_flood_is_answered_line_by_line(self):
        code, replies = self.talk(self.HELLO + (self.EVAL + b"\n") * 500)
        self.assertEqual((code, len(replies)), (0, 501))


if __name__ == "__main__":
    unittest.main()
