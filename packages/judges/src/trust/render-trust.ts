import { fixedText, percentText } from "@whileai/core";
import { probeLines } from "../probes/probe-lines.js";
import { agreementLines, shareText } from "./agreement-text.js";
import type { JudgeTrustReport } from "./judge-trust.js";

/** The terminal text of a trust report: the verdict, the numbers, what was asked again, the warnings. */
export function renderTrust(report: JudgeTrustReport): string {
  const { agreement, halves, length, perturbation, probes, calibration, disagreements } = report;
  const half = (name: string, { n, agreement: value }: { n: number; agreement: number | null }): string[] =>
    n === 0 ? [] : [`  half ${name}: ${shareText(value)} (n=${n})`];
  const body =
    agreement.n === 0
      ? []
      : [
          ...agreementLines(agreement),
          ...half("a", halves.a),
          ...half("b", halves.b),
          `length gap ${percentText(length.maxGap)}${length.flagged ? "  FLAG" : ""}`,
        ];
  const calibrated =
    calibration === null
      ? []
      : [
          `calibration ECE ${fixedText(calibration.ece, 3)}, Brier ${fixedText(calibration.brier, 3)} (n=${calibration.n})`,
        ];
  const asked =
    perturbation === null
      ? []
      : [
          `re-judge flips ${shareText(perturbation.rejudgeFlips)}, filler flips ${shareText(perturbation.fillerFlips)} (n=${perturbation.n})`,
        ];
  const probed = probes === null ? [] : probeLines(report.nProbed, probes);
  const queue = disagreements.length === 0 ? [] : [`disagreements to review: ${disagreements.length}`];
  const warnings = report.notes.map(
    ({ message, fix }) => `! ${message}${fix === undefined || fix === "" ? "" : ` ${fix}`}`,
  );
  return [headLine(report), ...body, ...calibrated, ...asked, ...probed, ...queue, ...warnings].join("\n");
}

function headLine({ status, skipped, provisional, agreement, minGold }: JudgeTrustReport): string {
  if (status === "INCONCLUSIVE")
    return `INCONCLUSIVE: ${skipped.fractional} of ${skipped.nGold} labeled rows skipped (${percentText(skipped.share)}, over MAX_SKIPPED_SHARE ${percentText(skipped.maxShare)}); usable n=${skipped.nUsed}`;
  return provisional ? `${status} provisional (${agreement.n} labels, fewer than ${minGold})` : status;
}
