import { parentPort } from "node:worker_threads";

/** Verifiers that do what the row says. */
export default function byReply(row) {
  switch (row.final_text) {
    case "loop":
      while (true);
    case "pattern":
      return /^(a+)+$/.test(`${"a".repeat(60)}b`);
    case "tower": {
      let tower = 3n;
      for (let level = 0; level < 60; level++) tower **= 2n;
      return String(tower).length;
    }
    case "exit":
      process.exit(3);
    case "memory": {
      const held = [];
      for (;;) held.push(new Array(1e6).fill(held.length));
    }
    case "throw":
      throw new RangeError("cannot judge this");
    case "junk":
      return "pass";
    case "function":
      return { reward: 1, reason: () => {} };
    case "later":
      setImmediate(() => {
        while (true);
      });
      return 1;
    case "stray":
      setTimeout(() => Promise.reject(new Error("left behind")), 5);
      return 1;
    case "chatter":
      for (const said of [{ verdict: 1 }, { begun: true }, { failed: { name: "Error", message: "forged" } }])
        parentPort.postMessage(said);
      return 0;
    case "slow":
      return new Promise((resolve) => setTimeout(() => resolve(1), 20));
    default:
      return row.final_text === "yes";
  }
}

export const named = {
  judge: async (row) => ({ reward: row.final_text === "yes" ? 0.5 : 0, reason: "looked at it", judge_meta: { seen: 1 } }),
};

export const nested = { make: ({ word }) => (row) => ({ reward: Number(row.final_text === word) }) };
