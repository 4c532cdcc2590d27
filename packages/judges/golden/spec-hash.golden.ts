import { OptionError } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { loadSpec } from "../src/index.js";

export const runner: GoldenRunner = {
  files: ["judges/spec_hash.json"],
  run: (content) =>
    runCases(content, async ({ input, spec_id, expect, expect_ours }) => {
      const load = () =>
        loadSpec(input as Record<string, unknown>, { specId: (spec_id ?? undefined) as string | undefined });
      if (expect_ours !== undefined)
        return load().then(
          () => ["expected a refusal"],
          (error) => (error instanceof OptionError ? [] : [`expected an OptionError, got ${String(error)}`]),
        );
      const spec = await load();
      return differences(
        { id: spec.id, version: spec.version, behaviors: spec.behaviors(), to_dict: spec.toJSON() },
        expect,
      );
    }),
};
