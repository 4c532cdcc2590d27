"""Namespaces of a process's own: no network, no shared memory with others, and a file view with nothing but the Python runtime in it."""

import ctypes
import os
import platform
import struct

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
MNT_DETACH = 2
# One number on all Linux ABIs; Linux 5.12 and newer.
MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE = 442, -100, 0x8000
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

WORK_INSIDE = "/work"
# Room for what a program writes; convention.
WORK_SPACE = "size=64m,nr_inodes=4096,mode=700"


def check(result, what):
    if result != 0:
        raise OSError(ctypes.get_errno(), what)


def mount(libc, source, target, kind, flags, data=None):
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind, data)]
    check(libc.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]), "mount " + target)


def enter(libc, readable, devices, root):
    """
    Enters new namespaces and makes `root` (an empty folder) the root of a file view that holds `readable`, read-only, the
    `devices`, and an empty work folder. Returns the path of the work folder in it. Raises OSError where that is not allowed;
    the process is of no use then.
    """
    uid, gid = os.geteuid(), os.getegid()
    check(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", "%d %d 1" % (uid, uid)), ("gid_map", "%d %d 1" % (gid, gid))):
        with open("/proc/self/" + name, "w") as file:
            file.write(text)
    mount(libc, None, "/", None, MS_REC | MS_PRIVATE)
    mount(libc, "tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    for path in (*readable, *devices):
        show(libc, root, path)
    work = root + WORK_INSIDE
    os.mkdir(work)
    mount(libc, "tmpfs", work, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, WORK_SPACE)
    mount(libc, None, root, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)
    os.chdir(root)
    check(libc.syscall(PIVOT_ROOT[platform.machine()], b".", b"."), "pivot_root")
    check(libc.umount2(b".", MNT_DETACH), "umount")
    os.chdir(WORK_INSIDE)
    return WORK_INSIDE


def show(libc, root, path):
    """Makes one path visible under the new root; a link is made again as a link, and what it leads to is shown too."""
    parent = os.path.dirname(path)
    while parent != "/":
        if os.path.islink(parent):
            link(root, parent)
            real = os.path.realpath(parent)
            return show(libc, root, real + path[len(parent) :])
        parent = os.path.dirname(parent)
    if os.path.islink(path):
        link(root, path)
        return show(libc, root, os.path.realpath(path))
    target = root + path
    if not os.path.exists(path) or os.path.lexists(target) and os.path.ismount(target):
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    elif not os.path.lexists(target):
        open(target, "w").close()
    mount(libc, path, target, None, MS_BIND | MS_REC)
    if not path.startswith("/dev/"):
        # With what is mounted inside it; what an older kernel has no call for is made so for the path alone.
        attributes = struct.pack("=QQQQ", MS_RDONLY | MS_NOSUID | MS_NODEV, 0, 0, 0)
        if libc.syscall(MOUNT_SETATTR, AT_FDCWD, os.fsencode(target), AT_RECURSIVE, attributes, ctypes.c_size_t(len(attributes))) != 0:
            mount(libc, None, target, None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)


def link(root, path):
    target = root + path
    if not os.path.lexists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.symlink(os.path.realpath(path), target)
