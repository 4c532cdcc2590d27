import { contentText, isRecord, OptionError, type PlannedFault, type Row, taskKey } from "@whileai/core";
import { readHiddenIdentifier } from "../plan/hidden-identifier.js";
import { DIMENSIONS, type Dimension, type Situation, type SituationEntity } from "../plan/situation.js";

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
];
const NO_ENTITY: SituationEntity = { parameter: null, id: null, named: "none" };

/** The prompts of rows in their order, each once, and the size of the largest group. Rows without a prompt are skipped. */
export function replayedSituations(rows: Iterable<Row>): {
  situations: ReplayedSituation[];
  largestGroup: number;
  skipped: number;
} {
  const byKey = new Map<string, { situation: ReplayedSituation; count: number }>();
  let skipped = 0;
  for (const row of rows) {
    const prompt = isRecord(row) ? contentText(row.prompt) : "";
    if (prompt.trim() === "") {
      skipped++;
      continue;
    }
    const key = JSON.stringify([taskKey(row), prompt]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { situation: situationOf(row, prompt, byKey.size), count: 1 });
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
  };
}

function situationOf(row: Row, prompt: string, index: number): ReplayedSituation {
  const given = isRecord(row.scenario_dimensions) ? row.scenario_dimensions : {};
  const dimensions = Object.fromEntries(
    DIMENSIONS.map((name) => [name, typeof given[name] === "string" ? given[name] : "unspecified"]),
  ) as Record<Dimension, string>;
  const labels = LABELS.filter((name) => ["string", "boolean"].includes(typeof row[name]));
  const lineage = isRecord(row.lineage) ? row.lineage : {};
  return {
    scenarioId: taskKey(row),
    index,
    prompt,
    dimensions,
    tier: (typeof row.tier === "string" ? row.tier : "ordinary") as Situation["tier"],
    labels: Object.fromEntries(labels.map((name) => [name, row[name] as string | boolean])),
    faults: faultsOf(row),
    worldState: typeof row.world_state === "string" ? row.world_state : null,
    entity: entityOf(lineage.entity, row.privileged),
    privileged: isRecord(row.privileged) ? row.privileged : {},
    arm: (typeof row.arm === "string" ? row.arm : "pinned") as Situation["arm"],
    writer: (typeof row.writer_model === "string" ? row.writer_model : "pinned") as Situation["writer"],
    ...(typeof row.seed === "number" ? { worldSeed: row.seed } : {}),
  };
}

function entityOf(given: unknown, privileged: unknown): SituationEntity {
  if (!isRecord(given)) return NO_ENTITY;
  const entity = { ...NO_ENTITY, ...given } as SituationEntity;
  const hidden = isRecord(privileged) ? readHiddenIdentifier(privileged) : null;
  return entity.id === null ? { ...entity, id: hidden } : entity;
}

function faultsOf(row: Row): PlannedFault[] {
  if (Array.isArray(row.faults_planned)) return row.faults_planned.filter(isRecord) as unknown as PlannedFault[];
  if (!isRecord(row.faults)) return [];
  return Object.entries(row.faults)
    .filter(([, fault]) => isRecord(fault) && typeof fault.mode === "string")
    .map(([tool, fault]) => ({
      tool,
      mode: (fault as { mode: string }).mode,
      probability: typeof fault.rate === "number" ? fault.rate : 1,
    }));
}
