import { fixedText } from "@whileai/core";
import type { NoteParts } from "../notes/note-parts.js";
import { listed, shortName } from "../table/names.js";
import type { DeltaFindings } from "./delta-findings.js";
import type { GuardResult } from "./delta-report-types.js";

const DIGITS = 3;

function dropText({ detectableDrop }: GuardResult): string {
  return detectableDrop === null
    ? "these tasks do not say what loss they could show"
    : `these tasks show losses from ${fixedText(detectableDrop, DIGITS)} up`;
}

/** Notes on guards and on the proxy. */
export function gateNotes(findings: DeltaFindings): NoteParts[] {
  const { guards, degenerateGuards: degenerate, settings, plan, proxy: gate, headline } = findings;
  const [proxyVerdict, overOptimized] = [gate?.verdict ?? null, gate?.overOptimized ?? false];
  const proxy = shortName(plan.proxy ?? "");
  return [
    ...guards.flatMap((guard): NoteParts[] => {
      const { metric, status, blind, margin, worstCase } = guard;
      const name = shortName(metric);
      return [
        [
          status === "not measured",
          "guard_not_measured",
          `${name} must not regress and could not be measured, so the report fails`,
          plan.unmeasured.has(metric)
            ? "Put it on the rows of both sides."
            : "It needs at least 3 tasks with a readable value on each side.",
          "error",
        ],
        [
          status === "not shown",
          "guard_not_shown",
          `${name}: a loss of ${margin ?? 0} is not ruled out (it may be ${fixedText(Math.abs(worstCase ?? 0), DIGITS)}), so the report fails`,
          "More tasks narrow the interval.",
          "error",
        ],
        [
          status === "held" && blind && !degenerate.includes(metric),
          "blind_guard",
          `${name} could have got worse by ${settings.guardDrop} unseen: ${dropText(guard)}`,
          "Add tasks, or state what loss is acceptable with `margin`.",
        ],
      ];
    }),
    [
      degenerate.length > 0,
      "degenerate_guard",
      `every row of both sides has one and the same value of ${listed(degenerate)}`,
      "Check that what measures it can say anything else.",
    ],
    [
      proxyVerdict === "proxy_not_measured",
      "proxy_missing",
      `the proxy ${proxy} is not on the rows of both sides, so over-optimisation could not be looked for and the report fails`,
      "Put it on the rows of both sides.",
      "error",
    ],
    [
      proxyVerdict === "insufficient_data",
      "proxy_missing",
      `the proxy ${proxy} has too few readable values, so over-optimisation could not be looked for and the report fails`,
      undefined,
      "error",
    ],
    [
      proxyVerdict === "proxy_is_target",
      "proxy_is_target",
      "proxy and target are one metric, so over-optimisation could not be looked for and the report fails",
      "Name what was trained on as proxy and what you want as target.",
      "error",
    ],
    [
      overOptimized,
      "over_optimized",
      `the proxy ${proxy} rose and ${shortName(headline?.metric ?? plan.target ?? "the target")} did not keep up`,
      "Look at what the reward pays for: hackScan.",
      "error",
    ],
  ];
}
