import { isRecord, nearestName, OptionError, type Row } from "@whileai/core";
import { markerMetric } from "../metric/metric-name.js";
import { knownGroupings } from "./grouping.js";

/** Rows whose fields are read for the suggestion of an error. */
const ROWS_SEARCHED = 100;

/** The fields that rows have, for what to suggest in place of one that they lack. */
export class FieldNames {
  readonly #fields = new Set(knownGroupings());
  /** By name, where it lies one level down in the lineage: columns of a table, variables of a test. */
  readonly #inside = new Map<string, string>();
  #rows = 0;

  add(row: Row): void {
    if (this.#rows++ >= ROWS_SEARCHED) return;
    for (const holder of [row, row.scenario_dimensions, row.lineage])
      if (isRecord(holder)) for (const field of Object.keys(holder)) this.#fields.add(field);
    for (const [group, held] of Object.entries(isRecord(row.lineage) ? row.lineage : {}))
      if (isRecord(held))
        for (const name of Object.keys(held))
          if (!this.#inside.has(name)) this.#inside.set(name, `lineage.${group}.${name}`);
    if (isRecord(row.markers)) for (const marker of Object.keys(row.markers)) this.#fields.add(markerMetric(marker));
  }

  /** The error for a field without a plain value on any row. */
  unknown(name: string): OptionError {
    const others = [...this.#fields].filter((field) => field !== name);
    const near = this.#inside.get(name) ?? nearestName(name, others);
    return new OptionError({
      option: "by",
      received: name,
      didYouMean: near,
      message: `failureTable: no row has a plain value \`${name.slice(0, 60)}\` to group \`by\`.`,
      fix: `${near === undefined ? "" : `Did you mean "${near}"? `}Known: ${knownGroupings().join(", ")}, any field of the rows, or a function.`,
    });
  }
}
