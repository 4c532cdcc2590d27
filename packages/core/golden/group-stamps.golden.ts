import { groupStamps, type Row } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";

/** The file's floats are written with 15 digits. */
const TOLERANCE = { abs: 1e-12 };

export const runner: GoldenRunner = {
  files: ["export/group_stamps.json"],
  run: (content) =>
    runCases(content, (entry) => {
      const rows = entry.in as Row[];
      const stamps = groupStamps(rows);
      const stamped = rows.map((row, index) => ({ ...row, ...stamps[index] }));
      const invented = stamps.length > 0 && !JSON.stringify(entry.out).includes("group_id");
      return [...differences(stamped, entry.out, TOLERANCE), ...(invented ? ["stamped rows without groups"] : [])];
    }),
};
