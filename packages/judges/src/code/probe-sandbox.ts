import { spawn } from "node:child_process";
import { join } from "node:path";
import { JudgeError } from "@whileai/core";
import { bubblewrap, hasBubblewrap } from "./bubblewrap.js";
import { pythonFolder } from "./python-folder.js";
import type { SandboxLayer } from "./sandbox-layers.js";
import { makeWorkFolder, removeWorkFolder } from "./work-folder.js";

/** Oldest Python that can run the sandbox. */
const OLDEST_PYTHON = [3, 10] as const;
const PROBE_TIMEOUT_MS = 20_000;
const PROBE_LIMITS = { cpuSeconds: 10, memoryMb: 512 };

/** What one confined process could not do any more. */
export interface SandboxEffects {
  readonly processes: boolean;
  readonly network: boolean;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly signals: boolean;
}

/** What this machine offers a Python interpreter, found out by trying. */
export interface SandboxProbe {
  /** The interpreter itself, behind links and shims. */
  readonly executable: string;
  readonly version: string;
  /** The layers that hold together, in the order in which they are applied. */
  readonly layers: readonly SandboxLayer[];
  /** Layers that do not hold, each with what the system said. */
  readonly missing: Readonly<Record<string, string>>;
  readonly landlockAbi: number;
  /** What the interpreter must be able to read. */
  readonly readable: readonly string[];
  /** Where the interpreter looks for modules. */
  readonly modulePath: readonly string[];
  /** What a process in these layers could not do. */
  readonly stops: SandboxEffects;
}

interface Facts {
  readonly executable: string;
  readonly version: readonly [number, number, number];
  readonly landlockAbi: number;
  readonly readable?: readonly string[];
  readonly modulePath?: readonly string[];
  readonly unconfined?: string;
  readonly stops?: SandboxEffects;
  readonly works?: boolean;
}

/** Which effects must be seen for a layer to count as holding. */
const PROOF: Readonly<Record<string, readonly (keyof SandboxEffects)[]>> = {
  namespaces: ["reads", "writes", "network"],
  bubblewrap: ["reads", "writes", "network"],
  landlock: ["reads", "writes"],
  seccomp: ["processes", "network", "signals"],
};

const probes = new Map<string, Promise<SandboxProbe>>();

/**
 * Finds out which layers hold on this machine for an interpreter, by confining a process and trying to break out of it. Done once
 * for each interpreter. Throws a JudgeError when it cannot be started or is too old.
 */
export function probeSandbox(pythonBin: string): Promise<SandboxProbe> {
  let probe = probes.get(pythonBin);
  if (probe === undefined) {
    probe = tryLayers(pythonBin);
    probes.set(pythonBin, probe);
    probe.catch(() => probes.delete(pythonBin));
  }
  return probe;
}

async function tryLayers(pythonBin: string): Promise<SandboxProbe> {
  const bare = await tryOnce(pythonBin, ["rlimits"]);
  const version = bare.version.join(".");
  if (bare.version[0] !== OLDEST_PYTHON[0] || bare.version[1] < OLDEST_PYTHON[1])
    throw new JudgeError({
      message: `verify.CodeExec: ${pythonBin} is Python ${version}; the sandbox needs ${OLDEST_PYTHON.join(".")} or newer.`,
      fix: "Name a newer interpreter with `pythonBin`.",
    });
  const wanted: SandboxLayer[] = process.platform === "linux" ? ["namespaces", "landlock", "seccomp"] : [];
  const missing: Record<string, string> = {};
  let held = wanted;
  let facts = await tryOnce(bare.executable, ["rlimits", ...held]);
  let complaint = complaintOf(facts, held);
  if (complaint !== undefined) {
    held = [];
    for (const layer of wanted) {
      const alone = complaintOf(await tryOnce(bare.executable, ["rlimits", layer]), [layer]);
      if (alone === undefined) held.push(layer);
      else missing[layer] = alone;
    }
    facts = await tryOnce(bare.executable, ["rlimits", ...held]);
    complaint = complaintOf(facts, held);
    if (complaint !== undefined) {
      // Each holds alone but not with the others: the namespaces are what the rest does not need.
      missing.namespaces = complaint;
      held = held.filter((layer) => layer !== "namespaces");
      facts = await tryOnce(bare.executable, ["rlimits", ...held]);
    }
  }
  if (process.platform === "linux" && !held.includes("namespaces") && hasBubblewrap()) {
    // Where plain processes get no namespaces, bubblewrap often still does.
    const wrapped: SandboxLayer[] = ["bubblewrap", ...held];
    const tried = await tryOnce(bare.executable, ["rlimits", ...wrapped], bare.readable).catch(() => undefined);
    if (tried !== undefined && complaintOf(tried, wrapped) === undefined) {
      held = wrapped;
      facts = tried;
    }
  }
  if (process.platform !== "linux") missing.kernel = `no layer is known for ${process.platform}`;
  return {
    executable: bare.executable,
    version,
    layers: ["process_group", "rlimits", ...held],
    missing,
    landlockAbi: bare.landlockAbi,
    readable: bare.readable ?? [],
    modulePath: bare.modulePath ?? [],
    stops: facts.stops ?? { processes: false, network: false, reads: false, writes: false, signals: false },
  };
}

function complaintOf(facts: Facts, layers: readonly SandboxLayer[]): string | undefined {
  if (facts.unconfined !== undefined) return facts.unconfined;
  if (facts.works !== true) return "a confined process cannot write in its own folder";
  for (const layer of layers) {
    const open = PROOF[layer]?.find((effect) => facts.stops?.[effect] !== true);
    if (open !== undefined) return `${layer} was applied, yet did not stop ${open}`;
  }
  return undefined;
}

async function tryOnce(
  pythonBin: string,
  layers: readonly SandboxLayer[],
  readable: readonly string[] = [],
): Promise<Facts> {
  const folder = await makeWorkFolder(["probe"]);
  try {
    const root = join(folder, "probe");
    const config = { layers, root, limits: PROBE_LIMITS };
    const prefix = layers.includes("bubblewrap") ? bubblewrap(pythonBin, readable, root) : [];
    const said = await speak(
      [...prefix, pythonBin, "-s", "-B", join(pythonFolder(), "probe.py")],
      `${JSON.stringify(config)}\n`,
    );
    return JSON.parse(said) as Facts;
  } catch (error) {
    if (error instanceof JudgeError) throw error;
    throw new JudgeError({
      message: `verify.CodeExec: ${JSON.stringify(pythonBin)} did not answer as Python does.`,
      fix: "Install Python 3.10 or newer, or name an interpreter with `pythonBin`.",
      cause: error,
    });
  } finally {
    await removeWorkFolder(folder);
  }
}

/** Runs a command with an input, and gives what it printed. */
function speak(command: readonly string[], input: string): Promise<string> {
  const [file, ...args] = command as [string, ...string[]];
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: PROBE_TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    child.stdin.on("error", () => {});
    child.once("error", reject);
    child.once("close", () => resolve(said));
    child.stdin.end(input);
  });
}
