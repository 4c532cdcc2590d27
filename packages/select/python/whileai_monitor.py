"""Connects a Python trainer to the hack monitor of whileai for TypeScript.

The monitor runs beside the training as a process of its own (`whileai monitor --stdio`) and is told what the policy says
and what it is paid. Nothing that happens to it, or in here, stops or slows a training: it may die, hang or talk nonsense.

    from whileai_monitor import Monitor

    monitor = Monitor(endorsed=["tool:lookup_order"], stop_on=["divergence"], log="run.jsonl")
    trainer = GRPOTrainer(
        model=model,
        reward_funcs=monitor.wrap(reward),  # passes rewards through unchanged
        args=GRPOConfig(...),
        train_dataset=train,
        callbacks=[monitor.callback(holdout, gold=unseen_scorer, every=10, k=4)],
    )
    trainer.train()
    print(monitor.summary_text)

Needs Python 3.10 or newer and nothing beside its standard library; torch only where the callback is to generate.
"""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import functools
import inspect
import json
import math
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from typing import Any, Callable, Sequence

__all__ = ["Monitor", "generate_with_model"]

PROTOCOL = 1
COMMAND = ("npx", "--no-install", "whileai", "monitor", "--stdio")
# Columns of a dataset that say something of a rollout; the monitor takes no others.
COLUMNS = ("task_id", "scenario_id", "steps", "markers", "finish_reason", "logprob", "n_tokens")
KL_KEYS = ("kl", "objective/kl")
# Longest line that is read from the monitor, in bytes.
LONGEST_REPLY = 16 * 2**20
# Replies of these types are kept for who waits, and no more than so many of them.
REPLIES = ("ready", "eval", "error", "summary")
MOST_REPLIES = 256
EVENTS = (
    "init_end train_begin train_end epoch_begin epoch_end step_begin pre_optimizer_step optimizer_step substep_end step_end "
    "evaluate predict save log prediction_step push_begin"
).split()


class Monitor:
    """A monitor process and the way to it.

    Options of the monitor are given by name, as `delta=0.1` or `stop_on=["divergence"]` (`whileai monitor --help` lists them,
    as `stopOn`). `command` starts the process; `log` keeps every message, and carries on what an earlier run
    kept there. `timeout` is how many seconds an answer may take, `queue_size` how many messages may wait for a monitor
    that is slow: further completions are dropped and counted in `dropped`.

    Raises ValueError when the monitor refuses the options and OSError when it cannot be started; whatever goes wrong
    afterwards is said once on stderr and leaves the training alone.
    """

    def __init__(
        self,
        *,
        command: Sequence[str] = COMMAND,
        log: str | None = None,
        timeout: float = 30.0,
        queue_size: int = 256,
        **options: Any,
    ) -> None:
        self.timeout = timeout
        self.dropped = 0
        self.summary: dict[str, Any] | None = None
        self.stop = False
        self.alarms: list[dict[str, Any]] = []
        self._said: set[str] = set()
        self._functions: list[tuple[Callable[..., Any], float]] = []
        self._pending: dict[int, Sequence[Any]] = {}
        self._lock = threading.Lock()
        self._next_id = 0
        # Evals whose answer has not come.
        self._asked: set[int] = set()
        self._threads: list[threading.Thread] = []
        # A process that was forked off has the object, but not the threads that it speaks through.
        self._owner = os.getpid()
        self._closed = False
        # Set when the monitor will say no more.
        self._gone = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._outbox: queue.Queue[bytes | None] = queue.Queue(queue_size)
        self._inbox: queue.Queue[dict[str, Any]] = queue.Queue(MOST_REPLIES)
        # Several processes train one policy: one of them reports.
        self.is_reporter = _is_first()
        if self.is_reporter:
            self._start([*command, *(["--log", log] if log else [])], options)

    # What a trainer uses.

    def wrap(self, function: Callable[..., Any], weight: float = 1.0) -> Callable[..., Any]:
        """The same reward function, which also tells the monitor what was sampled and paid.

        Where several functions are wrapped, their weighted sum is what is paid; wrap all of them.
        """
        if not callable(function) or isinstance(function, type) or _is_module(function):
            raise TypeError("only reward functions can be wrapped; score with a reward model inside of one")
        index = len(self._functions)
        self._functions.append((function, weight))

        if not _is_async(function):
            return _Watched(self, index, function)

        # A function, as trainers ask whether it is a coroutine function.
        @functools.wraps(function, updated=())
        async def watched(*args: Any, **kwargs: Any) -> Any:
            rewards = await function(*args, **kwargs)
            self._quietly(self._paid, index, rewards, args, kwargs)
            return rewards

        watched.__name__ = _name(function)
        watched._whileai_original = function  # type: ignore[attr-defined]
        return watched

    def callback(
        self,
        holdout: Sequence[Any],
        *,
        gold: Callable[..., Any] | None = None,
        proxy: Callable[..., Any] | None = None,
        every: int = 10,
        k: int = 4,
        generate: Callable[..., Sequence[str]] | None = None,
        **sampling: Any,
    ) -> Any:
        """A trainer callback that samples held-out prompts every so many steps, scores them both ways, and stops on advice.

        `holdout` holds prompts (texts or message lists), or rows with a `prompt`, whose other columns the scorers get.
        `proxy` is the training reward (by default what was wrapped), `gold` a scorer that training does not see; both are
        called as TRL calls reward functions. `generate(prompts, step=…, model=…, processing_class=…)` gives one text for
        each prompt it is handed (every prompt comes `k` times); by default the model samples, see `generate_with_model`,
        which `sampling` is passed on to.
        """
        if every < 1 or k < 1:
            raise ValueError("every and k must be 1 or more")
        rows = [row if isinstance(row, dict) and "prompt" in row else {"prompt": row} for row in holdout]
        sample = generate if generate is not None else functools.partial(generate_with_model, **sampling)
        return _callback_class()(self, rows, gold, proxy, every, k, sample)

    def train(self, step: int, prompts: Sequence[Any], completions: Sequence[Any], rewards: Sequence[Any], **columns: Any) -> None:
        """Tells what was sampled and paid. Never waits: what finds no room is dropped and counted."""
        if self.is_reporter and not self._quietly(self._tell, step, prompts, completions, rewards, columns):
            self.dropped += 1

    def log_kl(self, step: int, kl: float) -> None:
        """Tells a KL."""
        self._quietly(lambda: self._send({"type": "log", "step": step, "kl": _number(kl)}))

    def evaluate(self, step: int, rows: Sequence[dict[str, Any]], kl: float | None = None) -> dict[str, Any] | None:
        """Sends held-out replies `{prompt, completion, proxy, gold}` and waits for the answer; None when there is none.

        While an earlier answer is missing nobody waits again: `stop` and `alarms` change when answers come.
        """
        return self._quietly(self._evaluate, step, rows, kl)

    def _evaluate(self, step: int, rows: Sequence[dict[str, Any]], kl: float | None) -> dict[str, Any] | None:
        message: dict[str, Any] = {"type": "eval", "id": 0, "step": step, "rows": list(rows)}
        if kl is not None:
            message["kl"] = _number(kl)
        with self._lock:
            waits = not self._asked
            self._next_id += 1
            message["id"] = name = self._next_id
            self._asked.add(name)
        deadline = time.monotonic() + self.timeout
        if not self._send(message, self.timeout if waits else 0):
            with self._lock:
                self._asked.discard(name)
            self._say("the monitor does not take evals any more; the training goes on without")
            return None
        if not waits:
            return None
        answer = self._await(lambda reply: reply.get("type") in ("eval", "error") and reply.get("id") == name, deadline)
        if answer is None:
            slow = f"no answer to an eval within {self.timeout} s; the training goes on"
            self._say("the monitor is gone; the training goes on without" if self._gone.is_set() else slow)
        elif answer.get("type") == "error":
            self._say(f"an eval was refused: {answer.get('message')}")
            return None
        return answer

    def close(self) -> dict[str, Any] | None:
        """Ends the monitor and gives its summary; None when it has none to give. Closing twice is fine."""
        if os.getpid() != self._owner:
            return None
        with self._lock:
            if self._closed or self._process is None:
                return self.summary
            self._closed = True
        deadline = time.monotonic() + self.timeout
        if self._put(_line({"type": "end"}), self.timeout):
            self.summary = self._await(lambda reply: reply.get("type") == "summary", deadline)
        if self.summary is None:
            self._say("the monitor gave no summary")
        self._end(5.0 if self.summary else 0.2)
        return self.summary

    @property
    def alive(self) -> bool:
        """Whether there is a monitor to speak to, from here."""
        process = self._process
        return process is not None and not self._closed and os.getpid() == self._owner and process.poll() is None

    @property
    def summary_text(self) -> str:
        """The printed summary, after the end."""
        return str((self.summary or {}).get("text", "no summary"))

    # The process.

    def _start(self, command: Sequence[str], options: dict[str, Any]) -> None:
        # A session of its own: Ctrl-C on the training must not take the monitor's last words.
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        except OSError as error:
            fix = "install Node.js and whileai (npm install whileai), or give command=[...]"
            raise type(error)(error.errno, f"the monitor cannot be started with {_words(command)}: {error.strerror}; {fix}") from None
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._read)]
        for thread in self._threads:
            thread.start()
        atexit.register(self._quietly, self.close)
        config = {_camel(name): value for name, value in options.items()}
        self._put(_line({"type": "hello", "v": PROTOCOL, "config": config}), 0)
        answer = self._await(lambda reply: reply.get("type") in ("ready", "error"), time.monotonic() + self.timeout)
        if answer is None:
            self._say(
                f"the monitor ended before it was ready{self._exit_code()}: {_words(command)}; the training goes on without"
                if self._gone.is_set()
                else f"the monitor did not answer within {self.timeout} s; the training goes on"
            )
        elif answer.get("type") == "error":
            self._closed = True
            self._end(0)
            raise ValueError(f"the monitor refused its options: {answer.get('message')}")

    def _exit_code(self) -> str:
        """With which code it ended, where that is known: the end of its words comes a little before its own."""
        try:
            return f" (exit code {self._process.wait(1.0)})"
        except subprocess.TimeoutExpired:
            return ""

    def _end(self, patience: float) -> None:
        """Leaves no process and no thread behind."""
        self._put(None, 0)
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            try:
                # All of the session: what `npx` has started outlives it.
                os.killpg(self._process.pid, signal.SIGKILL)
            except (AttributeError, OSError):
                self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(1.0)
        atexit.unregister(self._quietly)

    def _write(self) -> None:
        pipe = self._process.stdin
        try:
            while True:
                line = self._outbox.get()
                if line is None:
                    break
                pipe.write(line)
                pipe.flush()
        except (OSError, ValueError):
            if not self._closed:
                self._say("the monitor is gone; the training goes on without")
        try:
            pipe.close()
        except OSError:
            pass

    def _read(self) -> None:
        pipe = self._process.stdout
        try:
            while True:
                line = pipe.readline(LONGEST_REPLY)
                if not line:
                    break
                self._quietly(self._answered, line)
            pipe.close()
        except (OSError, ValueError):
            pass
        # Whoever waits learns at once that no more will come.
        self._gone.set()
        self._keep({"type": "gone"})

    def _answered(self, line: bytes) -> None:
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(reply, dict):
            return
        kind, name = reply.get("type"), reply.get("id")
        if kind == "eval":
            with self._lock:
                if not isinstance(name, int) or name not in self._asked:
                    return
                # Answers come in order: earlier ones are lost.
                self._asked = {each for each in self._asked if each > name}
            # An answer may come after its eval was given up on; its advice still holds.
            if reply.get("stop") is True:
                self.stop = True
            notes = reply.get("notes")
            for note in notes if isinstance(notes, list) else []:
                if isinstance(note, dict):
                    self._say(" ".join(str(note[part]) for part in ("message", "fix") if note.get(part)))
            alarms = reply.get("alarms")
            self.alarms.extend(alarm for alarm in (alarms if isinstance(alarms, list) else []) if isinstance(alarm, dict))
        elif kind == "error":
            if name is None:
                self._say(f"the monitor says: {reply.get('message')}")
            elif isinstance(name, int):
                with self._lock:
                    self._asked.discard(name)
        if kind in REPLIES:
            self._keep(reply)

    def _keep(self, reply: dict[str, Any]) -> None:
        # The oldest goes where a monitor says more than anybody waits for.
        while True:
            try:
                return self._inbox.put_nowait(reply)
            except queue.Full:
                try:
                    self._inbox.get_nowait()
                except queue.Empty:
                    pass

    def _await(self, wanted: Callable[[dict[str, Any]], bool], deadline: float) -> dict[str, Any] | None:
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            try:
                reply = self._inbox.get(timeout=left)
            except queue.Empty:
                return None
            if reply.get("type") == "gone":
                self._keep(reply)
                return None
            if wanted(reply):
                return reply

    def _send(self, message: dict[str, Any], wait: float = 0) -> bool:
        if not self.alive:
            if self.is_reporter and not self._closed and os.getpid() == self._owner:
                self._say("the monitor is gone; the training goes on without")
            return False
        return self._put(_line(message), wait)

    def _put(self, line: bytes | None, wait: float) -> bool:
        try:
            self._outbox.put(line, block=wait > 0, timeout=wait if wait > 0 else None)
            return True
        except queue.Full:
            return False

    # The rest.

    def _tell(self, step: int, prompts: Any, completions: Any, rewards: Any, columns: dict[str, Any]) -> bool:
        message = {
            "type": "train",
            "step": step,
            "prompts": list(prompts),
            "completions": list(completions),
            "rewards": [_number(reward) for reward in rewards],
            "columns": {name: list(values) for name, values in columns.items() if name in COLUMNS},
        }
        return self._send(message)

    def _paid(self, index: int, rewards: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if not self.is_reporter:
            return
        if not hasattr(rewards, "__len__"):
            self._say(f"{_name(self._functions[index][0])} gives rewards that can be read only once, so they are not watched; give a list")
            return
        prompts = kwargs.get("prompts", args[0] if args else None)
        completions = kwargs.get("completions", args[1] if len(args) > 1 else None)
        if prompts is None or completions is None:
            return
        with self._lock:
            if index in self._pending:
                self._say("not every wrapped reward function was called for every batch; only batches of all are watched")
                self._pending.clear()
            self._pending[index] = [_number(reward) for reward in rewards]
            if len(self._pending) < len(self._functions):
                return
            parts = [self._pending[each] for each in range(len(self._functions))]
            self._pending.clear()
        weights = [weight for _, weight in self._functions]
        total = [_weighted(values, weights) for values in zip(*parts)]
        step = getattr(kwargs.get("trainer_state"), "global_step", 0)
        columns = {name: kwargs[name] for name in COLUMNS if isinstance(kwargs.get(name), list)}
        self.train(int(step), prompts, completions, total, **columns)

    def _proxy(self, prompts: list[Any], completions: list[Any], columns: dict[str, Any]) -> list[Any]:
        if not self._functions:
            raise ValueError("wrap the reward function, or give the callback a proxy")
        parts = [_score(function, prompts, completions, columns) for function, _ in self._functions]
        weights = [weight for _, weight in self._functions]
        return [_weighted(values, weights) for values in zip(*parts)]

    def _quietly(self, work: Callable[..., Any], *args: Any) -> Any:
        try:
            return work(*args)
        except Exception as error:  # noqa: BLE001 - nothing in here may reach the training
            self._say(f"{type(error).__name__}: {error}")
            return None

    def _say(self, text: str) -> None:
        # Once each: a training has thousands of steps.
        if text in self._said or len(self._said) > 100:
            return
        self._said.add(text)
        try:
            print(f"whileai monitor: {text}", file=sys.stderr, flush=True)
        except (OSError, ValueError):
            pass


def generate_with_model(
    prompts: Sequence[Any],
    *,
    model: Any,
    processing_class: Any,
    step: int = 0,
    max_new_tokens: int = 256,
    temperature: float = 0.8,
    top_p: float = 0.95,
    batch: int = 16,
    seed: int = 0,
    **_: Any,
) -> list[str]:
    """Samples one reply for each prompt from the model in training.

    Prompts become tokens as in TRL: texts with what the tokenizer puts around them, messages through the chat template. The
    random state (of the CPU and of CUDA) and the mode of the model are left as they were, so a run with a monitor is the run
    without. Of a model that is spread over processes (FSDP, ZeRO-3) one process cannot sample: give the callback a `generate`
    of your own.
    """
    import torch

    bare = getattr(model, "module", model)
    tokenizer = getattr(processing_class, "tokenizer", processing_class)
    device = next(bare.parameters()).device
    modes = [(part, part.training) for part in bare.modules()]
    pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id
    texts: list[str] = []
    # Seeding seeds every device.
    devices = list(range(torch.cuda.device_count())) if device.type == "cuda" else []
    with torch.random.fork_rng(devices=devices), torch.no_grad():
        torch.manual_seed(seed * 1_000_003 + step)
        try:
            bare.eval()
            for start in range(0, len(prompts), batch):
                asked = [_prompt_tokens(tokenizer, prompt) for prompt in prompts[start : start + batch]]
                width = max(len(tokens) for tokens in asked)
                sampled = bare.generate(
                    input_ids=torch.tensor([[pad] * (width - len(tokens)) + tokens for tokens in asked], device=device),
                    attention_mask=torch.tensor([[0] * (width - len(tokens)) + [1] * len(tokens) for tokens in asked], device=device),
                    do_sample=temperature > 0,
                    max_new_tokens=max_new_tokens,
                    pad_token_id=pad,
                    **({"temperature": temperature, "top_p": top_p} if temperature > 0 else {}),
                )
                texts.extend(tokenizer.batch_decode(sampled[:, width:], skip_special_tokens=True))
        finally:
            for part, was_training in modes:
                part.training = was_training
    return texts


class _Watched:
    """A reward function that also tells a monitor what it paid. In another process it is the function alone."""

    def __init__(self, monitor: Monitor, index: int, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function, updated=())
        self.__name__ = _name(function)
        self._whileai_original = function
        self._monitor = monitor
        self._index = index

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        rewards = self._whileai_original(*args, **kwargs)
        self._monitor._quietly(self._monitor._paid, self._index, rewards, args, kwargs)
        return rewards

    def __copy__(self) -> _Watched:
        return self

    def __deepcopy__(self, memo: Any) -> _Watched:
        return self

    def __reduce__(self) -> Any:
        self._monitor._say(f"{self.__name__} was sent to another process; what it pays there is not watched")
        return _itself, (self._whileai_original,)


def _itself(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


@functools.cache
def _callback_class() -> type:
    try:
        from transformers import TrainerCallback as base
    except Exception:  # noqa: BLE001 - a broken installation is none
        base = type("Events", (), {f"on_{name}": lambda self, *args, **kwargs: None for name in EVENTS})

    class MonitorCallback(base):  # type: ignore[misc, valid-type]
        def __init__(self, monitor: Monitor, rows: list[dict], gold: Any, proxy: Any, every: int, k: int, generate: Any) -> None:
            self.monitor = monitor
            self.rows = [row for row in rows for _ in range(k)]
            self.gold, self.proxy, self.every, self.generate = gold, proxy, every, generate

        def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            # What later evals are compared with.
            self._look(state, control, kwargs)

        def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            if state.global_step % self.every == 0:
                self._look(state, control, kwargs)

        def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
            for key in KL_KEYS:
                if key in (logs or {}):
                    self.monitor._quietly(self.monitor.log_kl, state.global_step, logs[key])
                    return

        def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            self.monitor._quietly(self.monitor.close)

        def _look(self, state: Any, control: Any, given: dict[str, Any]) -> None:
            if self.monitor.is_reporter:
                self.monitor._quietly(self._evaluate, state, given)
            if self.monitor._quietly(_agreed, self.monitor.stop):
                control.should_training_stop = True

        def _evaluate(self, state: Any, given: dict[str, Any]) -> None:
            monitor, step = self.monitor, int(state.global_step)
            if not monitor.alive:
                monitor._say("the monitor is gone or was closed, so nothing is sampled for it; the training goes on without")
                return
            prompts = [row["prompt"] for row in self.rows]
            processing = given.get("processing_class", given.get("tokenizer"))
            texts = list(self.generate(prompts, step=step, model=given.get("model"), processing_class=processing))
            if len(texts) != len(prompts):
                raise ValueError(f"generate gave {len(texts)} texts for {len(prompts)} prompts")
            completions = [_as_completion(prompt, text) for prompt, text in zip(prompts, texts)]
            names = {name for row in self.rows for name in row if name != "prompt"}
            columns = {name: [row.get(name) for row in self.rows] for name in names}
            extra = {**columns, "trainer_state": state}
            if self.proxy is None:
                proxies = monitor._proxy(prompts, completions, extra)
            else:
                proxies = _score(self.proxy, prompts, completions, extra)
            golds = [None] * len(prompts) if self.gold is None else _score(self.gold, prompts, completions, extra)
            rows = [
                {
                    **{name: row[name] for name in ("task_id", "scenario_id") if row.get(name) is not None},
                    "prompt": prompt,
                    "completion": completion,
                    "proxy": _number(proxy),
                    "gold": _number(gold),
                }
                for row, prompt, completion, proxy, gold in zip(self.rows, prompts, completions, proxies, golds)
            ]
            monitor.evaluate(step, rows)

    return MonitorCallback


def _score(function: Callable[..., Any], prompts: list[Any], completions: list[Any], columns: dict[str, Any]) -> list[Any]:
    """Scores as TRL does, with what the function takes."""
    function = getattr(function, "_whileai_original", function)
    given = {"completion_ids": [None] * len(prompts), "log_extra": _nothing, "log_metric": _nothing, **columns}
    try:
        parameters = inspect.signature(function).parameters.values()
        if not any(each.kind is each.VAR_KEYWORD for each in parameters):
            taken = {each.name for each in parameters}
            given = {name: value for name, value in given.items() if name in taken}
    except (TypeError, ValueError):
        pass
    scores = function(prompts=prompts, completions=completions, **given)
    if inspect.isawaitable(scores):
        # A thread of its own: notebooks have a loop that runs in this one.
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            scores = pool.submit(asyncio.run, _awaited(scores)).result()
    scores = list(scores)
    if len(scores) != len(prompts):
        raise ValueError(f"{getattr(function, '__name__', 'a scorer')} gave {len(scores)} scores for {len(prompts)} replies")
    return scores


async def _awaited(work: Any) -> Any:
    return await work


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _inner(function: Any) -> Any:
    while isinstance(function, functools.partial):
        function = function.func
    return function


def _is_async(function: Callable[..., Any]) -> bool:
    function = _inner(function)
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None))


def _name(function: Callable[..., Any]) -> str:
    """What trainers log it under."""
    function = _inner(function)
    return getattr(function, "__name__", type(function).__name__)


def _is_module(function: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(function, torch.nn.Module)


def _weighted(values: Sequence[Any], weights: Sequence[float]) -> float | None:
    """The sum over what applies; None where nothing does, as in TRL."""
    known = [(_number(value), weight) for value, weight in zip(values, weights)]
    paid = [value * weight for value, weight in known if value is not None]
    return sum(paid) if paid else None


def _number(value: Any) -> float | None:
    """A finite number, also out of a tensor; None for anything else: a missing score is not a zero."""
    try:
        number = float(value)
    except (TypeError, ValueError, RuntimeError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _plain(value: Any) -> Any:
    """Data that JSON can hold."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    number = _number(value)
    return number if number is not None else str(value)


def _line(message: dict[str, Any]) -> bytes:
    # Escaped to ASCII: half a surrogate pair is no UTF-8.
    return json.dumps(_plain(message), allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _prompt_tokens(tokenizer: Any, prompt: Any) -> list[int]:
    if isinstance(prompt, str):
        return list(tokenizer(prompt)["input_ids"])
    text = tokenizer.apply_chat_template(prompt, tokenize=False, add_generation_prompt=True)
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])


def _as_completion(prompt: Any, text: Any) -> Any:
    return [{"role": "assistant", "content": text}] if isinstance(prompt, list) and isinstance(text, str) else text


def _distributed() -> Any:
    """The part of torch through which the processes of a training speak; None where there is one alone."""
    torch = sys.modules.get("torch")
    if torch is None or not torch.distributed.is_available() or not torch.distributed.is_initialized():
        return None
    return torch.distributed


def _words(command: Sequence[Any]) -> str:
    """A command as it is typed, near enough: its words may be paths."""
    return " ".join(map(str, command))


def _is_first() -> bool:
    processes = _distributed()
    return os.environ.get("RANK", "0") in ("", "0") if processes is None else processes.get_rank() == 0


def _agreed(stop: bool) -> bool:
    """The reporter's word for every process: a training in which one stops and the others go on hangs."""
    processes = _distributed()
    if processes is None:
        return stop
    word = [stop]
    processes.broadcast_object_list(word, src=0)
    return bool(word[0])
