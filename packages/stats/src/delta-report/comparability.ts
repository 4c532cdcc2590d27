import { twoProportionP } from "@whileai/core";
import { undeclaredFacts } from "../compare/read-run.js";
import { MEAN_REWARD, PASS_AT_1 } from "../metric/metric-name.js";
import type { DeltaSettings } from "./delta-report-options.js";
import type { Sides } from "./delta-report-types.js";
import type { DecidedMetric } from "./metric-decision.js";
import type { ReplyCounts, Side } from "./read-side.js";

/** Causes for which the gate stays open: the sides differ in what was probably meant to differ. */
const KEEPS_OK: ReadonlySet<string> = /* @__PURE__ */ new Set(["prompt_hash"]);
/** Situations written without a model: who wrote them makes no difference. */
const PLAIN_WRITERS: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["seed", "template", "pinned", "callable-writer"]);

/** Why two sides cannot be compared. */
export interface Comparability {
  readonly causes: readonly string[];
  /** Whether some cause fails the report. */
  readonly fails: boolean;
  /** Other stamps that differ undeclared. */
  readonly differing: readonly string[];
  /** The p-value of the difference in spoken replies; null where a side carries none. */
  readonly answeredP: number | null;
}

const ungraded = ({ config }: Side): number => 1 - (config.graded_share ?? 1);

/** How far missing grades alone could move a mean: d/(1 - d) of each side, 1 where nothing was graded. */
const missingReach = (side: Side): number => {
  const share = ungraded(side);
  return share >= 1 ? 1 : share / (1 - share);
};

function isGradedApart({ before, after }: Sides<Side>, headline: DecidedMetric): boolean {
  const { delta, ci95, noiseBand, metric } = headline;
  if (delta === null || (metric !== PASS_AT_1 && metric !== MEAN_REWARD)) return false;
  const reach = missingReach(before) + missingReach(after);
  const noise = noiseBand ?? (ci95 === null ? null : (ci95.high - ci95.low) / 2);
  return noise !== null && reach > noise && reach >= Math.abs(delta);
}

const rate = ({ answered, total }: ReplyCounts): number => (total === 0 ? 0 : answered / total);

function writersAgree({ before, after }: Sides<Side>): boolean {
  const [a, b] = [before.config.writer_model, after.config.writer_model];
  return PLAIN_WRITERS.has(a) && PLAIN_WRITERS.has(b);
}

/** Finds what keeps two sides from being compared, beyond what was declared as changed. */
export function comparability(
  sides: Sides<Side>,
  headline: DecidedMetric | null,
  settings: DeltaSettings,
): Comparability {
  const { before, after } = sides;
  const found = headline === null ? null : undeclaredFacts(before, after, headline, settings.changed);
  const { answered: saidA, total: repliesA } = before.replies;
  const { answered: saidB, total: repliesB } = after.replies;
  const answeredP = twoProportionP(saidA, repliesA, saidB, repliesB);
  const gap = Math.abs(rate(after.replies) - rate(before.replies));
  const isAnsweredApart =
    answeredP !== null &&
    answeredP < settings.answeredAlpha &&
    gap > (headline?.noiseBand ?? settings.answeredGapPoints);
  const stamps = (found?.notComparable ?? []).filter((stamp) => stamp !== "writer_model" || !writersAgree(sides));
  const causes = [
    ...(found?.situations ? ["situations"] : []),
    ...(headline !== null && isGradedApart(sides, headline) ? ["graded_share"] : []),
    ...(isAnsweredApart ? ["answered"] : []),
    ...["user_model", "writer_model", "prompt_hash"].filter((stamp) => stamps.includes(stamp)),
  ];
  return {
    causes,
    fails: causes.some((cause) => !KEEPS_OK.has(cause)),
    differing: found?.differing ?? [],
    answeredP,
  };
}
