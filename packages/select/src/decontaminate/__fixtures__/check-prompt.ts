import { frozenCopy, type Row } from "@whileai/core";
import { decontaminate } from "../decontaminate.js";
import type { DecontaminateOptions } from "../decontaminate-options.js";
import type { DecontaminationHit } from "../decontamination-report.js";

/** Words that are all different. */
export function words(prefix: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${prefix}${at}`).join(" ");
}

/** What is found in a row with that prompt alone, which may not be changed, and neither may the eval rows. */
export function check(prompt: unknown, options: DecontaminateOptions): DecontaminationHit | null {
  const rows = frozenCopy([{ prompt }]) as Row[];
  const { report } = decontaminate(rows, frozenCopy(options) as DecontaminateOptions);
  return report.hits[0] ?? null;
}
