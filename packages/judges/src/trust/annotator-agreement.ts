import {
  cohenKappa,
  countText,
  createReport,
  isRecord,
  type Note,
  type ReportOf,
  type Row,
  recordsOf,
  renderNotes,
  requireRows,
} from "@whileai/core";
import { coefficientText, shareText } from "./agreement-text.js";
import { exactLabel } from "./exact-label.js";
import { grouped } from "./grouped.js";
import { krippendorffAlpha } from "./krippendorff-alpha.js";
import { share } from "./share.js";

/** One annotator among others. */
interface AnnotatorFacts {
  readonly annotator: string;
  /** Rows that this one labelled. */
  readonly n: number;
  readonly passRate: number;
  /** Share of the rows that others labelled too on which this one says what most of the others say; null without. */
  readonly agreesWithOthers: number | null;
}

/** What {@link annotatorAgreement} reports. */
interface AnnotatorAgreementFields {
  readonly annotators: readonly AnnotatorFacts[];
  /** Rows with a label. */
  readonly n: number;
  /** Rows that two or more annotators labelled. */
  readonly nShared: number;
  /** Share of the shared rows on which all say the same; null without shared rows. */
  readonly unanimous: number | null;
  /** The two who share the most rows; null with fewer than two annotators on a row. */
  readonly pair: {
    readonly annotators: readonly [string, string];
    readonly n: number;
    readonly agreement: number | null;
    readonly kappa: number | null;
  } | null;
  /** Krippendorff's alpha over all annotators. */
  readonly alpha: number | null;
  readonly alphaReason: "no_pairs" | "one_class" | null;
}

/** The report of {@link annotatorAgreement}. */
export type AnnotatorAgreementReport = ReportOf<"annotator_agreement", AnnotatorAgreementFields>;

/** Alpha from which labels may carry a conclusion (Krippendorff 2004). */
const LEAST_ALPHA = 0.667;

type Votes = ReadonlyMap<string, 0 | 1>;

/**
 * Whether the people who labelled agree among themselves, from `gold_labels` of rows. A judge cannot be expected to agree
 * with labels more than their makers do. Of several labels of one annotator on a row the last counts.
 *
 * @example
 * const report = annotatorAgreement(attachLabels(rows, labels).rows);
 * report.alpha; // Krippendorff's alpha, for two annotators or more
 */
export function annotatorAgreement(rows: Iterable<Row>): AnnotatorAgreementReport {
  const votes = [...requireRows("annotatorAgreement", rows)].map(votesOf).filter((own) => own.size > 0);
  const shared = votes.filter((own) => own.size > 1);
  const { alpha, reason } = krippendorffAlpha(shared.map((own) => [...own.values()]));
  const fields: AnnotatorAgreementFields = {
    annotators: annotatorFacts(votes),
    n: votes.length,
    nShared: shared.length,
    unanimous: share(shared.filter((own) => new Set(own.values()).size === 1).length, shared.length),
    pair: closestPair(shared),
    alpha,
    alphaReason: reason,
  };
  return createReport("annotator_agreement", fields, annotatorNotes(fields), render);
}

function votesOf(row: unknown): Votes {
  const votes = new Map<string, 0 | 1>();
  if (isRecord(row))
    for (const { label, annotator } of recordsOf(row.gold_labels)) {
      const vote = exactLabel(label);
      if (vote !== null) votes.set(typeof annotator === "string" ? annotator : "unknown", vote);
    }
  return votes;
}

function annotatorFacts(votes: readonly Votes[]): AnnotatorFacts[] {
  const given = votes.flatMap((own) => {
    const ones = [...own.values()].filter((vote) => vote === 1).length;
    return [...own].map(([annotator, vote]) => ({ annotator, vote, ones: ones - vote, others: own.size - 1 }));
  });
  return [...grouped(given, ({ annotator }) => annotator)]
    .map(([annotator, own]) => {
      const compared = own.filter(({ ones, others }) => ones * 2 !== others);
      const agreed = compared.filter(({ vote, ones, others }) => (vote === 1) === ones * 2 > others);
      return {
        annotator,
        n: own.length,
        passRate: own.filter(({ vote }) => vote === 1).length / own.length,
        agreesWithOthers: share(agreed.length, compared.length),
      };
    })
    .sort((left, right) => (left.annotator < right.annotator ? -1 : 1));
}

function closestPair(shared: readonly Votes[]): AnnotatorAgreementFields["pair"] {
  const counts = new Map<string, { names: readonly [string, string]; table: [[number, number], [number, number]] }>();
  for (const own of shared) {
    const named = [...own].sort(([left], [right]) => (left < right ? -1 : 1));
    for (const [index, [first, one]] of named.entries())
      for (const [second, other] of named.slice(index + 1)) {
        const key = JSON.stringify([first, second]);
        const known = counts.get(key) ?? {
          names: [first, second] as const,
          table: [
            [0, 0],
            [0, 0],
          ],
        };
        const line = known.table[1 - one] as [number, number];
        line[other === 1 ? 0 : 1]++;
        counts.set(key, known);
      }
  }
  const sized = [...counts].map(([key, entry]) => ({ key, ...entry, ...cohenKappa(entry.table) }));
  const [best] = sized.sort((left, right) => right.n - left.n || (left.key < right.key ? -1 : 1));
  if (best === undefined) return null;
  return { annotators: best.names, n: best.n, agreement: best.agreement, kappa: best.kappa };
}

function annotatorNotes({ nShared, alpha, annotators }: AnnotatorAgreementFields): Note[] {
  if (nShared === 0)
    return [
      {
        code: "nothing_shared",
        severity: "warning",
        message: "No row has labels of two annotators, so nobody knows whether they agree.",
        fix: "Have two people label the same 30 rows.",
      },
    ];
  if (alpha === null || alpha >= LEAST_ALPHA) return [];
  return [
    {
      code: "low_alpha",
      severity: "warning",
      message: `The ${countText(annotators.length, "annotator")} agree little beyond chance (alpha ${coefficientText(alpha)}).`,
      fix: "Talk over the rows they differ on; a judge cannot be measured by labels that do not agree.",
    },
  ];
}

function render(report: AnnotatorAgreementReport): string {
  const { annotators, nShared, n, unanimous, pair, alpha } = report;
  return [
    `annotators: ${annotators.length}, ${nShared} of ${countText(n, "labelled row")} shared, unanimous on ${shareText(unanimous)}`,
    ...(pair === null
      ? []
      : [
          `  ${pair.annotators.join(" and ")}: agreement ${shareText(pair.agreement)}, kappa ${coefficientText(pair.kappa)} (n=${pair.n})`,
          `  Krippendorff's alpha ${coefficientText(alpha)}`,
        ]),
    ...annotators.map(
      (each) =>
        `  ${each.annotator}: ${countText(each.n, "label")}, agrees with the others ${shareText(each.agreesWithOthers)}`,
    ),
    ...renderNotes(report.notes),
  ].join("\n");
}
