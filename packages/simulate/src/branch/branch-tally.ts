import { isRecord, type Note } from "@whileai/core";

/** Counts the branches whose world did not answer as it did before. */
export class BranchTally {
  readonly #branches = new Map<string, number>();

  addRow(row: { readonly scenario_id: string; readonly lineage: Readonly<Record<string, unknown>> }): void {
    const { branched_from: from, branch_mismatch: steps } = row.lineage;
    if (isRecord(from) && Array.isArray(steps)) this.#branches.set(row.scenario_id, steps.length);
  }

  notes(): Note[] {
    const branches = this.#branches.size;
    if (branches === 0) return [];
    const calls = [...this.#branches.values()].reduce((sum, count) => sum + count, 0);
    return [
      {
        code: "branch_mismatch",
        severity: "warning",
        message: `In ${branches} of the branches the world now answers ${calls} earlier calls otherwise than their rows say; the agent was shown what the rows say.`,
        fix: "Branch with the tools, fault modes and version that wrote the row; lineage.branch_mismatch names the steps.",
      },
    ];
  }
}
