"""Tries the layers that it is told to apply, then tries what each should stop, and says what held. Prints one line of JSON."""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [HERE, *[path for path in sys.path if path != HERE]]

import socket  # noqa: E402

import confine  # noqa: E402
import landlock  # noqa: E402
import seccomp  # noqa: E402

del sys.path[0]

SYSTEM_FILE = "/etc/passwd"


def is_refused(action):
    try:
        action()
    except OSError:
        return True
    return False


def is_unreachable():
    """A port that nobody listens on is refused where the host's network is reached, and out of reach or forbidden elsewhere."""
    try:
        socket.create_connection(("127.0.0.1", 9), 0.5).close()
    except ConnectionRefusedError:
        return False
    except OSError:
        return True
    return False


def fork():
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def touch(path):
    with open(path, "w") as file:
        file.write("x")
    os.unlink(path)


def main():
    config = json.loads(sys.stdin.readline())
    facts = {"executable": sys.executable, "version": list(sys.version_info[:3]), "landlockAbi": 0, "readable": confine.runtime_paths(), "modulePath": sys.path[:]}
    if sys.platform.startswith("linux"):
        import ctypes

        facts["landlockAbi"] = landlock.abi(ctypes.CDLL(None, use_errno=True))
    facts["seccompTable"] = seccomp.is_supported()
    outside = os.path.join(os.path.dirname(config["root"]), "outside")
    try:
        facts["layers"] = confine.confine(config)
    except Exception as error:
        facts["unconfined"] = "%s: %s" % (type(error).__name__, error)
        print(json.dumps(facts))
        return
    facts["stops"] = {
        "processes": is_refused(fork),
        "network": is_unreachable(),
        "reads": is_refused(lambda: open(SYSTEM_FILE).close()),
        "writes": is_refused(lambda: touch(outside)),
        "signals": is_refused(lambda: os.kill(os.getppid() or 1, 0)),
    }
    facts["works"] = not is_refused(lambda: touch("own"))
    print(json.dumps(facts))


main()
