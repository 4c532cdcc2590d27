import { WhileaiError } from "@whileai/core";
import type { User, UserFunction } from "./user.js";

/** The name of a user function that has none. */
const NAMELESS = "user";

/** Plays a function as the person. It decides by itself when to go. */
export function callableUser(user: UserFunction): User {
  return {
    name: user.name === "" ? NAMELESS : user.name,
    losesPatience: false,
    async reply(talk) {
      const { messages, said: _said, asks, isWaiting: _isWaiting, mayLeave: _mayLeave, ...context } = talk;
      const say: unknown = await user(messages, context);
      if (say === null || say === undefined) return asks ? "leaves" : "ends";
      if (typeof say === "string" && say.trim() !== "") return { say };
      throw new WhileaiError("user_reply_invalid", {
        message: `The function that plays the user gave ${typeof say === "string" ? "a blank text" : `something of type ${typeof say}`}.`,
        fix: "Return what the person says, or null to end the conversation.",
      });
    },
  };
}
