import { GateError } from "@whileai/core";

/** The codes of a report's notes. */
export function codes(report: { notes: readonly { code: string }[] }): string[] {
  return report.notes.map((note) => note.code);
}

/** The code with which a gate throws; "no error" when it lets the call pass. */
export function gateCode(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof GateError) return error.code;
    throw error;
  }
  return "no error";
}
