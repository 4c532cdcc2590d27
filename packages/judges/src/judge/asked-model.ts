import { type Backend, OptionError } from "@whileai/core";
import { isAskingJudge } from "./asking-judge.js";

/** The model that was given. What `Typesafe()` makes is a judge as well as a model; here only the model counts. */
export const askedModel = (given: Backend): Backend => (isAskingJudge(given) ? given.backend : given);

/** The same for questions that only words can answer. Throws an OptionError for a service that decides and does not chat. */
export function chatModel(caller: string, given: Backend): Backend {
  const model = askedModel(given);
  if (model.judgeOnly !== true) return model;
  throw new OptionError({
    option: "model",
    received: model.spec ?? model.model,
    message: `${caller}: ${model.spec ?? model.model} answers with probabilities and cannot be asked this.`,
    fix: 'Give a model that chats, such as "anthropic:claude-haiku-4-5".',
  });
}
