import {
  errorCode,
  type JudgeObject,
  type Judgment,
  type OptionRules,
  optionRule,
  type Row,
  runOne,
} from "@whileai/core";
import { type CapturedSettings, captureSettings } from "@whileai/core/settings";
import { DEFAULT_GRADE_CONCURRENCY, ROW_LIMIT_RULES } from "../grade/grade-options.js";
import { type JudgeLike, toJudge } from "../grade/to-judge.js";

/** How rows are judged again. */
export interface RejudgeOptions {
  readonly limits?:
    | {
        /** Rows judged at the same time; 8 unless given. */
        readonly concurrency?: number | undefined;
        /** Longest wait for one verdict, in milliseconds; no limit unless given. */
        readonly timeoutMs?: number | undefined;
      }
    | undefined;
  /** Ends the call; rows without a verdict by then count as errors. */
  readonly signal?: AbortSignal | undefined;
}

/** Rules of {@link RejudgeOptions} for `checkOptions`. */
export const REJUDGE_RULES: OptionRules = {
  limits: ROW_LIMIT_RULES,
  signal: optionRule.signal,
};

/** A judge that is ready to be asked, with the way to ask it about many rows. */
export interface Rejudger {
  readonly judge: JudgeObject;
  /** A verdict for every row, in order. Nothing is ever taken from a cache: that would make any judge look consistent. */
  judgeAll(rows: readonly Row[]): Promise<Judgment[]>;
}

/**
 * Makes a judge ready to be asked again. What makes it unusable (a bad spec, nothing configured) throws here; a refused
 * key throws on the first row, before more is sent.
 */
export function rejudger(value: JudgeLike | null | undefined, options: RejudgeOptions): Rejudger {
  const settings = captureSettings();
  const judge = toJudge(value, settings);
  return { judge, judgeAll: judgeAllWith(judge, settings, options) };
}

function judgeAllWith(judge: JudgeObject, settings: CapturedSettings, options: RejudgeOptions): Rejudger["judgeAll"] {
  const { concurrency = DEFAULT_GRADE_CONCURRENCY, timeoutMs } = options.limits ?? {};
  const { signal } = options;
  let refusedKey: unknown;
  let gaveVerdict = false;
  let prepared: Promise<void> | undefined;
  const watched: Pick<JudgeObject, "judge"> = {
    judge: async (row, context) => {
      try {
        const verdict = await judge.judge(row, context);
        gaveVerdict = true;
        return verdict;
      } catch (error) {
        if (errorCode(error) === "auth_failed") refusedKey ??= error;
        throw error;
      }
    },
  };
  return (rows) =>
    settings.run(async () => {
      prepared ??= Promise.resolve(judge.prepare?.({ signal }));
      await prepared;
      const judgments: Judgment[] = [];
      let next = 0;
      const judgeNext = async (): Promise<void> => {
        const at = next++;
        judgments[at] = await runOne(rows[at] as Row, watched, { signal, timeoutMs });
        if (refusedKey !== undefined && !gaveVerdict) throw refusedKey;
      };
      const work = async (): Promise<void> => {
        while (next < rows.length) await judgeNext();
      };
      if (!gaveVerdict && judge.kind === "llm" && rows.length > 0) await judgeNext();
      await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, work));
      return judgments;
    });
}
