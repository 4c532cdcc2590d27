import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeSandbox } from "./probe-sandbox.js";
import type { PythonSetting } from "./python-process.js";
import { runSplit } from "./run-split.js";

const LIMITS = { timeoutMs: 20_000, cpuSeconds: 10, memoryMb: 512 };
const OWN_VIEW = ["namespaces", "bubblewrap"];

const folder = mkdtempSync(join(tmpdir(), "whileai-host-"));
const hostFile = join(folder, "file");

/** What confines code where no process may have namespaces of its own, as in most containers. */
let setting: Omit<PythonSetting, "folder">;

beforeAll(async () => {
  writeFileSync(hostFile, "the host's", { mode: 0o640 });
  const probe = await probeSandbox("python3");
  setting = { ...probe, layers: probe.layers.filter((layer) => !OWN_VIEW.includes(layer)), limits: LIMITS };
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (code: string, tests: string) =>
  runSplit(
    { language: "python", code, setup: "", mode: "split", tests, exports: [], limits: LIMITS },
    setting,
    new AbortController().signal,
  );

/** What Landlock does not guard: the files themselves rather than their content, and what is no file. */
const REACHES: readonly (readonly [string, string])[] = [
  ["chmod", "os.chmod(HOST, 0o777)"],
  ["chmod through a folder", "os.chmod(os.path.basename(HOST), 0o777, dir_fd=os.open('.', os.O_PATH))"],
  ["chown", "os.chown(HOST, os.getuid(), os.getgid())"],
  ["utime", "os.utime(HOST, (1, 1))"],
  ["setxattr", "os.setxattr(HOST, 'user.x', b'1')"],
  ["truncate", "os.truncate(HOST, 0)"],
  ["rename", "os.rename(HOST, 'mine')"],
  ["a link to it", "os.link(HOST, 'mine'); open('mine', 'a').write('x')"],
];

describe("without a file view of its own", () => {
  it.each(REACHES)("the host's files stay as they were: %s", async (_, attempt) => {
    const before = statSync(hostFile);
    const code = `import os\nHOST = ${JSON.stringify(hostFile)}\ndef f():\n    try: ${attempt}\n    except OSError: pass\n    return 1`;
    expect(await run(code, "assert f() == 1")).toEqual({ status: "passed" });
    const { mode, mtimeMs, uid, gid, nlink } = statSync(hostFile);
    expect({ mode, mtimeMs, uid, gid, nlink }).toEqual({
      mode: before.mode,
      mtimeMs: before.mtimeMs,
      uid: before.uid,
      gid: before.gid,
      nlink: before.nlink,
    });
    expect(readFileSync(hostFile, "utf8")).toBe("the host's");
  });

  it.each([
    ["emptying a file of the runtime by opening it", "os.open(os.__file__, os.O_RDONLY | os.O_TRUNC)"],
    ["a socket that can send to any other", "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)"],
    ["the machine's message queues", "call(libc.msgsnd, 0, bytes(16), 2, 2048)"],
    ["the machine's semaphores", "call(libc.semctl, 0, 0, 0)"],
    ["the processors of others", "os.sched_setaffinity(os.getppid(), {0})"],
    ["what happens to files", "call(libc.inotify_init1, 0)"],
    ["what a file is stored as", "fcntl.ioctl(os.open(os.__file__, os.O_RDONLY), 0x40086602, bytes(8))"],
  ])("refused: %s", async (_, attempt) => {
    const code = `import ctypes, fcntl, os, socket\nlibc = ctypes.CDLL(None, use_errno=True)\ndef call(f, *a):\n    if f(*a) < 0: raise OSError(ctypes.get_errno(), '')\ndef f():\n    try: ${attempt}\n    except OSError as e: return e.errno\n    return 0`;
    expect(await run(code, "assert f() == 1")).toEqual({ status: "passed" });
  });

  it("copying, archives and event loops still work", async () => {
    const code =
      "import asyncio, os, shutil, tarfile, tempfile\ndef f():\n    with tempfile.TemporaryDirectory() as d:\n        p = os.path.join(d, 'a')\n        open(p, 'w').write('x')\n        shutil.copy(p, p + '1'); shutil.copy2(p, p + '2')\n        with tarfile.open(p + '.tar', 'w') as t: t.add(p, 'b')\n        with tarfile.open(p + '.tar') as t: t.extractall(d)\n        open(p + '1', 'w').close()\n        return open(p + '2').read() + open(os.path.join(d, 'b')).read() + open(p + '1').read()\nasync def g():\n    await asyncio.sleep(0)\n    return 2";
    expect(await run(code, "import asyncio\nassert f() == 'xx' and asyncio.run(g()) == 2")).toEqual({
      status: "passed",
    });
  });
});
