import { scriptedRun } from "../../scripted-run.js";

// A stand-in for a real model: it fails a run without a call, and cannot decide about one order.
await scriptedRun("live-judge.ts", ({ body }) => {
  const shown = JSON.stringify(body.messages);
  if (shown.includes("OR-1116")) return { text: "I am not sure about this one." };
  const score = /tools_called\\+":\[\]/.test(shown) ? 0 : 1;
  return { text: JSON.stringify({ reason: score === 1 ? "It looked the order up." : "It made it up.", score }) };
});
