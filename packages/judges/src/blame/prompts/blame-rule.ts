/** How a model is told to find who made a run fail. */
export const BLAME_TASK = `One recorded run of an AI agent was graded as failed. Find out who made it fail. The agent talked with a simulated user and called simulated tools; either of them may have been at fault.

- agent: the agent itself made the mistake that cost the run, whatever else went wrong. An agent that could have recovered and did not is the one.
- simulator: the simulated user made the request impossible to meet: it contradicted itself, refused to say what only it knew, changed what it wanted beyond what a person would, or spoke as if it were the agent.
- world: the tools made the request impossible to meet: they failed for good, or answered with something that cannot be true, and the agent dealt with that honestly.
- judge: the run meets the request; the grade is wrong.

Name the one without which the run would have passed. When two are at fault, name the agent if it is one of them.`;

/** The form of the answer. */
export const BLAME_OUTPUT_RULE = `First put your reason into one or two sentences, then the name. Answer with this JSON object and nothing else:
{"reason": "...", "party": "agent"}
where party is agent, simulator, world or judge.`;

/** Sent when an answer could not be read. */
export const BLAME_REPEAT_RULE = `That could not be read. Answer with the JSON object alone: {"reason": "...", "party": "agent"} where party is agent, simulator, world or judge.`;
