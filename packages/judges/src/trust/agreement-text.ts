import { fixedText, type Interval, percentText, roundHalfEven } from "@whileai/core";
import type { AgreementNumbers } from "./measure-agreement.js";

/** An interval of shares as text: `[80%..94%]` inside brackets of the caller's choice. */
export const bandText = ({ low, high }: Interval): string => `${percentText(low)}..${percentText(high)}`;

/** A share as a percentage, or a dash for none. */
export const shareText = (value: number | null): string => (value === null ? "-" : percentText(value));

/**
 * A coefficient with two decimals, or why there is none. Rounded to four first, so that a coefficient of 0.775 does not
 * print as 0.77 for a last bit that the subtractions left.
 */
export const coefficientText = (value: number | null): string =>
  value === null ? "not measurable" : fixedText(roundHalfEven(value, 4), 2);

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

/** A p-value with the digits that matter, with its name: "p 0.03", "p<0.001". */
export const pText = (p: number): string => (p < 0.001 ? "p<0.001" : `p ${fixedText(p, p < 0.1 ? 3 : 2)}`);
