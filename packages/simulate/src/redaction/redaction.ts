import {
  createRedactor,
  describeError,
  isRecord,
  type Json,
  plainJson,
  type Redactor,
  type RedactorOptions,
  WhileaiError,
} from "@whileai/core";
import type { SimulatedRow } from "../rollout/simulated-row.js";
import { keptShape } from "./kept-shape.js";
import { mapTexts } from "./map-texts.js";

/** Takes what must not leave out of everything that a run hands over or writes down. */
export interface Redaction {
  /** What it does, as a manifest tells it. */
  readonly identity: Json;
  /** A row without what must not leave; its ids stay. */
  row(row: SimulatedRow): SimulatedRow;
  text(text: string): string;
  json(value: Json): Json;
}

/**
 * Reads `store.redact`: undefined where nothing is redacted.
 *
 * @throws OptionError for options that `createRedactor` refuses.
 */
export function readRedaction(given: boolean | RedactorOptions | Redactor | undefined): Redaction | undefined {
  if (given === undefined || given === false) return undefined;
  return typeof given === "function" ? callableRedaction(given) : patternRedaction(given === true ? {} : given);
}

function patternRedaction(options: RedactorOptions): Redaction {
  const redact = createRedactor(options);
  const { secrets = true, personalData = true, patterns = {} } = options;
  // In their order: of two patterns that find the same text the first one names it.
  const own = Object.entries(patterns).map(([label, { source, flags }]) => [label, source, flags]);
  return {
    identity: { secrets, personalData, ...(own.length === 0 ? {} : { patterns: own }) },
    row: redact,
    text: redact,
    json: redact,
  };
}

function callableRedaction(redact: Redactor): Redaction {
  const text = (given: string): string => {
    const redacted: unknown = called(redact, given);
    return typeof redacted === "string" ? redacted : failed("gave no text for a text");
  };
  return {
    identity: `function ${redact.name || "without a name"}`,
    row: (row) => {
      const given = plainJson(called(redact, structuredClone(row)));
      const kept = isRecord(given) ? keptShape(row, given) : "is no row";
      return typeof kept === "string" ? failed(`gave a row that ${kept}`) : kept;
    },
    text,
    json: (value) => mapTexts(value, text),
  };
}

function called<T>(redact: Redactor, value: T): T {
  try {
    return redact(value);
  } catch (cause) {
    return failed(`threw: ${describeError(cause)}`, cause);
  }
}

// Ends the run: a row that could not be redacted must not land.
function failed(what: string, cause?: unknown): never {
  throw new WhileaiError("redaction_failed", {
    cause,
    message: `simulate: store.redact ${what}.`,
    fix: "It is given rows and texts: return each with what must not leave replaced, and nothing else changed.",
  });
}
