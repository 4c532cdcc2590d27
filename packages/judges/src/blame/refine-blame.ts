import { checkOptions, countText, createReport, type Note, optionRule, type Row, requireRows } from "@whileai/core";
import { type BackendLike, captureSettings } from "@whileai/core/settings";
import { grade } from "../grade/grade.js";
import type { GradeOptions } from "../grade/grade-options.js";
import { chatModel } from "../judge/asked-model.js";
import { modelRule } from "../judge/model-rule.js";
import { type ASKED_PARTIES, blameJudge } from "./blame-judge.js";
import { blameText } from "./blame-report.js";
import {
  type AttributedFailures,
  type AttributeFailuresOptions,
  BLAME_PARTIES,
  type Blame,
  type BlameEvidence,
} from "./blame-types.js";
import { type BlamedRow, blamedRows, DEFAULT_EXCLUDE, leaveOut } from "./blamed-rows.js";

/** Evidence that leaves open whether someone else made the run fail. */
const UNSETTLED: ReadonlySet<BlameEvidence> = new Set([
  "nothing_else",
  "failure_class",
  "gave_up_on_fault",
  "user_left_early",
  "unrecoverable_fault",
]);

/** Options of {@link refineBlame}. */
export interface RefineBlameOptions
  extends AttributeFailuresOptions,
    Pick<GradeOptions, "limits" | "signal" | "onProgress"> {
  /** The model that is asked: a backend or a spec string; the one set for the role "judge" unless given. */
  readonly model?: BackendLike | undefined;
}

/**
 * {@link attributeFailures}, with a model asked about the failures that the row alone does not settle: the agent's without
 * further evidence, faults, and users who left. What is plain on the row (a broken line, a judge that gave nothing, a
 * label, a user in a loop, a hidden failure) is not asked about. Where the model says otherwise the row's evidence is
 * `model_said`, with its reason in `detail` and the first party in `before`; where it cannot be read the first stands.
 *
 * A model's blame is an opinion: look at a few before leaving rows out by it. Throws as `grade` does before its first row.
 *
 * @example
 * const { rows, report } = await refineBlame(graded.rows, { model: "anthropic:claude-haiku-4-5" });
 */
export async function refineBlame<R extends Row>(
  rows: Iterable<R>,
  options: RefineBlameOptions = {},
): Promise<AttributedFailures<R>> {
  checkOptions("refineBlame", options, {
    exclude: optionRule.listOf(optionRule.oneOf(BLAME_PARTIES)),
    model: modelRule,
    limits: optionRule.record,
    signal: optionRule.signal,
    onProgress: optionRule.callable,
  });
  const { exclude = DEFAULT_EXCLUDE, model, limits, signal, onProgress } = options;
  const found = blamedRows(requireRows("refineBlame", rows));
  const open = found.filter(({ blame }) => blame !== null && UNSETTLED.has(blame.evidence));
  const judge = blameJudge(chatModel("refineBlame", captureSettings().resolve("judge", model)));
  const asked = await grade(
    open.map(({ row }) => row),
    judge,
    { limits, signal, onProgress },
  );
  const said = new Map<BlamedRow<R>, Blame>();
  let unread = 0;
  for (const [at, answer] of asked.rows.entries()) {
    const { blame } = open[at] as BlamedRow<R> & { readonly blame: Blame };
    const party = answer.judge_meta?.party as (typeof ASKED_PARTIES)[number] | null | undefined;
    if (answer.judge_status !== "ok" || party == null) unread++;
    else if (party !== blame.party)
      said.set(open[at] as BlamedRow<R>, {
        party,
        evidence: "model_said",
        before: blame.party,
        ...(answer.reason ? { detail: answer.reason } : {}),
      });
  }
  const { rows: blamed, report } = leaveOut(
    found.map((each) => ({ ...each, blame: said.get(each) ?? each.blame })),
    exclude,
  );
  const { kind, schema, notes, ...fields } = report;
  return {
    rows: blamed,
    report: createReport(kind, fields, [...notes, ...askedNotes(open.length, said.size, unread)], blameText),
  };
}

function askedNotes(asked: number, changed: number, unread: number): Note[] {
  const notes: Note[] = [
    {
      code: "model_asked",
      severity: "info",
      message: `a model was asked about ${countText(asked, "failure")} and laid ${changed} of them to another party.`,
    },
  ];
  if (unread > 0)
    notes.push({
      code: "blame_unread",
      severity: "warning",
      message: `${countText(unread, "failure")} on which the model gave no readable answer: they stay as they were.`,
    });
  return notes;
}
