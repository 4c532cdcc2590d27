import { createHarness, createJudge, describeEval } from "vitest-evals";

// A refund agent made of rules, whose answer to the same question changes from call to call.
const ROLLOUTS = 4;
const GENEROSITY = Number(process.env.GENEROSITY ?? 2);
const calls = new Map<string, number>();

const harness = createHarness<string, { status: string }>({
  name: "refund-agent",
  run: async ({ input }) => {
    const call = (calls.get(input) ?? 0) + 1;
    calls.set(input, call);
    if (input.includes("broken") && call === 2) throw new Error("the world broke");
    const status = input.includes("inv_404") ? "denied" : call <= GENEROSITY ? "approved" : "unsure";
    return {
      output: { status },
      messages: [
        { role: "user", content: input },
        {
          role: "assistant",
          content: "Let me look.",
          toolCalls: [{ id: "c1", name: "lookup", arguments: { id: input.slice(-7) } }],
        },
        { role: "tool", toolCallId: "c1", name: "lookup", content: { found: true } },
        { role: "assistant", content: { status } },
      ],
      usage: { provider: "rules", model: "rules-1", inputTokens: 12, outputTokens: 4, totalTokens: 16, toolCalls: 1 },
    };
  },
});

const Approved = createJudge<string, { status: string }>("Approved", async ({ output }) => ({
  score: output.status === "approved" ? 1 : 0,
  metadata: { rationale: `the status is ${output.status}` },
}));
const Brief = createJudge<string, { status: string }>("Brief", async () => ({ score: 0.8 }));

describeEval("refund agent", { harness, judges: [Approved, Brief], judgeThreshold: 0.6 }, (it) => {
  for (const input of ["Refund inv_123", "Refund inv_404", "Refund broken_1"])
    for (let rollout = 0; rollout < ROLLOUTS; rollout++)
      it(input, async ({ run }) => {
        await run(input);
      });
  it.skip("later", async () => {});
});
