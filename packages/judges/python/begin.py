"""How both processes begin: shut in first, and told what to do then."""

import os

import confine
import wire


def shut_in(pipe, config):
    """Confines this process, says which layers hold, and reads its job. Where one does not hold it says so and ends."""
    try:
        layers = confine.confine(config)
    except Exception as error:
        pipe.write(wire.line({"unconfined": "%s: %s" % (type(error).__name__, error)}))
        os._exit(0)
    pipe.write(wire.line({"layers": layers}))
    return wire.message(pipe.read())
