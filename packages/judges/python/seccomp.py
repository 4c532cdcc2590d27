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
    # Queues and semaphores of the machine are found by number: not making one is not enough.
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "setsid": (112, 157),
    "setpgid": (109, 154),
    "setpriority": (141, 140),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setaffinity": (203, 122),
    "ioprio_set": (251, 30),
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
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
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
# What Landlock does not hold back: it guards what files say, not what they are. Refused where the machine's files are in view, ...
REFUSED_IN_VIEW = {
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "truncate": (76, 45),
}
# ... and here the answer is that it was done, since copying a file ends with these.
PRETENDED_IN_VIEW = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "chown": (92, None),
    "lchown": (94, None),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
}
# Allowed with some arguments only.
GUARDED = {
    "clone": (56, 220),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "kill": (62, 129),
    "tgkill": (234, 131),
    "socketpair": (53, 199),
    "open": (2, None),
    "openat": (257, 56),
}
INSTALL = REFUSED["seccomp"]
# From this number on all Linux ABIs count alike. What is not named here does not exist: libraries then use older calls.
FIRST_SHARED_NUMBER = 424
SHARED_ALLOWED = (436, 439, 441, 449, 454, 455, 456, 462)

CLONE_THREAD = 0x10000
# F_SETOWN, F_SETOWN_EX and F_SETSIG can send a signal to any process.
SIGNALLING_FCNTL = (8, 15, 10)
# TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX and FIOCLEX: what files, pipes and event loops are asked.
ALLOWED_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# A datagram of a pair can be sent to any socket that has a name; a stream goes to the other end alone.
STREAM, SOCKET_TYPES = 1, 0xF
# Opened to read and emptied by it: before its third version Landlock lets that pass.
EMPTIES, OPEN_MODES = 0o1000, 0o1003
# PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS
ALLOWED_PRCTL = (15, 16, 3, 39)

ABIS = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
ERRNO = 0x00050000
LOAD, MASK, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCH = 0, 4
SECCOMP_SET_MODE_FILTER, SPEC_ALLOW = 1, 4


def argument(index):
    return 16 + 8 * index


def is_supported():
    return platform.system() == "Linux" and platform.machine() in ABIS and struct.calcsize("P") == 8


def filter_program(machine, own_pid, has_own_view):
    """The filter as bytes of `struct sock_filter`. With a file view of its own a program may do more to files."""
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

    def load(position, bits):
        add(LOAD, argument(position))
        if bits is not None:
            add(MASK, bits)

    def refuse_when(position, refused, bits=None):
        load(position, bits)
        for value in refused:
            add(JUMP_EQUAL, value, 0, 1)
            refuse()
        add(RETURN, ALLOW)

    def allow_only(position, allowed, bits=None):
        load(position, bits)
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
    guards = {
        "clone": clone,
        "fcntl": lambda: refuse_when(1, SIGNALLING_FCNTL),
        "ioctl": lambda: allow_only(1, ALLOWED_IOCTL),
        "prctl": lambda: allow_only(0, ALLOWED_PRCTL),
        "prlimit64": lambda: allow_only(0, (0, own_pid)),
        "kill": lambda: allow_only(0, (own_pid,)),
        "tgkill": lambda: allow_only(0, (own_pid,)),
        "socketpair": lambda: allow_only(1, (STREAM,), SOCKET_TYPES),
        "open": lambda: refuse_when(1, (EMPTIES,), OPEN_MODES),
        "openat": lambda: refuse_when(2, (EMPTIES,), OPEN_MODES),
    }
    for name, numbers in GUARDED.items():
        if numbers[column] is not None:
            when(numbers[column], guards[name])
    answers = [(REFUSED, errno.EPERM)]
    if not has_own_view:
        answers += [(REFUSED_IN_VIEW, errno.EPERM), (PRETENDED_IN_VIEW, 0)]
    for table, error in answers:
        for numbers in table.values():
            if numbers[column] is not None:
                when(numbers[column], lambda error=error: refuse(error))
    for number in SHARED_ALLOWED:
        when(number, lambda: add(RETURN, ALLOW))
    add(JUMP_AT_LEAST, FIRST_SHARED_NUMBER, 0, 1)
    refuse(errno.ENOSYS)
    add(RETURN, ALLOW)
    return b"".join(program)


class FilterProgram(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def install(libc, has_own_view):
    """Puts the filter in place for good. Needs no_new_privs. Raises OSError where the kernel refuses it."""
    machine = platform.machine()
    code = filter_program(machine, os.getpid(), has_own_view)
    program = FilterProgram(len(code) // 8, code)
    number = INSTALL[ABIS[machine][0]]
    if libc.syscall(number, SECCOMP_SET_MODE_FILTER, SPEC_ALLOW, ctypes.byref(program)) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
