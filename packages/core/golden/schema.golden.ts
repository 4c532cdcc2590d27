import { conversation, isRecord, type Row } from "@whileai/core";
import { detectShape, fromAnyShape, type RowKind, validateRow } from "@whileai/core/schema";
import { differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";

/** Tool results inside messages are JSON text; how it is spaced is no part of the contract. */
function spacedAlike(message: unknown): unknown {
  if (!isRecord(message) || message.role !== "tool") return message;
  try {
    return { ...message, content: JSON.stringify(JSON.parse(String(message.content))) };
  } catch {
    return message;
  }
}

const withMessages = (row: Row): Row => ({
  ...row,
  messages: conversation(row).map(spacedAlike) as Row["messages"] & object,
});

/** Stamped rows must come back whole, which is more than the recorded output keeps; older shapes as recorded. */
function roundTrip(entry: GoldenCase): string[] {
  const given = entry.in as Row;
  const read = fromAnyShape(given);
  const expected = entry.out as Row;
  if (detectShape(given) === "v1") {
    const { faults: _, ...recorded } = expected;
    return [
      ...differences(read, given),
      ...differences(withMessages(read), { ...recorded, messages: expected.messages?.map(spacedAlike) }),
    ];
  }
  return differences(withMessages(read), { ...expected, messages: expected.messages?.map(spacedAlike) });
}

const CHECKS: Record<string, (entry: GoldenCase) => string[]> = {
  "export/schema_shapes.json": ({ row, shape }) => differences(detectShape(row), shape),
  "export/schema_validate.json": ({ row, kind, problems }) => differences(validateRow(row, kind as RowKind), problems),
  "export/schema_roundtrip.json": roundTrip,
};

export const runner: GoldenRunner = {
  files: Object.keys(CHECKS),
  run: (content, file) => runCases(content, CHECKS[file] as (entry: GoldenCase) => string[]),
};
