import { expect, it } from "vitest";
import { userLineProblem } from "./user-line-problem.js";

const facts = {
  agentSaid: "I have found your order OR-1042 and it is on its way to you now.",
  ownLines: ["Where is my order OR-1042, it should have been here by now?"],
  known: "Where is my order OR-1042? It is on its way. BK-77",
};

it.each<[string, RegExp | undefined]>([
  ["And when will it get here?", undefined],
  ["or-1042, as I said", undefined],
  ["Then take BK-77 instead, on the 21st at 10am.", undefined],
  ["Yes.", undefined],
  ["Thanks, but who carries it?", undefined],
  ["   ", /nothing/],
  ["…", /nothing/],
  ["Thanks a lot!", /thanks/],
  ["Thank you so much, goodbye", /thanks/],
  ["I have found your order OR-1042 and it is on its way to you.", /repeats what the assistant/],
  ["Where is my order OR-1042? It should have been here by now.", /person said before/],
  ["How can I help you today?", /as the assistant/],
  ["As an AI I do not know.", /as the assistant/],
  ['<tool_call>{"name":"f"}</tool_call>', /markup/],
  ['{"tool": "get_order"}', /markup/],
  ["[leaves]", /stage direction/],
  ["User: where is it?", /stage direction/],
  ["What about OR-9999?", /OR-9999/],
  ["My account is 123456789.", /123456789/],
  ["My mail is jo.king@example.org.", /jo\.king@example\.org/],
  ["I saw it at https://example.org/a/b, look.", /https:\/\/example\.org\/a\/b/],
  ["Call me on 555 019 2834 about it.", /555 019 2834/],
  ["Then on 2026-03-04, or 2026-03-05, in the morning.", undefined],
  ["And\u0000 now?", /nobody types/],
  ["And \ud800 now?", /nobody types/],
  ["And \u202enow?", /nobody types/],
  ["Two lines,\n\tand 🙂👩‍🚀 fun.", undefined],
  ["x".repeat(2000), /too long/],
])("%j", (line, problem) => {
  const found = userLineProblem(line, facts);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

it.each<[string, string, boolean]>([
  ["Done.", "Done!", true],
  ["Yes, please.", "Done!", false],
  ["注文は完了しました。", "注文は完了しました", true],
  [
    "and I will let you know as soon as it ships",
    `${"There is a lot to say about it. ".repeat(20)}It is packed, and I will let you know as soon as it ships.`,
    true,
  ],
  ["as soon as it ships", "I will let you know as soon as it ships.", false],
])("%j after %j is an echo: %s", (line, agentSaid, isEcho) => {
  const found = userLineProblem(line, { agentSaid, ownLines: [], known: agentSaid });
  expect(found).toBe(isEcho ? "it repeats what the assistant said" : undefined);
});

it("takes a short question for a repeat, and a yes for none", () => {
  const before = { agentSaid: "Well.", ownLines: ["And when?", "Yes."], known: "" };
  expect(userLineProblem("and when", before)).toBeUndefined();
  expect(userLineProblem("And when??", before)).toBe("it repeats what the person said before");
  expect(userLineProblem("Yes.", before)).toBeUndefined();
});
