"""The system-call filter: BPF for Linux on x86_64 and arm64, built here and installed without help from outside.

Refused calls answer EPERM, so that a program sees an ordinary failure; a call of another ABI ends the process.
"""

import ctypes
import errno
import os
import platform
import struct

# Calls that start processes, reach the network, touch other processes or change the machine: (x86_64, arm64); None where an ABI lacks one.
REFUSED = {
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "socket": (41, 198),
    "connect": (42, 203),
    "accept": (43, 202),
    "accept4": (288, 242),
    "bind": (49, 200),
    "listen": (50, 201),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "init_module": (175, 105),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "userfaultfd": (323, 282),
    # Memory that the address-space limit does not count.
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "setsid": (112, 157),
    "setpgid": (109, 154),
    "setpriority": (141, 140),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "personality": (135, 92),
    "modify_ldt": (154, None),
    "iopl": (172, None),
    "ioperm": (173, None),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "syslog": (103, 116),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "lookup_dcookie": (212, 18),
    "vhangup": (153, 58),
    "io_setup": (206, 0),
    "io_submit": (209, 2),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "setuid": (105, 146),
    "setgid": (106, 144),
    "setreuid": (113, 145),
    "setregid": (114, 143),
    "setresuid": (117, 147),
    "setresgid": (119, 149),
    "setfsuid": (122, 151),
    "setfsgid": (123, 152),
    "setgroups": (116, 159),
    "capset": (126, 91),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "seccomp": (317, 277),
}
CLONE, FCNTL, IOCTL, PRCTL, PRLIMIT, KILL, TGKILL = (
    (56, 220),
    (72, 25),
    (16, 29),
    (157, 167),
    (302, 261),
    (62, 129),
    (234, 131),
)
INSTALL = (317, 277)
# From this number on all Linux ABIs count alike. What is not named here does not exist: libraries then use older calls.
FIRST_SHARED_NUMBER = 424
SHARED_ALLOWED = (436, 437, 439, 441, 449, 454, 455, 456, 462)

CLONE_THREAD = 0x10000
# F_SETOWN, F_SETOWN_EX and F_SETSIG can send a signal to any process.
SIGNALLING_FCNTL = (8, 15, 10)
# TIOCSTI and TIOCLINUX type into a terminal; FIOSETOWN and SIOCSPGRP choose who gets a signal.
REFUSED_IOCTL = (0x5412, 0x541C, 0x8901, 0x8902)
# PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS
ALLOWED_PRCTL = (15, 16, 3, 39)

ABIS = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
ERRNO = 0x00050000
LOAD, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCH = 0, 4
SECCOMP_SET_MODE_FILTER, SPEC_ALLOW = 1, 4


def argument(index):
    return 16 + 8 * index


def is_supported():
    return platform.system() == "Linux" and platform.machine() in ABIS and struct.calcsize("P") == 8


def filter_program(machine, own_pid):
    """The filter as bytes of `struct sock_filter`."""
    column, arch = ABIS[machine]
    program = []

    def add(code, value, if_true=0, if_false=0):
        program.append(struct.pack("=HBBI", code, if_true, if_false, value))

    def refuse(error=errno.EPERM):
        add(RETURN, ERRNO | error)

    def when(number, lines):
        """Runs `lines` for one call; they must end in a return."""
        before = len(program)
        add(JUMP_EQUAL, number)
        lines()
        program[before] = struct.pack("=HBBI", JUMP_EQUAL, 0, len(program) - before - 1, number)

    def refuse_when(position, refused):
        add(LOAD, argument(position))
        for value in refused:
            add(JUMP_EQUAL, value, 0, 1)
            refuse()
        add(RETURN, ALLOW)

    def allow_only(position, allowed):
        add(LOAD, argument(position))
        for value in allowed:
            add(JUMP_EQUAL, value, 0, 1)
            add(RETURN, ALLOW)
        refuse()

    def clone():
        add(LOAD, argument(0))
        add(JUMP_ANY_BIT, CLONE_THREAD, 0, 1)
        add(RETURN, ALLOW)
        refuse()

    add(LOAD, ARCH)
    add(JUMP_EQUAL, arch, 1, 0)
    add(RETURN, KILL_PROCESS)
    add(LOAD, NUMBER)
    if machine == "x86_64":
        # The x32 ABI would offer every call under another number.
        add(JUMP_AT_LEAST, 0x40000000, 0, 1)
        add(RETURN, KILL_PROCESS)
    when(CLONE[column], clone)
    when(FCNTL[column], lambda: refuse_when(1, SIGNALLING_FCNTL))
    when(IOCTL[column], lambda: refuse_when(1, REFUSED_IOCTL))
    when(PRCTL[column], lambda: allow_only(0, ALLOWED_PRCTL))
    when(PRLIMIT[column], lambda: allow_only(0, (0, own_pid)))
    when(KILL[column], lambda: allow_only(0, (own_pid,)))
    when(TGKILL[column], lambda: allow_only(0, (own_pid,)))
    for numbers in REFUSED.values():
        if numbers[column] is not None:
            when(numbers[column], refuse)
    for number in SHARED_ALLOWED:
        when(number, lambda: add(RETURN, ALLOW))
    add(JUMP_AT_LEAST, FIRST_SHARED_NUMBER, 0, 1)
    refuse(errno.ENOSYS)
    add(RETURN, ALLOW)
    return b"".join(program)


class FilterProgram(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def install(libc):
    """Puts the filter in place for good. Needs no_new_privs. Raises OSError where the kernel refuses it."""
    machine = platform.machine()
    code = filter_program(machine, os.getpid())
    program = FilterProgram(len(code) // 8, code)
    number = INSTALL[ABIS[machine][0]]
    if libc.syscall(number, SECCOMP_SET_MODE_FILTER, SPEC_ALLOW, ctypes.byref(program)) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
