import { isRecord, NO_FAULT, recordsOf, stepFault } from "@whileai/core";

type WireRow = Readonly<Record<string, unknown>>;

/** The cell of rows that call no tool. */
const NO_TOOL = "no tool called";

const named = (names: readonly unknown[], none: string): string[] => {
  const found = [...new Set(names.filter((name): name is string => typeof name === "string" && name !== ""))];
  return found.length > 0 ? found : [none];
};

function callNames(message: WireRow): unknown[] {
  return recordsOf(message.tool_calls).map(
    (call) => call.name ?? (isRecord(call.function) ? call.function.name : null),
  );
}

/** The tools a rollout calls, each once; null when the row does not tell what was called. */
export function toolsCalled({ steps, messages, tools_used: used }: WireRow): string[] | null {
  if (!Array.isArray(steps) && !Array.isArray(messages) && !Array.isArray(used)) return null;
  const names = [
    ...recordsOf(steps).map(({ tool }) => tool),
    ...recordsOf(messages).flatMap(callNames),
    ...(Array.isArray(used) ? used : []),
  ];
  return named(names, NO_TOOL);
}

/** The modes of faults that happened: those recorded, else those that results of tools show; null when neither is there. */
export function faultsFired({ faults_fired: fired, steps }: WireRow): string[] | null {
  if (Array.isArray(fired))
    return named(
      recordsOf(fired).map(({ mode }) => mode),
      NO_FAULT,
    );
  return Array.isArray(steps) ? named(recordsOf(steps).map(stepFault), NO_FAULT) : null;
}

/** The modes of faults that the situation planned; null when the row does not tell. */
export function faultsPlanned({ faults_planned: planned, faults }: WireRow): string[] | null {
  const plans = Array.isArray(planned) ? planned : isRecord(faults) ? Object.values(faults) : null;
  return (
    plans &&
    named(
      recordsOf(plans).map(({ mode }) => mode),
      NO_FAULT,
    )
  );
}
