import { asSentence, countText, fixedText, type Note, percentText, renderNotes } from "@whileai/core";
import type { SpecCheck, SpecCheckFields } from "./check-judge-on-spec.js";

/** What to mind about a check, in fixed order. */
export function specCheckNotes({
  status,
  nLabels,
  nUnread,
  firstUnread,
  provisional,
  traits,
  minAgreement,
}: SpecCheckFields): Note[] {
  const notes: Note[] = [];
  if (status === "not measured")
    notes.push({
      code: "spec_not_measured",
      severity: "warning",
      message:
        nLabels === 0 ? "the constitution carries no labelled replies." : "all labels are of one kind: good or bad.",
      fix: "Give traits `examples` with good and bad replies.",
    });
  if (nUnread > 0)
    notes.push({
      code: "labels_unread",
      severity: "warning",
      message: `${nUnread} of ${countText(nLabels, "label")} got no verdict${firstUnread === null ? "." : `. First: ${asSentence(firstUnread)}`}`,
    });
  if (provisional)
    notes.push({
      code: "few_labels",
      severity: "info",
      message: `passed on ${countText(nLabels, "label")}: too few to show an agreement of ${percentText(minAgreement)}.`,
      fix: "Label more replies.",
    });
  const unlabelled = traits.filter(({ n, unread }) => n + unread === 0).map(({ id }) => id);
  if (nLabels > 0 && unlabelled.length > 0)
    notes.push({
      code: "traits_without_labels",
      severity: "info",
      message: `no labels, so unchecked: ${unlabelled.join(", ")}.`,
    });
  return notes;
}

/** A check in words: the verdict, then each trait with labels. */
export function specCheckText(report: SpecCheck): string {
  const { status, specId, specVersion, judge, agreement, traits } = report;
  const share = (value: number | null): string => (value === null ? "n/a" : percentText(value));
  const head = `${status.toUpperCase()}: ${judge} on ${specId} ${specVersion}, agreement ${share(agreement.agreement)} (n=${agreement.n})${agreement.kappa === null ? "" : `, kappa ${fixedText(agreement.kappa, 2)}`}`;
  const lines = traits
    .filter(({ n }) => n > 0)
    .map(
      ({ id, n, agreed, badPassed, goodFailed }) =>
        `  ${id}: ${agreed} of ${n}${badPassed > 0 ? `, ${badPassed} bad passed` : ""}${goodFailed > 0 ? `, ${goodFailed} good failed` : ""}`,
    );
  return [head, ...lines, ...renderNotes(report.notes)].join("\n");
}
