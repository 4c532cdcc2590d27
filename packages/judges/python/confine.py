"""Shuts this process in before it reads anything of the candidate. Trusted code: it runs first and alone."""

import ctypes
import os
import platform
import resource
import struct
import sys
import sysconfig

import landlock
import namespaces
import pipe
import seccomp

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
SIGKILL = 9
CAPSET = {"x86_64": 126, "aarch64": 91}
CAPABILITY_VERSION = 0x20080522

# Bytes that a program may write to one file, and files it may hold open; convention.
FILE_BYTES = 16 * 1024 * 1024
OPEN_FILES = 64

SHARED_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
RUNTIME_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo")
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


def runtime_paths():
    """What a Python program must be able to read: its interpreter's modules and the machine's shared libraries."""
    own = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    own += [path for path in sys.path if os.path.isabs(path)]
    own += [sysconfig.get_config_var("LIBDIR") or ""]
    own = [path for path in own if path and os.path.exists(path) and path != "/"]
    paths = dict.fromkeys([*SHARED_LIBRARIES, *RUNTIME_FILES, *own])
    outer = [path + os.sep for path in paths]
    return [path for path in paths if not any(path.startswith(other) and path + os.sep != other for other in outer)]


def set_limits(limits):
    """CPU seconds, address space, file size, open files, no core dump. A limit below ours stays."""
    memory = int(limits["memoryMb"]) * 1024 * 1024
    cpu = int(limits["cpuSeconds"])
    wanted = [
        ("RLIMIT_CPU", cpu, cpu + 1),
        ("RLIMIT_AS", memory, memory),
        ("RLIMIT_FSIZE", FILE_BYTES, FILE_BYTES),
        ("RLIMIT_NOFILE", OPEN_FILES, OPEN_FILES),
        ("RLIMIT_CORE", 0, 0),
        ("RLIMIT_MEMLOCK", 0, 0),
    ]
    for name, soft, hard in wanted:
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        most = resource.getrlimit(kind)[1]
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
        try:
            resource.setrlimit(kind, (soft, hard))
        except (ValueError, OSError):
            # Not every system has every limit (macOS refuses RLIMIT_AS).
            if name == "RLIMIT_CPU":
                raise


def drop_capabilities(libc):
    header = struct.pack("=Ii", CAPABILITY_VERSION, 0)
    return libc.syscall(CAPSET[platform.machine()], header, bytes(24))


def confine(config):
    """
    Applies the layers that `config["layers"]` names, in the order in which they can be applied, and returns them. Raises OSError
    when one of them does not hold. `config["root"]` is an empty folder for this run alone.
    """
    layers = config["layers"]
    root = config["root"]
    # The interpreter started without its site, whose start-up files cost more than most verdicts; its packages are there all the same.
    sys.path[:] = config.get("modulePath", sys.path)
    on_linux = sys.platform.startswith("linux")
    libc = ctypes.CDLL(None, use_errno=True)
    os.closerange(pipe.REQUESTS + 1, 256)
    work = root
    readable = runtime_paths()
    if "namespaces" in layers:
        work = namespaces.enter(libc, readable, DEVICES, root)
    os.chdir(work)
    for name in ("TMPDIR", "HOME"):
        os.environ[name] = work
    if "rlimits" in layers:
        set_limits(config["limits"])
    if on_linux and platform.machine() in CAPSET:
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        drop_capabilities(libc)
    if "landlock" in layers:
        landlock.restrict(libc, readable, [work, *DEVICES])
    if on_linux:
        # When whoever started this process ends, so does this; set last, since a change of credentials undoes it.
        libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
        # Others of the same user cannot look into this process, or write to its pipes.
        libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    if "seccomp" in layers:
        seccomp.install(libc, "namespaces" in layers or "bubblewrap" in layers)
    return layers
