import { looksFinished, type Row } from "@whileai/core";
import { differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { stepKind, traceFlags, traceMarkers } from "../src/index.js";

/** What the vectors call a reading of one row. */
function reading(row: Row): GoldenCase {
  const flags = traceFlags(row);
  return {
    flags: flags.map(({ flag }) => flag),
    markers: traceMarkers([row])[0]?.markers,
    fragments: Object.fromEntries(flags.map(({ flag, evidence }) => [flag, evidence])),
  };
}

function answer(call: string, input: GoldenCase): GoldenCase {
  if (call === "traceFlags") return reading(input.row as Row);
  if (call === "looksFinished") return { finished: (input.texts as string[]).map(looksFinished) };
  const calls = input.calls as [string, Record<string, unknown>][];
  return { kinds: calls.map(([tool, args]) => stepKind({ tool, arguments: args })) };
}

export const runner: GoldenRunner = {
  files: ["select/trace.json"],
  run: (content) =>
    runCases(content, (entry) => {
      const given = answer(entry.call as string, entry.input as GoldenCase);
      const right = entry.right as GoldenCase | undefined;
      const { fragments, ...expect } = (right ?? entry.expect) as GoldenCase;
      const named = Object.keys((fragments ?? {}) as GoldenCase);
      // The vectors quote nothing for an ignored failure; we name the call.
      const quoted = Object.fromEntries(named.map((flag) => [flag, (given.fragments as GoldenCase)[flag]]));
      return [
        ...differences(pick(given, Object.keys(expect)), expect),
        ...differences(quoted, (fragments ?? {}) as GoldenCase),
      ];
    }),
};

function pick(whole: GoldenCase, names: readonly string[]): GoldenCase {
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
}
