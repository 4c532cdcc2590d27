import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Row, runOne } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { countingListener } from "../src/code/__fixtures__/counting-listener.js";
import { leftovers } from "../src/code/__fixtures__/leftovers.js";
import { verify } from "../src/index.js";

/** The limits under which the vectors were made. */
const LIMITS = { timeoutMs: 4000, cpuSeconds: 4, memoryMb: 512 };
export const runner: GoldenRunner = {
  files: ["judges/code_exec.json"],
  async run(content) {
    const listener = await countingListener();
    const before = process.env.WHILEAI_TEST_SECRET;
    process.env.WHILEAI_TEST_SECRET = "secret of the parent";
    try {
      return await runCases(content, async ({ candidate, tests, expect, probe }) => {
        const row: Row = {
          final_text: (candidate as string).replace("PORT", String(listener.port)),
          ...(tests === null ? {} : { privileged: { tests } }),
        };
        const judged = await runOne(row, verify.CodeExec(LIMITS));
        const found = differences(judged.reward, expect, {}, "reward");
        if (probe === "leftover" && leftovers().length > 0) found.push("a process of the run is still alive");
        if (probe === "net" && listener.connections() > 0) found.push("the listener saw a connection");
        if (existsSync(join(tmpdir(), "escaped_by_candidate")))
          found.push("a file outside the work folder was written");
        return found;
      });
    } finally {
      if (before === undefined) delete process.env.WHILEAI_TEST_SECRET;
      else process.env.WHILEAI_TEST_SECRET = before;
      listener.close();
    }
  },
};
