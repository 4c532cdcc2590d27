import {
  type ContentPart,
  contentText,
  isRecord,
  OptionError,
  type OptionRule,
  type PlannedFault,
  plainJson,
  type Row,
  taskKey,
} from "@whileai/core";
import { readHiddenIdentifier } from "../plan/hidden-identifier.js";
import { DIMENSIONS, type Dimension, type Situation, type SituationEntity } from "../plan/situation.js";
import type { FaultBuilder } from "../world/fault-answer.js";
import { plannedFaultRules, readPlannedFault } from "../world/planned-fault.js";

/** A situation read back from rows; its world is the one those rows had. */
export interface ReplayedSituation extends Situation {
  /** The seed of the run that wrote the rows. */
  readonly worldSeed?: number;
}

/** Labels that rows carry about their text. */
const LABELS = [
  "ask_family",
  "intent_known",
  "tool_known",
  "stance",
  "tone",
  "length",
  "ask",
  "vagueness",
  "phrasing",
  "pressure",
  "user",
  "texture",
  "history",
  "tells_history",
  "tells_world_state",
];
const NAMED = ["whole", "partial", "none"] as const;
const NO_ENTITY: SituationEntity = { parameter: null, id: null, named: "none" };

/** Rows read back for a replay. */
export interface Replay {
  readonly situations: ReplayedSituation[];
  readonly largestGroup: number;
  /** Rows without a prompt. */
  readonly skipped: number;
  /** Planned faults that this world cannot play: of an unknown mode, or with fields of another kind. */
  readonly skippedFaults: number;
}

/**
 * The prompts of rows in their order, each once, and the size of the largest group. What cannot be played is skipped and
 * counted. `modes` are fault modes of the caller's own.
 */
export function replayedSituations(
  rows: Iterable<Row>,
  modes?: Readonly<Record<string, FaultBuilder>> | undefined,
): Replay {
  const rules = plannedFaultRules(modes);
  const byKey = new Map<string, { situation: ReplayedSituation; count: number }>();
  let skipped = 0;
  let skippedFaults = 0;
  for (const row of rows) {
    const asked = isRecord(row) ? askOf(row.prompt) : undefined;
    if (asked === undefined) {
      skipped++;
      continue;
    }
    const key = JSON.stringify([taskKey(row), asked.content ?? asked.prompt]);
    const known = byKey.get(key);
    if (known === undefined) {
      const { faults, unusable } = faultsOf(row, rules);
      skippedFaults += unusable;
      byKey.set(key, { situation: situationOf(row, asked, byKey.size, faults), count: 1 });
    }
    // A run of several evaluations holds each group once per run.
    else if (!isRecord(row.lineage) || !Number(row.lineage.eval_run)) known.count++;
  }
  if (byKey.size === 0) {
    throw new OptionError({
      option: "tasks",
      received: rows,
      message: "simulate: no row of `tasks` has a prompt.",
      fix: "Give rows that simulate() wrote, or rows with `prompt`.",
    });
  }
  const found = [...byKey.values()];
  return {
    situations: found.map(({ situation }) => situation),
    largestGroup: found.reduce((largest, { count }) => Math.max(largest, count), 1),
    skipped,
    skippedFaults,
  };
}

interface Ask {
  readonly prompt: string;
  readonly content?: readonly ContentPart[];
}

/** What a row asks, with every part of a prompt that is a list; undefined for nothing, and for parts that say no type. */
function askOf(given: unknown): Ask | undefined {
  const prompt = contentText(given);
  if (!Array.isArray(given)) return prompt.trim() === "" ? undefined : { prompt };
  const parts = given.map((part: unknown) => (typeof part === "string" ? { type: "text", text: part } : part));
  const isSaid = prompt.trim() !== "" || parts.some((part) => isRecord(part) && part.type !== "text");
  if (!isSaid || !parts.every((part) => isRecord(part) && typeof part.type === "string")) return undefined;
  return { prompt, content: plainJson(parts) as unknown as ContentPart[] };
}

function situationOf(row: Row, asked: Ask, index: number, faults: PlannedFault[]): ReplayedSituation {
  const given = isRecord(row.scenario_dimensions) ? row.scenario_dimensions : {};
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name) => [name, typeof given[name] === "string" ? given[name] : "unspecified"]),
  ) as Record<Dimension, string>;
  const labels = LABELS.filter((name) => ["string", "boolean"].includes(typeof row[name]));
  const lineage = isRecord(row.lineage) ? row.lineage : {};
  return {
    scenarioId: taskKey(row),
    index,
    ...asked,
    dimensions,
    tier: (typeof row.tier === "string" ? row.tier : "ordinary") as Situation["tier"],
    labels: Object.fromEntries(labels.map((name) => [name, row[name] as string | boolean])),
    faults,
    worldState: typeof row.world_state === "string" ? row.world_state : null,
    entity: entityOf(lineage.entity, row.privileged),
    privileged: isRecord(row.privileged) ? (plainJson(row.privileged) as Record<string, unknown>) : {},
    arm: (typeof row.arm === "string" ? row.arm : "pinned") as Situation["arm"],
    writer: (typeof row.writer_model === "string" ? row.writer_model : "pinned") as Situation["writer"],
    ...(typeof row.seed === "number" ? { worldSeed: row.seed } : {}),
  };
}

function entityOf(given: unknown, privileged: unknown): SituationEntity {
  if (!isRecord(given)) return NO_ENTITY;
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  const named = NAMED.find((word) => word === given.named) ?? NO_ENTITY.named;
  const hidden = isRecord(privileged) ? readHiddenIdentifier(privileged) : null;
  return { parameter: text(given.parameter), id: text(given.id) ?? hidden, named };
}

function faultsOf(row: Row, rules: Readonly<Record<string, OptionRule>>): { faults: PlannedFault[]; unusable: number } {
  const given: unknown[] = Array.isArray(row.faults_planned)
    ? row.faults_planned
    : Object.entries(isRecord(row.faults) ? row.faults : {}).map(([tool, fault]) =>
        isRecord(fault) ? { tool, mode: fault.mode, probability: fault.rate ?? 1 } : fault,
      );
  const faults = given.map((fault) => readPlannedFault(fault, rules)).filter((fault) => fault !== null);
  return { faults, unusable: given.length - faults.length };
}
