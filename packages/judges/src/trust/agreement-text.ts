import { fixedText, type Interval, percentText } from "@whileai/core";
import type { AgreementNumbers } from "./measure-agreement.js";

/** An interval of shares as text: `[80%..94%]` inside brackets of the caller's choice. */
export const bandText = ({ low, high }: Interval): string => `${percentText(low)}..${percentText(high)}`;

/** A share as a percentage, or a dash for none. */
export const shareText = (value: number | null): string => (value === null ? "-" : percentText(value));

/** A coefficient with two decimals, or why there is none. */
export const coefficientText = (value: number | null): string =>
  value === null ? "not measurable" : fixedText(value, 2);

/** The lines that every report on agreement begins with. */
export function agreementLines(numbers: AgreementNumbers): string[] {
  const { n, agreement, ci95, kappa, ac1, confusion } = numbers;
  if (agreement === null || ci95 === null) return ["agreement: no row has both a verdict and a label"];
  const { tp, fp, fn, tn } = confusion;
  return [
    `agreement ${percentText(agreement)} (95% ${bandText(ci95)}, n=${n}), kappa ${coefficientText(kappa)}, AC1 ${coefficientText(ac1)}`,
    `  confusion tp=${tp} fp=${fp} fn=${fn} tn=${tn}`,
  ];
}
