import type { Row } from "@whileai/core";
import { captureSettings } from "@whileai/core/settings";
import type { LimitOptions, SimulationReport } from "@whileai/simulate";
import { deltaReport } from "@whileai/stats";
import { changesBetween, wholeSide } from "./changes-between.js";
import { checkCompareOptions, given, REPORT_OPTIONS } from "./check-compare-options.js";
import { compareFolder, storeOf } from "./compare-folder.js";
import { compareNotes } from "./compare-notes.js";
import { type CompareOptions, type CompareSide, DEFAULT_REPEATS, DEFAULT_RUNS } from "./compare-options.js";
import { type Comparison, comparisonReport } from "./comparison.js";
import { type ComparePlan, checkSides, playSide } from "./play-side.js";
import { rerunNoise } from "./rerun-noise.js";
import { writeTasks } from "./write-tasks.js";

/**
 * Plays the same tasks under two agents, prompts or tool sets, grades both sides with one judge, and says whether the change
 * helped: the delta report of the two, with the rows of each side as `rows`.
 *
 * Both sides meet the same prompts in the same worlds with the same faults, under the same seeds; each plays every task
 * `repeats` times in each of `runs` runs, so that the noise of re-runs is measured and not assumed. What differs between
 * `before` and `after` is the declared change and never a reason for "not comparable". Report options (`target`, `proxy`,
 * `mustNotRegress`, `margin`, `by` …) are those of `deltaReport`. Sides are played one after the other, `before` first;
 * `limits.maxUsd` and `maxTokens` hold for the whole, half of what is left for each side.
 *
 * @throws OptionError before anything is played for options that cannot work, and once the first side is graded for a guard,
 * proxy, marker or slice that none of its rows carries. While playing, the errors of `simulate()` and `grade()`.
 *
 * @example
 * const result = await compare({
 *   before: { systemPrompt: OLD },
 *   after: { systemPrompt: NEW },
 *   agent: "openai:gpt-4.1-mini",
 *   tools,
 *   judge,
 *   target: "pass_at_1",
 * });
 * console.log(`${result}`);
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
  checkCompareOptions(options);
  const settings = captureSettings();
  // The caller may go on with its own objects while this works.
  const own = { ...options };
  return settings.run(async () => {
    const shared: CompareSide = own;
    const before = wholeSide(own.before, shared);
    const after = wholeSide(own.after, shared);
    const givenTasks = own.tasks && ([...(Symbol.iterator in own.tasks ? own.tasks : own.tasks.rows)] as Row[]);
    const folder = compareFolder(own, [before, after], givenTasks, settings);
    const plan: ComparePlan = {
      options: own,
      repeats: own.repeats ?? DEFAULT_REPEATS,
      runs: own.runs ?? DEFAULT_RUNS,
      store: (part) => storeOf(own, folder, part),
    };
    await checkSides(before, after, givenTasks, plan);
    // The rules and tools that both share, where there are any, are those to write situations for.
    const written =
      givenTasks === undefined
        ? await writeTasks(
            { tools: own.tools ?? before.tools, systemPrompt: own.systemPrompt ?? before.systemPrompt },
            plan,
          )
        : null;
    const tasks = givenTasks ?? written?.rows ?? [];
    const spent = [...(written === null ? [] : [written.simulation])];
    const first = await playSide("before", before, tasks, share(own.limits, spent, 2), plan);
    const changed = changesBetween(before, after);
    const reportOptions = { ...given(own, REPORT_OPTIONS), changed, seed: own.seed };
    // A name that no row carries is told before the other half is paid for.
    if (!own.signal?.aborted) deltaReport(first.rows, first.rows, reportOptions);
    const second = await playSide("after", after, tasks, share(own.limits, [...spent, first.simulation], 1), plan);
    const aborted = own.signal?.aborted === true;
    const plain = deltaReport(first.rows, second.rows, aborted ? { changed } : reportOptions);
    // On a cassette a run can be a copy of another.
    const noise = own.store?.cassette || aborted ? undefined : rerunNoise(plain, first.rows, second.rows, plan.runs);
    return comparisonReport({
      delta: noise === undefined ? plain : deltaReport(first.rows, second.rows, { ...reportOptions, ...noise.options }),
      sides: { before: first, after: second },
      written: written?.simulation ?? null,
      changed,
      nTasks: first.simulation.prompts,
      repeats: plan.repeats,
      runs: plan.runs,
      aborted,
      notes: [
        ...(noise === undefined ? [] : [noise.note]),
        ...compareNotes(changed, [before, after], tasks, [first.simulation, second.simulation]),
      ],
    });
  });
}

/** What one of `parts` parts may use of the limits that hold for the whole. */
function share(
  limits: LimitOptions | undefined,
  spent: readonly SimulationReport[],
  parts: number,
): LimitOptions | undefined {
  if (limits === undefined) return undefined;
  const { maxUsd, maxTokens } = limits;
  const usd = spent.reduce((sum, { spend }) => sum + (spend.totalUsd ?? 0), 0);
  const tokens = spent.reduce((sum, { spend }) => sum + tokensOf(spend), 0);
  return {
    ...limits,
    // Zero would be no limit that can be given; a run with next to nothing ends at once and says so.
    maxUsd: maxUsd === undefined ? undefined : Math.max(Number.EPSILON, (maxUsd - usd) / parts),
    maxTokens: maxTokens === undefined ? undefined : Math.max(1, Math.floor((maxTokens - tokens) / parts)),
  };
}

const tokensOf = (spend: SimulationReport["spend"]): number =>
  [spend.agent, spend.simulator, spend.user].reduce(
    (sum, role) => sum + (role?.inputTokens ?? 0) + (role?.outputTokens ?? 0),
    0,
  );
