import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pythonFolder } from "./python-folder.js";

/** Where systems put it; the caller's own PATH is not trusted with what confines code. */
const PLACES = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"];

/** Whether bubblewrap is installed. */
export const hasBubblewrap = (): boolean => PLACES.some(existsSync);

/**
 * The start of a command that runs an interpreter in bubblewrap: namespaces of its own, and of the machine's files only what the
 * interpreter reads, its scripts and one folder to write in.
 */
export function bubblewrap(executable: string, readable: readonly string[], root: string): string[] {
  const shown = [...readable, pythonFolder(), executable, join(dirname(dirname(executable)), "pyvenv.cfg")];
  return [
    PLACES.find(existsSync) ?? "bwrap",
    "--unshare-all",
    "--die-with-parent",
    ...shown.flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--dev", "/dev"],
    ...["--bind", root, root],
    // Its root is memory that anyone could fill.
    ...["--remount-ro", "/"],
    ...["--chdir", root],
    "--",
  ];
}
