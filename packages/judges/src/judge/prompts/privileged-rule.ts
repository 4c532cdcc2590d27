/** Added when the judge is shown what the agent was not. */
export const PRIVILEGED_RULE = `The record may hold a \`judge_only\` block that the agent never saw. An answer that contradicts it gets 0. Not knowing what only that block says is no fault.`;
