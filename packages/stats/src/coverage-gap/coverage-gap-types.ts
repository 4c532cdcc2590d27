import type { AnyTool, ReportOf, RowLike, SituationAxes, Stance } from "@whileai/core";

/** Options of `coverageGap`. */
export interface CoverageGapOptions {
  /** The agent's tools, in any form that `normalizeTools` takes. Default none. */
  readonly tools?: readonly AnyTool[] | undefined;
  /** The agent's policy. Default none. */
  readonly systemPrompt?: string | undefined;
  /** Rows that were played already: which rules they were made for, and whether the world let them matter. */
  readonly rows?: Iterable<RowLike> | undefined;
  /** The most rules to look at, in the order of the policy; null looks at all. Default null. */
  readonly ruleCap?: number | null | undefined;
}

/** How often asks touch the levels of one axis of situations. */
export interface AxisCoverage {
  /** Asks by level, in the order of the axis, zeros included. */
  readonly counts: ReadonlyMap<string, number>;
  /** Levels no ask touches; null when no ask could be read for it. */
  readonly untouched: readonly string[] | null;
}

/** What one ask touches. */
export interface AskCoverage {
  readonly ask: string;
  /** Null, as are the next two, for an ask whose script cannot be read here. */
  readonly tools: readonly string[] | null;
  readonly rules: readonly string[] | null;
  readonly stance: Stance | null;
}

/** A rule all of whose rows end in the same fault of a tool. */
export interface UntriggeredRule {
  readonly rule: string;
  readonly rows: number;
  readonly outcome: string;
}

/** The data of a {@link CoverageGap}. */
export interface CoverageGapFields {
  readonly nAsks: number;
  readonly asks: readonly string[];
  /** Asks whose words could be read: those in Latin script. */
  readonly nReadable: number;
  /** Entries that hold no ask. */
  readonly nSkipped: number;
  readonly axes: Readonly<Record<keyof SituationAxes, AxisCoverage>>;
  /** Rules that were looked at; "unspecified" alone where the policy has none. */
  readonly rules: readonly string[];
  /** Rules of the whole policy. */
  readonly nRulesTotal: number;
  readonly rulesTruncated: boolean;
  readonly ruleCap: number | null;
  /** Rules no readable ask touches; null when there are asks and none can be read. */
  readonly untestedRules: readonly string[] | null;
  /** Rules whose script cannot be read here: neither tested nor untested. */
  readonly unreadableRules: readonly string[];
  /** Tools no readable ask touches; null when there are asks and none can be read. */
  readonly untestedTools: readonly string[] | null;
  /** Readable asks by stance, those that occur. */
  readonly stances: ReadonlyMap<Stance, number>;
  /** Readable asks that are not ordinary. */
  readonly pressureAsks: number;
  /** Whether there are asks and none is repeated. */
  readonly singleShot: boolean;
  readonly perAsk: readonly AskCoverage[];
  /** The next three are null without `rows`. */
  readonly rowsPerRule: ReadonlyMap<string, number> | null;
  readonly rulesWithNoRows: readonly string[] | null;
  readonly rulesTheWorldNeverTriggers: readonly UntriggeredRule[] | null;
  /** The gap in one sentence. */
  readonly summary: string;
}

/** What `coverageGap` gives. */
export type CoverageGap = ReportOf<"coverage_gap", CoverageGapFields>;
