import { derive, deriveSeed, MULTI_TOOL, UNSPECIFIED } from "@whileai/core";
import type { ToolReading } from "../situations/tool-reading.js";
import { WordingDeck } from "../situations/wording-deck.js";
import { writeAsk } from "../situations/write-ask.js";
import type { CellUse } from "./cell-order.js";
import { faultsFor } from "./faults-for.js";
import { hiddenIdentifier } from "./hidden-identifier.js";
import { hiddenState } from "./hidden-state.js";
import { cellIds } from "./scenario-id.js";
import type { Assignment, Situation } from "./situation.js";
import { textHash } from "./text-hash.js";
import type { TextSet } from "./text-set.js";
import { tierOf } from "./tier-of.js";
import { toolsOfCell } from "./tools-of-cell.js";

/** Wordings tried for a cell before a detail is added that makes the text its own. */
const MOST_WORDINGS = 40;

/** What is the same each time a cell comes. */
interface KnownCell {
  readonly assignment: Assignment;
  readonly idOf: (pass: number) => string;
  /** Where its turns through the pairs of tools begin. */
  readonly firstTurn: number;
  /** What judges are told, by the tools and the parameter that names the record: one text for all situations. */
  readonly hiddenStates: Map<string, string>;
}

/** Writes the situations of a plan, one after the other, no text twice. */
export class CellWriter {
  readonly #readings: readonly ToolReading[];
  readonly #seed: number;
  readonly #said: TextSet;
  readonly #assignmentOf: (row: readonly number[]) => Assignment;
  readonly #deck: WordingDeck;
  readonly #refuses: (prompt: string) => boolean;
  readonly #known: KnownCell[] = [];

  constructor(options: {
    readings: readonly ToolReading[];
    seed: number;
    said: TextSet;
    assignmentOf: (row: readonly number[]) => Assignment;
    /** Texts that must not be used. One comes out all the same when no wording of a cell is left. */
    refuses?: ((prompt: string) => boolean) | undefined;
  }) {
    this.#readings = options.readings;
    this.#seed = options.seed;
    this.#said = options.said;
    this.#assignmentOf = options.assignmentOf;
    this.#refuses = options.refuses ?? (() => false);
    // By the tools too, or every product would get the same small talk in the same order.
    this.#deck = new WordingDeck(deriveSeed(options.seed, "wordings", ...options.readings.map(({ name }) => name)));
  }

  write(use: CellUse, index: number): Situation {
    const known = this.#cell(use);
    const { assignment: cell, idOf, firstTurn } = known;
    const id = idOf(use.pass);
    const tools = toolsOfCell(cell, this.#readings, firstTurn + use.pass);
    const brief = {
      tools,
      rule: cell.rule,
      stance: cell.stance,
      worldState: cell.world_state,
      history: cell.history,
      namesRecord: cell.tool_condition !== "success",
    };
    let written = writeAsk(brief, this.#deck, derive(this.#seed, "situation", id, 0));
    for (let attempt = 1; !this.#isFree(written.prompt, attempt); attempt++) {
      written = writeAsk(brief, this.#deck, derive(this.#seed, "situation", id, attempt));
      if (attempt > MOST_WORDINGS) written = { ...written, prompt: `${written.prompt} (my note no. ${index})` };
    }
    const { entity } = written;
    const names = tools.map((tool) => tool.name);
    const faults = faultsFor(cell.tool_condition, names);
    const worldState = cell.world_state === UNSPECIFIED ? null : cell.world_state;
    const { parameter } = entity;
    const facts = `${names.join()} ${parameter}`;
    let hidden = known.hiddenStates.get(facts);
    if (hidden === undefined) {
      hidden = hiddenState({ isAboutTools: tools.length > 0, parameter, worldState, faults });
      known.hiddenStates.set(facts, hidden);
    }
    return {
      scenarioId: id,
      index,
      prompt: written.prompt,
      dimensions: cell,
      tier: tierOf(cell.stance),
      labels: written.labels,
      faults,
      worldState,
      entity,
      privileged: {
        hidden_state: hidden,
        ...(tools.length === 0 ? { expected: "no_tool" } : {}),
        ...hiddenIdentifier(entity),
      },
      arm: tools.length === 0 ? "open_ended" : "structured",
      writer: "template",
    };
  }

  #isFree(prompt: string, attempt: number): boolean {
    return (attempt > MOST_WORDINGS || !this.#refuses(prompt)) && this.#said.add(prompt);
  }

  #cell(use: CellUse): KnownCell {
    const known = this.#known[use.cell];
    if (known !== undefined) return known;
    const assignment = this.#assignmentOf(use.row);
    // The turn comes from the cell and not from a count, so that a cell keeps its tools when others come and go.
    const firstTurn = assignment.tool === MULTI_TOOL ? textHash(Object.values(assignment).join("|")).low % 60 : 0;
    const made: KnownCell = { assignment, idOf: cellIds(assignment), firstTurn, hiddenStates: new Map() };
    this.#known[use.cell] = made;
    return made;
  }
}
