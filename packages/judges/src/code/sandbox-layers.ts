/**
 * How strictly code is confined. `strict`: refuses to run unless the kernel confines it; `best_effort`: runs with what this
 * machine offers and says so; `none`: no confinement beyond limits and a process group.
 */
export type SandboxMode = "strict" | "best_effort" | "none";

/** A layer of confinement, as written to `judge_meta.sandbox.layers`. */
export type SandboxLayer =
  | "process_group"
  | "rlimits"
  | "namespaces"
  | "bubblewrap"
  | "landlock"
  | "seccomp"
  | "quickjs";

/** What a verdict says about its confinement. */
export interface SandboxStamp {
  readonly mode: SandboxMode;
  readonly layers: readonly SandboxLayer[];
}

/**
 * Whether these layers are what `strict` asks for: a system-call filter (no processes, no network, no signals to others) and
 * something that hides the files of the machine.
 */
export const isStrict = (layers: readonly SandboxLayer[]): boolean =>
  layers.includes("rlimits") &&
  layers.includes("seccomp") &&
  (layers.includes("landlock") || layers.includes("namespaces") || layers.includes("bubblewrap"));
