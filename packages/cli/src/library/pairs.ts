import type { Row } from "@whileai/core";
import type { PairsReport, PreferencePair } from "@whileai/select";
import type { ExportPairsOptions } from "@whileai/select/export";
import { type ExportFileReport, writeExports } from "./export-file-report.js";
import { manifestOf, writeManifest } from "./manifest.js";
import { requireExportPath } from "./require-export-path.js";
import type { RowsContext } from "./rows-context.js";

/**
 * Preference pairs with what the agent had, so that they can be exported. Iterable over its pairs; printed, it is the
 * report of how they were chosen.
 *
 * @example
 * const pairs = scored.pairs({ maxLengthRatio: 2 });
 * console.log(`${pairs}`);
 * await pairs.export("pairs.jsonl");
 */
export class Pairs<R extends Row = Row> implements Iterable<PreferencePair<R>> {
  readonly pairs: readonly PreferencePair<R>[];
  readonly report: PairsReport;
  readonly context: RowsContext;

  constructor(pairs: readonly PreferencePair<R>[], report: PairsReport, context: RowsContext) {
    this.pairs = pairs;
    this.report = report;
    this.context = context;
  }

  [Symbol.iterator](): Iterator<PreferencePair<R>> {
    return this.pairs[Symbol.iterator]();
  }

  get length(): number {
    return this.pairs.length;
  }

  /**
   * Writes the pairs as a file that trainers load: by default for TRL's DPO and reward trainers (`trl-dpo`), each pair cut
   * to the turn in which its sides part.
   *
   * @throws OptionError for a path or extension that cannot be written, before anything is made.
   * @throws GateError when no pair could be written, or the file would train something wrong.
   */
  async export(path: string, options?: ExportPairsOptions): Promise<ExportFileReport> {
    await requireExportPath(path);
    const { exportPairs } = await import("@whileai/select/export");
    const { systemPrompt, tools } = this.context;
    return writeExports([{ path, ...exportPairs(this.pairs, { systemPrompt, tools, ...options }) }]);
  }

  /** Writes the pairs as they are (JSONL): both rows whole, with all that is known of the pair, and a manifest beside them. */
  async save(path: string): Promise<void> {
    const { writeRows } = await import("@whileai/core/node");
    await writeRows(path, this.pairs);
    await writeManifest(path, manifestOf(this.context));
  }

  toString(): string {
    return this.report.toString();
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
}
