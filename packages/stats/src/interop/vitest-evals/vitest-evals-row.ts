import { clipText, isRecord, jsonText, type Row } from "@whileai/core";
import type { ScoreChoice } from "../choose-score.js";
import { entryError } from "../entry-error.js";
import { type Fields, fieldsOf, idField, listOf, numberField, textField } from "../field.js";
import { resultRow, saidOf } from "../result-row.js";
import type { EntryPlace, ResultsTally } from "../results-tally.js";
import { scoreNumber } from "../score-value.js";
import { contentOf, conversationOf, type Turn } from "../turns.js";
import { type ResultVerdict, rewarded, unrewarded } from "../verdict-of.js";

/** What the tests of one file share. */
export interface VitestFile {
  readonly tally: ResultsTally;
  readonly reward: ScoreChoice;
  /** By harness, the models that the report names. */
  readonly models: ReadonlyMap<string, ReadonlySet<string>>;
  /** The test file. */
  readonly path: string;
  readonly run: string | undefined;
  readonly name: string | undefined;
  readonly place: EntryPlace;
}

/** Statuses of tests that were not run. */
export const NOT_RUN: ReadonlySet<unknown> = new Set(["skipped", "pending", "todo", "disabled"]);
/** Characters of a failure message that a row keeps; convention. */
const MESSAGE_CHARACTERS = 500;
const TIMED_OUT = /timed out in \d+ ?ms/i;

/** Whether a test ran a harness or a judge. */
export const isEval = (test: Fields): boolean => {
  const meta = fieldsOf(test.meta);
  return isRecord(meta.eval) || isRecord(meta.harness);
};

/** The model that a test's run names. */
export function modelOf(test: Fields): string | undefined {
  const { usage, session } = fieldsOf(fieldsOf(fieldsOf(test.meta).harness).run);
  return textField(fieldsOf(usage).model) ?? textField(fieldsOf(session).model);
}

/** One test as a row. */
export function vitestEvalsRow(given: unknown, file: VitestFile): Row {
  const test = fieldsOf(given);
  const status = textField(test.status);
  if (status === undefined) throw entryError("a test with a status", test.status, { ...file.place, name: file.name });
  const title = textField(test.fullName) ?? textField(test.title) ?? "";
  const meta = fieldsOf(test.meta);
  const judged = fieldsOf(meta.eval);
  const harness = fieldsOf(meta.harness);
  const run = fieldsOf(harness.run);
  const session = fieldsOf(run.session);
  const talk = conversationOf(turnsOfSession(session));
  const scores = scoresOf(judged);
  const wanted = file.reward.chosen(["status", ...scores.keys()]) ?? "status";
  const output = run.output ?? judged.output;
  const usage = fieldsOf(run.usage);
  const harnessName = textField(harness.name);
  // A run that failed early does not name its model; where the harness has but one, that is it.
  const known = [...(file.models.get(harnessName ?? "") ?? [])];
  const model = modelOf(test) ?? (known.length === 1 ? known[0] : harnessName);
  const fileName = file.path.split(/[\\/]/).at(-1) ?? "";
  const task = [fileName, title].filter(Boolean).join(" > ");
  return resultRow({
    task,
    prompt: talk.prompt ?? "",
    steps: talk.steps,
    finalText: talk.finalText ?? (output === undefined ? "" : contentText(output)),
    verdict: verdictOf(test, run, scores, wanted),
    judgeName: wanted,
    judgeMeta: metaOf(judged, wanted),
    markers: new Map([...scores].filter(([name]) => name !== wanted)),
    rolloutIndex: file.tally.nextRollout(file.run ?? "", task),
    model,
    usage: saidOf({ input_tokens: numberField(usage.inputTokens), output_tokens: numberField(usage.outputTokens) }),
    lineage: {
      source: "vitest-evals",
      file: file.name,
      test_file: fileName === "" ? undefined : fileName,
      eval_run: file.run,
      harness: harnessName,
      provider: textField(usage.provider) ?? textField(session.provider),
      duration_ms: numberField(test.duration),
      output: talk.finalText === undefined ? undefined : output,
      artifacts: saidOf(fieldsOf(run.artifacts)),
    },
  });
}

const contentText = (content: unknown): string => (typeof content === "string" ? content : jsonText(content));

function turnsOfSession(session: Fields): Turn[] {
  return listOf(session.events)
    .filter(isRecord)
    .flatMap((event): Turn[] => {
      const { type, role, content } = event;
      if (type === "tool_call")
        return [{ kind: "call", id: idField(event.id), tool: textField(event.name) ?? "", arguments: event.arguments }];
      if (type === "tool_result") {
        const failed = fieldsOf(event.error).message;
        return [
          {
            kind: "result",
            id: idField(event.toolCallId),
            result: failed === undefined ? content : { status: "error", error: failed },
          },
        ];
      }
      if (role === "user") return [{ kind: "user", content: contentOf(content) }];
      return role === "assistant" ? [{ kind: "agent", text: contentText(content ?? "") }] : [];
    });
}

function scoresOf(judged: Fields): Map<string, number | null> {
  const scores = new Map<string, number | null>();
  const judges = listOf(judged.scores).map(fieldsOf);
  // The mean counts a judge without a score as 0.
  const isWhole = judges.every(({ score }) => scoreNumber(score) !== null);
  if (judged.avgScore !== undefined) scores.set("avgScore", isWhole ? scoreNumber(judged.avgScore) : null);
  for (const judge of judges) {
    const name = textField(judge.name);
    if (name !== undefined) scores.set(name, scoreNumber(judge.score));
  }
  return scores;
}

function metaOf(judged: Fields, wanted: string): Record<string, unknown> | undefined {
  const judge = listOf(judged.scores)
    .map(fieldsOf)
    .find(({ name }) => name === wanted);
  return saidOf({ ...fieldsOf(judge?.metadata), threshold_failed: judged.thresholdFailed });
}

function verdictOf(
  test: Fields,
  run: Fields,
  scores: ReadonlyMap<string, number | null>,
  wanted: string,
): ResultVerdict {
  const message = listOf(test.failureMessages).find((text) => typeof text === "string") as string | undefined;
  const reason = message === undefined ? undefined : clipText(message.split("\n    at ")[0] ?? "", MESSAGE_CHARACTERS);
  const [failed] = listOf(run.errors).map(fieldsOf);
  if (wanted !== "status") {
    const score = scores.get(wanted);
    if (typeof score === "number") return rewarded(score, reason);
    if (score === null) return unrewarded("missing_reward", `${wanted} gave no score`);
  }
  if (test.status !== "passed") {
    if (failed !== undefined) return unrewarded("error", textField(failed.message) ?? reason ?? "the harness failed");
    if (message !== undefined && TIMED_OUT.test(message)) return unrewarded("timeout", reason ?? "");
    // What fails without an assertion is a judge or a test that broke, and says nothing about the agent.
    if (message !== undefined && !message.startsWith("AssertionError") && scores.size === 0)
      return unrewarded("error", reason ?? "");
  }
  if (wanted !== "status") return unrewarded("missing_reward", `no score of ${wanted}`);
  if (test.status === "passed") return rewarded(1);
  return test.status === "failed"
    ? rewarded(0, reason)
    : unrewarded("invalid_result", `the status "${String(test.status)}" is not known`);
}
