import { isRecord } from "../json/json.js";
import { looseRow } from "./loose-row.js";
import type { Row } from "./row.js";

const PRIVILEGED = "privileged";

function scrubbed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scrubbed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== PRIVILEGED)
      .map(([key, entry]) => [key, scrubbed(entry)]),
  );
}

/**
 * A copy of a row without its answer keys: `privileged` at the top, and at any depth inside `lineage`. Everything the
 * agent saw or wrote stays, whatever its name: a tool argument called `reference` is part of the conversation.
 *
 * @example
 * withoutPrivileged({ prompt: "p", privileged: { reference: "42" } }); // { prompt: "p" }
 */
export function withoutPrivileged<R extends Readonly<Row>>(row: R): R {
  const { [PRIVILEGED]: _, ...kept } = looseRow(row);
  return (isRecord(kept.lineage) ? { ...kept, lineage: scrubbed(kept.lineage) } : kept) as unknown as R;
}
