import { basename, join } from "node:path";
import { type Report, renderNotes, tool } from "@whileai/core";
import { seededAgent } from "@whileai/simulate";
import type { ExportFileReport } from "../library/export-file-report.js";
import { exportPlans } from "../library/export-plans.js";
import type { Rows } from "../library/rows.js";
import { simulate } from "../library/simulate.js";
import { checkOutPath, FORCE_OPTION } from "../options/check-out-path.js";
import { wholeNumber } from "../options/number-option.js";
import { holdsTheSame } from "../results/holds-the-same.js";
import { type AddCommand, JSON_OPTION } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

const getOrder = tool({
  name: "get_order",
  description: "Look up an order by id.",
  parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
});

/** A report's text without the notes below it. */
function withoutNotes(report: Report): string {
  const text = report.toString();
  const notes = renderNotes(report.notes).map((note) => `\n${note}`);
  return text.slice(0, text.length - notes.join("").length);
}

/** What a newcomer does with all this: where the files are, what they are for, and where to go on. */
function nextSteps(selected: Rows, exported: ExportFileReport): string[] {
  const [prompts, rollouts] = exported.files;
  const notes = selected.report?.notes ?? [];
  const warnings = notes.filter((note) => note.severity !== "info").length;
  return [
    `Wrote ${prompts?.path}: ${prompts?.records} prompts for a GRPO trainer.`,
    `Wrote ${rollouts?.path}: the ${rollouts?.records} graded rollouts of these prompts.`,
    "Kept are the prompts that the agent sometimes passes and sometimes fails; the others teach RL nothing.",
    `How far to trust the selection: ${notes.length} notes (${warnings} warnings), shown with --json.`,
    'Next: your own agent and your own judge. See "Your own agent" in README.md.',
  ];
}

/** `whileai quickstart`: the whole loop offline, with an agent that misbehaves on a labelled share of rollouts. */
export const addQuickstart: AddCommand = (program, perform) => {
  program
    .command("quickstart")
    .description("run the whole loop offline: simulate, grade, measure, select, export")
    .option("--out <path>", "where the training file goes", "train.jsonl")
    .option("--seed <n>", "the run's seed; the same seed gives the same rows", wholeNumber, 0)
    .option(...FORCE_OPTION)
    .option(...JSON_OPTION)
    .action((options: { out: string; seed: number; force?: boolean; json?: boolean }) =>
      perform(options, async (terminal) => {
        const paths = exportPlans(options.out, { mode: "rl" }).map((plan) => plan.path);
        checkOutPath({ out: paths }, { force: true });
        terminal.note("simulate: 64 rollouts of a seeded agent with one tool, offline");
        const tools = [getOrder] as const;
        const data = await simulate({
          agent: seededAgent(tools),
          tools,
          systemPrompt: "Help customers with orders.",
          simulator: false,
          mode: "rl",
          repeats: 4,
          repeatPolicy: "fixed",
          budget: 64,
          seed: options.seed,
        });
        terminal.note("grade: a rollout passes when the agent did nothing wrong on purpose");
        const scored = await data.grade((row) => (row.seeded?.length ? 0 : 1));
        const passAt = scored.passAt();
        const selected = scored.select({ mode: "rl" });
        const isSame = (): Promise<boolean> =>
          holdsTheSame(paths, (folder) => selected.export(join(folder, basename(options.out))));
        if (!options.force && !(await isSame())) checkOutPath({ out: paths }, options);
        const exported = await selected.export(options.out);
        return {
          text: [passAt, withoutNotes(selected.report as Report), "", ...nextSteps(selected, exported)].join("\n"),
          document: { pass_at: passAt.toJSON(), selection: selected.report?.toJSON(), export: exported.toJSON() },
          exitCode: EXIT.ok,
        };
      }),
    );
};
