import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, readFile, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { WhileaiError } from "../errors/whileai-error.js";
import { isRecord } from "../json/json.js";
import { isSystemError, unwritable } from "./unwritable.js";

/** How often a held lock is touched, so that other machines see that its holder lives. Convention. */
const TOUCH_MS = 5000;
/** A lock of another machine that was not touched for so long was left behind. Convention. */
const LEFT_BEHIND_MS = 30_000;
const NAME = "lock";
/** A lock without a word in it that is younger is being written. Convention. */
const JUST_MADE_MS = 1000;
/** What disks without hard links answer. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

interface Holder {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** When the process began, in the kernel's words: tells a process from a later one with the same number. */
  readonly started: string | null;
  /** Whose process numbers these are: containers can share a machine's name and count for themselves. */
  readonly space?: string | null;
}

/**
 * The right to write to a folder, held by one process at a time. A lock that its holder left behind, by `kill -9` for one,
 * is taken over: at once on the same machine, after half a minute without a sign of life on a shared disk.
 *
 * @example
 * const lock = await FolderLock.take("runs/1");
 * await lock.release();
 */
export class FolderLock {
  readonly #path: string;
  readonly #holder: Holder;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #file: FileHandle;

  private constructor(path: string, holder: Holder, file: FileHandle) {
    this.#path = path;
    this.#holder = holder;
    this.#file = file;
    // Writing the same bytes again moves the file's time, by the clock of the disk it lies on. To this very file: another
    // one of that name, once this lock was taken over, is its new holder's.
    const touch = (): void => void file.write(JSON.stringify(holder), 0).catch(() => undefined);
    this.#timer = setInterval(touch, TOUCH_MS).unref();
  }

  /** @throws WhileaiError with code `folder_locked` while another run writes to the folder, RowError when it cannot be written to. */
  static async take(dir: string): Promise<FolderLock> {
    const path = join(dir, NAME);
    const holder: Holder = {
      id: randomUUID(),
      host: hostname(),
      pid: process.pid,
      started: await startOf(process.pid),
      space: await readlink("/proc/self/ns/pid").catch(() => null),
    };
    for (;;) {
      const file = await create(path, holder);
      if (file !== undefined) return new FolderLock(path, holder, file);
      const other = await readHolder(path);
      if (await isHeld(dir, path, holder, other)) throw locked(dir, other);
      await takeAway(path, `${path}.${holder.id}`, other);
    }
  }

  /** Gives the folder free. Twice is fine. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    try {
      await this.#file.close();
    } finally {
      const current = await readHolder(this.#path);
      if (current?.id === this.#holder.id) await rm(this.#path, { force: true });
    }
  }
}

/** Makes the lock and keeps its file open; undefined when there is one already. */
async function create(path: string, holder: Holder): Promise<FileHandle | undefined> {
  const text = JSON.stringify(holder);
  const written = `${path}.${holder.id}`;
  try {
    const file = await writtenFile(written, text);
    try {
      // The lock appears whole: nobody can see one that does not name its holder yet.
      await link(written, path);
      return file;
    } catch (error) {
      await file.close();
      if (NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) return await writtenFile(path, text);
      throw error;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw isSystemError(error) ? unwritable(path, error) : error;
  } finally {
    await rm(written, { force: true }).catch(() => undefined);
  }
}

async function writtenFile(path: string, text: string): Promise<FileHandle> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(text);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(path, "utf8"));
    return isRecord(parsed) ? (parsed as unknown as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a lock that was left behind, unless another one has taken its place meanwhile. */
async function takeAway(path: string, aside: string, left: Holder | undefined): Promise<void> {
  // Renamed first: of two that take over at once, only one finds the file.
  await rename(path, aside).catch(() => undefined);
  const taken = await readHolder(aside);
  if (taken !== undefined && taken.id !== left?.id) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isHeld(dir: string, path: string, own: Holder, holder: Holder | undefined): Promise<boolean> {
  if (holder === undefined) return (await isEmpty(path)) && (await ageOf(dir, path)) < JUST_MADE_MS;
  const { host, pid, started, space = own.space } = holder;
  if (host === own.host && space === own.space && Number.isInteger(pid)) {
    return isAlive(pid) && (await startOf(pid)) === started;
  }
  // Of another machine: what counts is the last sign of life, by the disk's own clock.
  return (await ageOf(dir, path)) < LEFT_BEHIND_MS;
}

const isEmpty = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size === 0,
    () => false,
  );

async function ageOf(dir: string, path: string): Promise<number> {
  const probe = join(dir, `${NAME}.${randomUUID()}`);
  try {
    await writeFile(probe, "");
    return (await stat(probe)).mtimeMs - (await stat(path)).mtimeMs;
  } catch {
    // Given free meanwhile.
    return Number.POSITIVE_INFINITY;
  } finally {
    await rm(probe, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function startOf(pid: number): Promise<string | null> {
  try {
    // The process's name, in brackets, may hold spaces: fields are counted behind it, and the start is the 22nd of all.
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

const locked = (dir: string, holder: Holder | undefined): WhileaiError =>
  new WhileaiError("folder_locked", {
    message: `${dir} is in use by another run${holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`}.`,
    fix: `Wait for it, give another folder, or delete ${join(dir, NAME)} if that run is over.`,
  });
