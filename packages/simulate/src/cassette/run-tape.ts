import { type Backend, isBackend, type Note } from "@whileai/core";
import type { CassetteTape } from "@whileai/core/node";
import type { ResolvedCassette } from "../options/cassette-option.js";
import type { Roles } from "../roles.js";

/** What a run played from its cassette, and recorded on it. */
export interface CassetteSummary {
  readonly path: string;
  readonly mode: ResolvedCassette["mode"];
  /** Calls answered from the file: they used no allowance and cost nothing. */
  readonly played: number;
  /** Calls that were made and are on the file now. */
  readonly recorded: number;
}

/** The cassette of a run, between its players and the models. */
export class RunTape {
  readonly #file: ResolvedCassette;
  readonly #tape: CassetteTape;

  private constructor(file: ResolvedCassette, tape: CassetteTape) {
    this.#file = file;
    this.#tape = tape;
  }

  /** Throws a RowError for a file that is no cassette, or that cannot be written. */
  static async open(file: ResolvedCassette): Promise<RunTape> {
    const { Cassette } = await import("@whileai/core/node");
    return new RunTape(file, await Cassette(file));
  }

  /** The same roles, the calls of their models played or recorded. */
  taped(roles: Roles): Roles {
    const { agent, simulator, user } = roles;
    const taped = (backend: Backend): Backend => this.#tape.backend(backend);
    return {
      ...roles,
      agent: isBackend(agent) ? taped(agent) : agent,
      simulator: simulator === false ? false : taped(simulator),
      user: isBackend(user) ? taped(user) : user,
    };
  }

  summary(): CassetteSummary {
    const { played, recorded } = this.#tape;
    return { ...this.#file, played, recorded };
  }

  /** What the reader of the report should know about the file. */
  notes({ roles, resumed, isRedacted }: { roles: Roles; resumed: number; isRedacted: boolean }): Note[] {
    const { path, mode } = this.#file;
    const notes: Note[] = [];
    if (typeof roles.agent === "function") {
      notes.push({
        code: "agent_not_recorded",
        severity: "warning",
        message: `The agent is a function: what it calls is not seen here and not in ${path}.`,
        fix: "Give the model itself as the agent, or wrap it with Cassette of @whileai/core/node in the function.",
      });
    }
    if (mode === "record" && resumed > 0) {
      notes.push({
        code: "cassette_incomplete",
        severity: "warning",
        message: `${path} was begun anew and does not hold the calls of ${resumed === 1 ? "the 1 row" : `the ${resumed} rows`} that came from an earlier session.`,
        fix: 'Go on with mode "auto" to keep what was recorded.',
      });
    }
    if (isRedacted && this.#tape.recorded > 0) {
      notes.push({
        code: "cassette_not_redacted",
        severity: "warning",
        message: `${path} holds the models' answers as they came: store.redact does not reach into it.`,
        fix: "Keep it where such data may be, or leave store.cassette out.",
      });
    }
    return notes;
  }

  close(): Promise<void> {
    return this.#tape.close();
  }
}

export const cassetteLine = ({ path, played, recorded }: CassetteSummary): string =>
  `  cassette: ${played} calls played, ${recorded} recorded (${path})`;
