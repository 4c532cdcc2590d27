import { type ExportRowsOptions, ROW_FORMATS, type RowFormat } from "@whileai/select/export";
import { exportPlans } from "../library/export-plans.js";
import { Rows } from "../library/rows.js";
import { checkOutPath, FORCE_OPTION } from "../options/check-out-path.js";
import { LEAK_RULE_OPTION } from "../options/leak-rule-option.js";
import { wholeNumber } from "../options/number-option.js";
import { readTextOption } from "../options/read-text-option.js";
import { readToolsOption } from "../options/read-tools-option.js";
import { refuseOwnInput } from "../options/refuse-own-input.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface ExportCommandOptions {
  out: string;
  format?: RowFormat;
  mask?: "assistant" | "final";
  unroll?: boolean;
  systemPrompt?: string;
  tools?: string;
  toolsEncoding?: "list" | "json";
  maxToolOutput?: number;
  leakRule?: ExportRowsOptions["leakRule"];
  force?: boolean;
  json?: boolean;
}

/** `whileai export`: files that trainers load. */
export const addExport: AddCommand = (program, perform) => {
  program
    .command("export")
    .description("write rows as files that trainers load")
    .argument("<rows>", "a JSONL file of rows")
    .requiredOption("--out <path>", "the file to write: .jsonl, .jsonl.gz or .json (required)")
    .option(
      "--format <format>",
      `${ROW_FORMATS.join(", ")} (default: trl-grpo with rollouts beside it for an RL selection, else trl, one sample a turn)`,
    )
    .option("--mask <turns>", "train on every turn of the agent (assistant) or on the last (final)")
    .option("--unroll", "one sample for each turn of the agent")
    .option("--system-prompt <text>", "the agent's system prompt; @ and a path reads a file (default: the manifest's)")
    .option("--tools <path>", "a JSON file with the tools' schemas (default: the manifest's)")
    .option("--tools-encoding <form>", "tools as a list, or as one json text for loaders before datasets 5")
    .option("--max-tool-output <n>", "cut tool results after this many characters", wholeNumber)
    .option(...LEAK_RULE_OPTION)
    .option(...FORCE_OPTION)
    .option(...JSON_OPTION)
    .action((path: string, options: ExportCommandOptions) =>
      perform(options, async () => {
        const rows = await Rows.from(path);
        const given: ExportRowsOptions = {
          ...(options.systemPrompt === undefined
            ? {}
            : { systemPrompt: await readTextOption("system-prompt", options.systemPrompt) }),
          ...(options.tools === undefined ? {} : { tools: await readToolsOption("tools", options.tools) }),
          format: options.format,
          mask: options.mask,
          unroll: options.unroll,
          toolsEncoding: options.toolsEncoding,
          maxToolOutputChars: options.maxToolOutput,
          leakRule: options.leakRule,
        };
        const out = exportPlans(options.out, { ...rows.context, ...given }).map((plan) => plan.path);
        refuseOwnInput({ out }, [path, options.tools]);
        checkOutPath({ out }, options);
        const report = await rows.export(options.out, given);
        return reportResult(report, EXIT.ok);
      }),
    );
};
