"""Landlock: what of the file system can be read and written, no TCP, no signals to others. Linux 5.13 and newer."""

import ctypes
import os
import stat
import struct

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
ABI_VERSION_FLAG = 1
RULE_PATH_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_DIR, REMOVE_FILE, MAKE_CHAR, MAKE_DIR, MAKE_REG = 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8
MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM, REFER, TRUNCATE, IOCTL_DEV = (1 << bit for bit in range(9, 16))

READ = READ_FILE | READ_DIR
WORK = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SYM | REFER | TRUNCATE
ON_FILES = WRITE_FILE | READ_FILE | TRUNCATE

TCP = 0b11
SCOPED = 0b11


def abi(libc):
    """The version that the kernel speaks; 0 where there is none."""
    return max(0, libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ABI_VERSION_FLAG))


def restrict(libc, readable, writable):
    """From here on only `readable` can be read and only `writable` written. Raises OSError where the kernel refuses."""
    version = abi(libc)
    if version < 1:
        raise OSError(ctypes.get_errno(), "landlock")
    handled = (1 << (13 if version == 1 else 14 if version == 2 else 15 if version < 5 else 16)) - 1
    attributes = struct.pack("=QQQ", handled, TCP if version >= 4 else 0, SCOPED if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = libc.syscall(CREATE_RULESET, attributes[:size], ctypes.c_size_t(size), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock ruleset")

    def allow(path, access):
        try:
            parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return
        try:
            if not stat.S_ISDIR(os.fstat(parent).st_mode):
                access &= ON_FILES
            rule = struct.pack("=Qi", access & handled, parent)
            if libc.syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0) != 0:
                raise OSError(ctypes.get_errno(), "landlock rule", path)
        finally:
            os.close(parent)

    for path in readable:
        allow(path, READ)
    for path in writable:
        allow(path, READ | WRITE_FILE if path.startswith("/dev/") else WORK)
    if libc.syscall(RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), "landlock restrict")
    os.close(ruleset)
