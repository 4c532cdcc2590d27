/** The answer to a call that somebody would have to approve: in a simulation nobody is there, so the body does not run. */
export const NEEDS_APPROVAL = { status: "permission_denied", reason: "needs_approval" } as const;
