"""
The tests' process: holds the tests and makes the verdict. No code of the candidate ever runs here; what it asks of the
candidate's process comes back as values.

A verdict is a line `V TOKEN {...}`; the token is known to this process and to the one that started it.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [HERE, *[path for path in sys.path if path != HERE]]

import begin  # noqa: E402
import runner  # noqa: E402
import wire  # noqa: E402
from link import Link  # noqa: E402
from names import Names, Solution  # noqa: E402
from pipe import private_pipe  # noqa: E402

ANSWERS = 3


def main():
    pipe = private_pipe(0, ANSWERS)
    config = wire.message(pipe.read())
    del sys.path[0]
    job = begin.shut_in(pipe, config)
    token = job["token"].encode("ascii")

    def conclude(verdict):
        verdict["comparedObjects"] = link.compared_objects
        pipe.write(b"V " + token + b" " + wire.line(verdict))
        os._exit(0)

    link = Link(pipe, lambda why: conclude({"ok": False, "error": why, "said": ""}))
    try:
        tree = runner.parsed(job["tests"])
    except runner.Unusable as error:
        conclude({"unusable": str(error)})
    names = Names(link, tree, job["exports"])
    held = {"__builtins__": names}
    sys.modules["solution"] = Solution(link, names, held)
    conclude(runner.run(tree, held, lambda: link.uses))


if __name__ == "__main__":
    main()
