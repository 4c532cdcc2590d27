"""One line at a time over file descriptors that nothing else in the process knows by name."""

import os

CHUNK = 1 << 16
# Where the protocol is read; what is open beyond it is closed before code runs.
REQUESTS = 4


class Pipe:
    def __init__(self, source, target):
        self.source = source
        self.target = target
        self.buffer = bytearray()

    def read(self):
        """The next line without its end; None when the other side is gone."""
        searched = 0
        while True:
            end = self.buffer.find(b"\n", searched)
            if end >= 0:
                line = bytes(self.buffer[:end])
                del self.buffer[: end + 1]
                return line
            searched = len(self.buffer)
            chunk = os.read(self.source, CHUNK)
            if not chunk:
                return None
            self.buffer += chunk

    def write(self, line):
        view = memoryview(line)
        while view:
            view = view[os.write(self.target, view) :]


def private_pipe(incoming, outgoing):
    """Takes the process's input and one output for the protocol, and leaves an empty input to everyone else."""
    os.set_inheritable(outgoing, False)
    os.dup2(incoming, REQUESTS, inheritable=False)
    nothing = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nothing, incoming)
    os.close(nothing)
    return Pipe(REQUESTS, outgoing)
