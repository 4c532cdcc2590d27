import { createReport, type Note, type ReportOf, WhileaiError } from "@whileai/core";
import { probeSandbox, type SandboxEffects } from "./probe-sandbox.js";
import { isStrict, type SandboxLayer } from "./sandbox-layers.js";

/** Interpreter that is tried unless another is named. */
const DEFAULT_PYTHON = "python3";

/** What {@link sandboxReport} says. */
export interface SandboxReportFields {
  readonly platform: string;
  readonly python: string | null;
  readonly pythonVersion: string | null;
  /** Layers that hold together on this machine. */
  readonly layers: readonly SandboxLayer[];
  /** What a process in these layers could not do, found out by trying; null when nothing could be tried. */
  readonly stops: SandboxEffects | null;
  readonly landlockAbi: number;
  /** Whether `sandbox: "strict"` runs here. */
  readonly isStrict: boolean;
}

/** Report of {@link sandboxReport}. */
export type SandboxReport = ReportOf<"sandbox", SandboxReportFields>;

/**
 * Which layers of the sandbox hold on this machine: confines a process, tries to start a program, to reach the network, to read and
 * write the machine's files and to signal others, and says what it could not do.
 *
 * @example
 * console.log(`${await sandboxReport()}`);
 */
export async function sandboxReport(options: { readonly pythonBin?: string | undefined } = {}): Promise<SandboxReport> {
  const notes: Note[] = [];
  const platform = `${process.platform} ${process.arch}`;
  try {
    const probe = await probeSandbox(options.pythonBin ?? DEFAULT_PYTHON);
    for (const [layer, why] of Object.entries(probe.missing))
      notes.push({ code: "layer_missing", severity: "warning", message: `${layer} does not hold here: ${why}.` });
    const strict = isStrict(probe.layers);
    if (!strict)
      notes.push({
        code: "not_strict",
        severity: "error",
        message: 'sandbox: "strict" refuses to run here.',
        fix: "It needs Linux with seccomp, and Landlock (5.13), user namespaces or bubblewrap.",
      });
    return make(
      {
        platform,
        python: probe.executable,
        pythonVersion: probe.version,
        layers: probe.layers,
        stops: probe.stops,
        landlockAbi: probe.landlockAbi,
        isStrict: strict,
      },
      notes,
    );
  } catch (error) {
    notes.push({
      code: "no_python",
      severity: "error",
      message: error instanceof Error ? error.message : String(error),
      // An error of ours ends with its fix.
      ...(WhileaiError.isInstance(error)
        ? {}
        : { fix: "Install Python 3.10 or newer, or name an interpreter with `pythonBin`." }),
    });
    return make(
      { platform, python: null, pythonVersion: null, layers: [], stops: null, landlockAbi: 0, isStrict: false },
      notes,
    );
  }
}

const make = (fields: SandboxReportFields, notes: readonly Note[]): SandboxReport =>
  createReport("sandbox", fields, notes, (report) =>
    [
      `sandbox on ${report.platform}: ${report.isStrict ? "strict holds" : "strict does not hold"}`,
      ...(report.pythonVersion === null ? [] : [`  python ${report.pythonVersion}`]),
      ...(report.layers.length === 0 ? [] : [`  layers ${report.layers.join(", ")}`]),
      ...Object.entries(report.stops ?? {}).map(([what, isStopped]) => `  ${what} ${isStopped ? "stopped" : "OPEN"}`),
      ...report.notes.map(
        ({ severity, message, fix }) => `  ${severity}: ${message}${fix === undefined ? "" : ` ${fix}`}`,
      ),
    ].join("\n"),
  );
