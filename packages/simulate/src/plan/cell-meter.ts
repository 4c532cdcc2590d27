import type { CoverageCertificate, Situation, SituationPlan } from "./situation.js";

/** Measures coverage as situations are used. */
export interface CoverageMeter {
  add(situation: Situation): void;
  certificate(): CoverageCertificate;
}

/** Keeps one situation of each cell: all that a certificate looks at, however often a cell is used. */
export function cellMeter(plan: SituationPlan): CoverageMeter {
  const cells = new Map<string, Situation>();
  return {
    add: (situation) => {
      const key = `${situation.arm === "pinned"} ${JSON.stringify(situation.dimensions)}`;
      if (!cells.has(key)) cells.set(key, situation);
    },
    certificate: () => plan.certificate([...cells.values()]),
  };
}
