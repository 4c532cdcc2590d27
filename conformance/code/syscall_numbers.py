"""
Holds the tables of system calls in `packages/judges/python` to the kernel's own headers (of the package linux-libc-dev), x86_64 and
arm64 alike: `syscall_numbers.py [FOLDER]`, where FOLDER is /usr/include unless given.
"""

import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../packages/judges/python"))

import confine  # noqa: E402
import namespaces  # noqa: E402
import seccomp  # noqa: E402

include = sys.argv[1] if len(sys.argv) > 1 else "/usr/include"


def numbers(path):
    with open(path) as file:
        return {name: int(number) for name, number in re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)", file.read(), re.M)}


kernel = (
    numbers(glob.glob(include + "/x86_64-linux-gnu/asm/unistd_64.h")[0]),
    # arm64 takes its numbers from the table that new architectures share.
    numbers(include + "/asm-generic/unistd.h"),
)
tables = {
    **seccomp.REFUSED,
    **seccomp.REFUSED_IN_VIEW,
    **seccomp.PRETENDED_IN_VIEW,
    **seccomp.GUARDED,
    "pivot_root": tuple(namespaces.PIVOT_ROOT.values()),
    "capset": tuple(confine.CAPSET.values()),
    "mount_setattr": (namespaces.MOUNT_SETATTR, namespaces.MOUNT_SETATTR),
}
wrong = 0
for name, row in tables.items():
    for abi, here, there in zip(("x86_64", "arm64"), row, kernel):
        if here != there.get(name):
            wrong += 1
            print("FAILED %s on %s: %s here, %s in the kernel" % (name, abi, here, there.get(name)))
print("%d calls, %d wrong" % (len(tables), wrong))
sys.exit(wrong != 0)
