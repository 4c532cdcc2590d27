import { fixedText, percentText } from "@whileai/core";
import { probeLines, undecidedBy } from "../probes/probe-lines.js";
import { agreementLines, shareText } from "./agreement-text.js";
import type { JudgeTrustReport } from "./judge-trust.js";
import type { LengthBias } from "./length-bias.js";

/** The terminal text of a trust report: the verdict, the numbers, what was asked again, the warnings. */
export function renderTrust(report: JudgeTrustReport): string {
  const { agreement, halves, length, perturbation, probes, calibration, disagreements } = report;
  const half = (name: string, { n, agreement: value }: { n: number; agreement: number | null }): string[] =>
    n === 0 ? [] : [`  half ${name}: ${shareText(value)} (n=${n})`];
  const body =
    agreement.n === 0
      ? []
      : [...agreementLines(agreement), ...half("a", halves.a), ...half("b", halves.b), lengthLine(length)];
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

function lengthLine({ gold1, gold0, maxGap, flagged }: LengthBias): string {
  const isMeasured = gold1.note === null || gold0.note === null;
  return isMeasured
    ? `length gap ${percentText(maxGap)}${flagged ? "  FLAG" : ""}`
    : `length gap not measured (${[...new Set([gold1.note, gold0.note])].join(", ")})`;
}

function headLine({ status, skipped, provisional, agreement, probes, minGold }: JudgeTrustReport): string {
  if (status === "INCONCLUSIVE")
    return `INCONCLUSIVE: ${skipped.fractional} of ${skipped.nGold} labeled rows skipped (${percentText(skipped.share)}, over MAX_SKIPPED_SHARE ${percentText(skipped.maxShare)}); usable n=${skipped.nUsed}`;
  if (!provisional) return status;
  const undecided = undecidedBy(probes ?? {});
  const reasons = [
    ...(agreement.n < minGold ? [`${agreement.n} labels, fewer than ${minGold}`] : []),
    ...(undecided.length > 0 ? [`undecided: ${undecided.join(", ")}`] : []),
  ];
  return `${status} provisional (${reasons.join("; ")})`;
}
