import type { Backend, JudgeContext, Note } from "@whileai/core";
import type { RoleSpend } from "@whileai/core/backends";
import type { GradeStop } from "./grade-stop.js";

/** What a grading asks of its limits, however its models are asked. */
export interface RunLimits {
  /** The limit that ended the work, if one did. */
  readonly stop: GradeStop | undefined;
  /** Seconds since the work began. */
  readonly seconds: number;
  /** A model behind the limits, told when it waits. */
  limited(backend: Backend, onWait: NonNullable<JudgeContext["onWait"]>): Backend;
  /** What each model used, by its name. */
  models(): Record<string, RoleSpend>;
  notes(): Note[];
}
