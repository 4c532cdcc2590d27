import { type ContentPart, conversation, isRecord, resultText, splitThinking } from "@whileai/core";
import { decodeArguments } from "./decode-arguments.js";
import { type RowPosition, rowProblem } from "./export-problem.js";
import type { TrainingMessage, TrainingToolCall } from "./export-record.js";

/** How conversations are turned into training messages. */
export interface MessageRules {
  readonly systemPrompt: string | undefined;
  readonly stripThink: boolean;
  readonly reasoning: "drop" | "field";
  readonly maxToolOutputChars: number | undefined;
  /** Calls carry their arguments as JSON text (OpenAI) or as objects (chat templates). */
  readonly argumentsAs: "text" | "object";
}

/** A conversation as a training file holds it, with what was noticed on the way. */
export interface TrainingConversation {
  readonly messages: TrainingMessage[];
  /** Positions of turns that the rollout began with instead of sampling them: they are context, never trained on. */
  readonly given: ReadonlySet<number>;
  readonly unclosedThoughts: number;
  /** Turns of the agent that followed one another without a word between and became one. */
  readonly turnsMerged: number;
  readonly toolOutputsCut: number;
  readonly toolOutputCharsCut: number;
  /** The row has a system prompt of its own that differs from the one given; its own was kept. */
  readonly keptOwnSystem: boolean;
}

interface OpenCall {
  readonly givenId: string | undefined;
  readonly call: TrainingToolCall;
}

type LooseMessage = Readonly<Record<string, unknown>>;

/**
 * A row's conversation as training messages: text content only, `developer` as `system`, at most one system message at
 * the front, thoughts split off, neighbouring turns of the agent joined, every call with an id of its own and every tool message linked to the call it answers.
 *
 * @throws RowError with the code of the problem.
 */
export function trainingMessages(position: RowPosition, rules: MessageRules): TrainingConversation {
  return new ConversationBuilder(position, rules).build();
}

class ConversationBuilder {
  readonly #position: RowPosition;
  readonly #rules: MessageRules;
  readonly #messages: TrainingMessage[] = [];
  readonly #system: string[] = [];
  readonly #usedIds = new Set<string>();
  readonly #given = new Set<TrainingMessage>();
  #open: OpenCall[] = [];
  #callsMade = 0;
  #unclosedThoughts = 0;
  #turnsMerged = 0;
  #toolOutputsCut = 0;
  #toolOutputCharsCut = 0;

  constructor(position: RowPosition, rules: MessageRules) {
    this.#position = position;
    this.#rules = rules;
  }

  build(): TrainingConversation {
    const given = conversation(this.#position.row) as unknown as LooseMessage[];
    for (const [index, message] of given.entries()) this.#add(message, `messages[${index}]`);
    const own = this.#system.join("\n\n");
    const system = own === "" ? this.#rules.systemPrompt : own;
    const messages: TrainingMessage[] =
      system === undefined || system === "" ? this.#messages : [{ role: "system", content: system }, ...this.#messages];
    return {
      messages,
      given: new Set([...messages.keys()].filter((index) => this.#given.has(messages[index] as TrainingMessage))),
      unclosedThoughts: this.#unclosedThoughts,
      turnsMerged: this.#turnsMerged,
      toolOutputsCut: this.#toolOutputsCut,
      toolOutputCharsCut: this.#toolOutputCharsCut,
      keptOwnSystem: own !== "" && this.#rules.systemPrompt !== undefined && own !== this.#rules.systemPrompt,
    };
  }

  #add(message: LooseMessage, field: string): void {
    switch (message.role) {
      case "system":
      case "developer":
        this.#addSystem(message, field);
        return;
      case "user":
        this.#messages.push({ role: "user", content: this.#text(message, field), ...nameOf(message) });
        return;
      case "assistant":
        this.#addAssistant(message, field);
        return;
      case "tool":
        this.#addTool(message, field);
        return;
      default:
        throw rowProblem(this.#position, "unsupported_role", {
          field: `${field}.role`,
          message: `\`${field}\` has the role ${JSON.stringify(message.role) ?? "undefined"}.`,
          fix: "Use system, user, assistant and tool.",
        });
    }
  }

  #addSystem(message: LooseMessage, field: string): void {
    if (this.#messages.length > 0)
      throw rowProblem(this.#position, "system_message_misplaced", {
        field,
        message: `\`${field}\` is a system message in the middle of the conversation.`,
        fix: "Put system messages first; chat templates read one.",
      });
    const text = this.#text(message, field);
    if (text !== "" && !this.#system.includes(text)) this.#system.push(text);
  }

  #addAssistant(message: LooseMessage, field: string): void {
    const text = this.#text(message, field);
    const { said, thought, unclosed } = this.#rules.stripThink
      ? splitThinking(text)
      : { said: text, thought: "", unclosed: false };
    if (unclosed) this.#unclosedThoughts++;
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
    const kept = typeof message.reasoning === "string" ? message.reasoning : thought;
    const made: TrainingMessage = { role: "assistant", content: said, ...nameOf(message) };
    if (this.#rules.reasoning === "field" && kept !== "") made.reasoning_content = kept;
    if (calls.length > 0)
      made.tool_calls = calls.map((call, index) => this.#call(call, `${field}.tool_calls[${index}]`));
    const last = this.#messages.at(-1);
    if (message.prefix === true) this.#given.add(made);
    if (last?.role !== "assistant" || last.tool_calls !== undefined) {
      this.#messages.push(made);
      return;
    }
    // Chat templates want turns to alternate, and a prompt must not end on the agent.
    this.#turnsMerged++;
    const content = [last.content, made.content].filter((part) => part !== "").join("\n\n");
    const merged: TrainingMessage = { ...last, ...made, content };
    // A turn that was given in part cannot be trained in part.
    if (this.#given.has(last) || this.#given.has(made)) this.#given.add(merged);
    this.#messages[this.#messages.length - 1] = merged;
  }

  #call(given: LooseMessage, field: string): TrainingToolCall {
    const made: LooseMessage = isRecord(given.function) ? given.function : given;
    const decoded = decodeArguments(given.arguments_raw ?? made.arguments);
    if (decoded === null || typeof made.name !== "string" || made.name === "")
      throw rowProblem(this.#position, "tool_call_roundtrip_invalid", {
        field: `${field}.${decoded === null ? "arguments" : "name"}`,
        message: `\`${field}\` ${decoded === null ? "has arguments that are not a JSON object" : "has no name"}.`,
        fix: "Leave out rollouts whose calls could not be parsed.",
      });
    const givenId = typeof given.id === "string" && given.id !== "" ? given.id : undefined;
    const call: TrainingToolCall = {
      id: this.#freshId(givenId),
      type: "function",
      function: {
        name: made.name,
        arguments: this.#rules.argumentsAs === "text" ? JSON.stringify(decoded) : decoded,
      },
    };
    this.#open.push({ givenId, call });
    return call;
  }

  /** Ids that a server used twice in one conversation would link an answer to the wrong call. */
  #freshId(given: string | undefined): string {
    let id = given;
    while (id === undefined || this.#usedIds.has(id)) id = `call_${String(this.#callsMade++).padStart(4, "0")}`;
    this.#usedIds.add(id);
    return id;
  }

  #addTool(message: LooseMessage, field: string): void {
    const answered = this.#answeredCall(message);
    if (answered === undefined)
      throw rowProblem(this.#position, "tool_message_unlinked", {
        field,
        message: `\`${field}\` is a tool message that answers no open call.`,
        fix: "Keep the assistant turn with the call, or leave the tool message out.",
      });
    this.#open = this.#open.filter((open) => open !== answered);
    const name = typeof message.name === "string" && message.name !== "" ? message.name : answered.call.function.name;
    const content = this.#cut(this.#toolText(message, field));
    this.#messages.push({ role: "tool", content, name, tool_call_id: answered.call.id });
  }

  #answeredCall(message: LooseMessage): OpenCall | undefined {
    const { tool_call_id: id, name } = message;
    if (typeof id === "string" && id !== "") {
      const named = this.#open.find(
        (open) => open.givenId === id || (open.givenId === undefined && open.call.id === id),
      );
      if (named !== undefined || this.#open.some((open) => open.givenId !== undefined)) return named;
    }
    return this.#open.find((open) => open.call.function.name === name) ?? this.#open[0];
  }

  #toolText(message: LooseMessage, field: string): string {
    const { content } = message;
    const isParts = Array.isArray(content) && content.some((part) => isRecord(part) && typeof part.type === "string");
    if (isParts || typeof content === "string") return this.#text(message, field);
    return resultText(content);
  }

  #cut(text: string): string {
    const limit = this.#rules.maxToolOutputChars;
    if (limit === undefined || text.length <= limit) return text;
    const characters = Array.from(text);
    const cut = characters.length - limit;
    if (cut <= 0) return text;
    this.#toolOutputsCut++;
    this.#toolOutputCharsCut += cut;
    return `${characters.slice(0, limit).join("")}\n[... ${cut} chars of tool output truncated]`;
  }

  /** The text of a message: its text parts joined by newlines. Any other part is refused rather than lost. */
  #text(message: LooseMessage, field: string): string {
    const { content } = message;
    if (content === undefined || content === null) return "";
    if (typeof content === "string") return content;
    const parts: unknown[] = Array.isArray(content) ? content : [content];
    return parts.map((part) => this.#partText(part, `${field}.content`)).join("\n");
  }

  #partText(part: unknown, field: string): string {
    if (typeof part === "string") return part;
    const isText = isRecord(part) && typeof part.text === "string" && (part.type ?? "text") === "text";
    if (isText) return (part as ContentPart & { text: string }).text;
    const kind = isRecord(part) && typeof part.type === "string" ? `a part of type ${part.type}` : `a ${typeof part}`;
    throw rowProblem(this.#position, "unsupported_content", {
      field,
      message: `\`${field}\` holds ${kind}; training files hold text.`,
      fix: "Leave rows with images and files out of this export, or describe them in text.",
    });
  }
}

function nameOf(message: LooseMessage): { name?: string } {
  return typeof message.name === "string" && message.name !== "" ? { name: message.name } : {};
}
