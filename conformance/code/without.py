"""
Runs a command on a kernel that lacks a layer: `without.py namespaces|landlock|seccomp... -- COMMAND`. The calls that the layer needs
answer as they do where it is switched off.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

MISSING = {
    "x86_64": {"namespaces": [(272, errno.EPERM)], "landlock": [(444, errno.ENOSYS)], "seccomp": [(317, errno.EINVAL)]},
    "aarch64": {"namespaces": [(97, errno.EPERM)], "landlock": [(444, errno.ENOSYS)], "seccomp": [(277, errno.EINVAL)]},
}[platform.machine()]


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


split = sys.argv.index("--")
code = struct.pack("=HBBI", 0x20, 0, 0, 0)
for layer in sys.argv[1:split]:
    for number, error in MISSING[layer]:
        code += struct.pack("=HBBI", 0x15, 0, 1, number) + struct.pack("=HBBI", 0x06, 0, 0, 0x50000 | error)
code += struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000)
libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(38, 1, 0, 0, 0)
if libc.prctl(22, 2, ctypes.byref(Program(len(code) // 8, code)), 0, 0) != 0:
    sys.exit("the filter was refused: " + os.strerror(ctypes.get_errno()))
os.execvp(sys.argv[split + 1], sys.argv[split + 1 :])
