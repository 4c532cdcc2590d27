import type { ToolSchema } from "@whileai/core";

/** A tool list and its policy, as someone would hand them to an agent. */
export interface ToolSet {
  readonly name: string;
  readonly tools: readonly ToolSchema[];
  readonly systemPrompt: string;
}

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const tool = (name: string, description: string, properties: Properties, required: readonly string[]): ToolSchema => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});

const orderId = { type: "string", description: "Order number, such as ORD-48213", pattern: "^ORD-\\d{5}$" };

export const RETAIL: ToolSet = {
  name: "retail",
  tools: [
    tool("get_order", "Look up an order with its items, its status and where the parcel is.", { order_id: orderId }, [
      "order_id",
    ]),
    tool(
      "issue_refund",
      "Refund an order in full or in part to the original payment method.",
      {
        order_id: orderId,
        amount: { type: "number", description: "Amount in dollars", minimum: 1, maximum: 500 },
        reason: { type: "string", enum: ["damaged", "late", "wrong_item", "not_received"] },
      },
      ["order_id", "amount"],
    ),
    tool(
      "reschedule_delivery",
      "Move a delivery to another day.",
      {
        order_id: orderId,
        new_date: { type: "string", format: "date", description: "The day wanted" },
        window: { type: "string", enum: ["morning", "afternoon", "evening"] },
      },
      ["order_id", "new_date"],
    ),
  ],
  systemPrompt: [
    "You are a support agent of a home goods shop.",
    "- Look up the order before you discuss it.",
    "- Refunds over $200 need a manager.",
    "- Never change a delivery within 24 hours of the slot.",
    "- Verify the customer's email before you change anything.",
  ].join("\n"),
};

const path = { type: "string", description: "Path from the root of the repository" };

const CODING: ToolSet = {
  name: "coding",
  tools: [
    tool(
      "read_file",
      "Read a source file of the repository.",
      { path, first_line: { type: "integer", minimum: 1 }, last_line: { type: "integer", minimum: 1 } },
      ["path"],
    ),
    tool(
      "run_tests",
      "Run the test suite, or the tests of one file.",
      { path: { ...path, description: "Test file; the whole suite when absent" }, verbose: { type: "boolean" } },
      [],
    ),
    tool(
      "apply_patch",
      "Apply a unified diff to a file.",
      { path, diff: { type: "string", description: "Unified diff" }, dry_run: { type: "boolean" } },
      ["path", "diff"],
    ),
  ],
  systemPrompt: [
    "You work on a repository with one developer.",
    "- Read a file before you patch it.",
    "- Never edit or delete tests to make them pass.",
    "- Run the tests after every patch.",
    "- Ask before you touch more than 3 files.",
  ].join("\n"),
};

const eventId = { type: "string", description: "Event id, such as evt_8f21" };
const time = (description: string) => ({ type: "string", format: "date-time", description });

const CALENDAR: ToolSet = {
  name: "calendar",
  tools: [
    tool(
      "find_slots",
      "Find free slots in the calendars of the attendees.",
      {
        attendees: { type: "array", items: { type: "string" }, description: "Names or addresses" },
        day: { type: "string", format: "date" },
        duration_minutes: { type: "integer", minimum: 15, maximum: 240 },
      },
      ["attendees", "duration_minutes"],
    ),
    tool(
      "create_event",
      "Create a calendar event and invite people to it.",
      {
        title: { type: "string" },
        start: time("When it begins"),
        duration_minutes: { type: "integer", minimum: 15, maximum: 240 },
        attendees: { type: "array", items: { type: "string" } },
      },
      ["title", "start"],
    ),
    tool("move_event", "Move an event to another time.", { event_id: eventId, new_start: time("The new time") }, [
      "event_id",
      "new_start",
    ]),
  ],
  systemPrompt: [
    "You keep the calendar of one person.",
    "- No meetings before 9:00 or after 18:00.",
    "- Never move an event that other people organise.",
    "- Ask before you invite more than 8 people.",
    "- Confirm the time zone with the user when someone abroad is invited.",
  ].join("\n"),
};

const ABSTRACT: ToolSet = {
  name: "abstract",
  tools: [
    tool(
      "calculate_compound_interest",
      "Calculates the value of an investment with compound interest.",
      {
        principal: { type: "number", description: "The initial amount." },
        rate: { type: "number", description: "Annual interest rate as a decimal." },
        years: { type: "integer", description: "Number of years." },
        options: {
          type: "object",
          description: "Further settings.",
          properties: {
            compounds_per_year: { type: "integer", description: "How often interest is added." },
            monthly_deposit: { type: "number", description: "Paid in every month." },
          },
        },
      },
      ["principal", "rate", "years"],
    ),
    tool(
      "matrix_multiply",
      "Multiplies two matrices and returns the product.",
      {
        matrix_a: { type: "array", items: { type: "array", items: { type: "number" } }, description: "First matrix." },
        matrix_b: { type: "array", items: { type: "array", items: { type: "number" } }, description: "Second matrix." },
      },
      ["matrix_a", "matrix_b"],
    ),
    tool(
      "portfolio_risk",
      "Computes the expected return and the volatility of a portfolio.",
      {
        holdings: {
          type: "array",
          description: "The positions.",
          items: {
            type: "object",
            properties: { ticker: { type: "string" }, weight: { type: "number", minimum: 0, maximum: 1 } },
            required: ["ticker", "weight"],
          },
        },
        period: { type: "string", enum: ["daily", "monthly", "annual"], description: "Which returns are used." },
        constraints: {
          type: "object",
          properties: { max_weight: { type: "number", maximum: 1 }, allow_short: { type: "boolean" } },
        },
      },
      ["holdings", "period"],
    ),
  ],
  systemPrompt: "",
};

export const TOOL_SETS: readonly ToolSet[] = [RETAIL, CODING, CALENDAR, ABSTRACT];
