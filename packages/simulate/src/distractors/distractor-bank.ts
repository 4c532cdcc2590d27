import { normalizeTools, type ToolSchema } from "@whileai/core";

type Properties = Readonly<Record<string, object>>;

const text = (description: string): object => ({ type: "string", description });
const day = (description: string): object => ({ type: "string", format: "date", description });
const whole = (description: string, minimum: number, maximum: number): object => ({
  type: "integer",
  minimum,
  maximum,
  description,
});
const amount = (description: string): object => ({ type: "number", minimum: 0, description });
const oneOf = (description: string, ...values: string[]): object => ({ type: "string", enum: values, description });
const flag = (description: string): object => ({ type: "boolean", description });
const listOf = (description: string): object => ({
  type: "array",
  items: { type: "string" },
  minItems: 1,
  description,
});

const tool = (name: string, description: string, properties: Properties, required: readonly string[]): object => ({
  name,
  description,
  parameters: { type: "object", properties, required, additionalProperties: false },
});

/** Tools of many fields, none of which has to do with another: what a crowded tool list of a large product holds. */
const BANK: readonly object[] = [
  tool(
    "get_tide_times",
    "Give the times of high and low water at a harbour for one day.",
    {
      harbour: text("Name of the harbour."),
      day: day("The day, harbour time."),
      unit: oneOf("Unit of heights.", "m", "ft"),
    },
    ["harbour", "day"],
  ),
  tool(
    "schedule_irrigation",
    "Plan a watering run for one zone of a garden or field.",
    {
      zone: text("Zone of the system."),
      start: { type: "string", format: "date-time" },
      minutes: whole("How long.", 1, 180),
    },
    ["zone", "start", "minutes"],
  ),
  tool(
    "convert_recipe",
    "Scale the quantities of a recipe to another number of servings.",
    {
      recipe_id: text("The recipe."),
      servings: whole("Servings wanted.", 1, 100),
      metric: flag("Use grams and litres."),
    },
    ["recipe_id", "servings"],
  ),
  tool(
    "identify_bird_call",
    "Name the birds that can be heard in a recording.",
    {
      recording_url: { type: "string", format: "uri" },
      region: text("Where it was recorded."),
      month: whole("Month.", 1, 12),
    },
    ["recording_url"],
  ),
  tool(
    "get_satellite_pass",
    "Say when a satellite can next be seen from a place.",
    {
      satellite: text("Name or catalogue number."),
      latitude: { type: "number", minimum: -90, maximum: 90 },
      longitude: { type: "number", minimum: -180, maximum: 180 },
    },
    ["satellite", "latitude", "longitude"],
  ),
  tool(
    "tune_piano_string",
    "Give the target frequency and stretch of one string of a piano.",
    {
      key: whole("Key, counted from the left.", 1, 88),
      pitch: amount("Pitch of A4 in hertz."),
      model: text("Make and model."),
    },
    ["key"],
  ),
  tool(
    "list_museum_exhibits",
    "List what is on display in a museum, by wing and period.",
    {
      museum: text("The museum."),
      wing: text("Wing or floor."),
      period: oneOf("Period.", "antiquity", "medieval", "modern"),
    },
    ["museum"],
  ),
  tool(
    "calculate_mortgage",
    "Work out the monthly payment and total interest of a house loan.",
    { principal: amount("Loan in full."), rate: amount("Yearly interest in percent."), years: whole("Years.", 1, 50) },
    ["principal", "rate", "years"],
  ),
  tool(
    "check_seat_belt_recall",
    "Look up open safety recalls for a vehicle.",
    { vin: { type: "string", pattern: "^[A-HJ-NPR-Z0-9]{17}$", description: "Vehicle identification number." } },
    ["vin"],
  ),
  tool(
    "translate_sign_language",
    "Describe the signs for a short sentence, one after the other.",
    { sentence: text("The sentence."), language: oneOf("Which sign language.", "asl", "bsl", "lsf", "dgs") },
    ["sentence", "language"],
  ),
  tool(
    "reserve_tennis_court",
    "Book a court for an hour.",
    {
      club: text("The club."),
      day: day("The day."),
      hour: whole("Full hour.", 7, 21),
      surface: oneOf("Surface.", "clay", "grass", "hard"),
    },
    ["club", "day", "hour"],
  ),
  tool(
    "measure_noise_level",
    "Read the sound level that a sensor recorded over a period.",
    {
      sensor_id: text("The sensor."),
      from: { type: "string", format: "date-time" },
      to: { type: "string", format: "date-time" },
    },
    ["sensor_id", "from", "to"],
  ),
  tool(
    "plan_hiking_route",
    "Suggest a walking route between two huts with distances and climbs.",
    {
      start_hut: text("First hut."),
      end_hut: text("Last hut."),
      days: whole("Days.", 1, 14),
      difficulty: oneOf("Grade.", "easy", "medium", "hard"),
    },
    ["start_hut", "end_hut", "days"],
  ),
  tool(
    "render_floor_plan",
    "Draw a floor plan of a building as an image.",
    { building: text("The building."), floor: whole("Floor.", -5, 120), scale: whole("Scale, one to this.", 10, 500) },
    ["building", "floor"],
  ),
  tool(
    "compare_fabric_swatches",
    "Compare fabrics by weight, weave and how well they wash.",
    { swatches: listOf("Codes of the fabrics."), use: oneOf("What for.", "curtain", "upholstery", "clothing") },
    ["swatches"],
  ),
  tool(
    "diagnose_plant_leaf",
    "Suggest what ails a plant from a photo of a leaf.",
    { photo_url: { type: "string", format: "uri" }, species: text("The plant, if known.") },
    ["photo_url"],
  ),
  tool(
    "get_election_turnout",
    "Give the share of voters who took part in an election, by district.",
    { election: text("Which election."), district: text("District; all when left out.") },
    ["election"],
  ),
  tool(
    "calibrate_telescope",
    "Align a telescope mount on reference stars.",
    {
      mount_id: text("The mount."),
      stars: listOf("Names of two or three stars."),
      fine: flag("Repeat with a finer step."),
    },
    ["mount_id", "stars"],
  ),
  tool(
    "brew_coffee_program",
    "Start a brewing program on a connected coffee machine.",
    {
      machine_id: text("The machine."),
      program: oneOf("Program.", "espresso", "filter", "descale"),
      cups: whole("Cups.", 1, 12),
    },
    ["machine_id", "program"],
  ),
  tool(
    "estimate_shipping_emissions",
    "Estimate the carbon dioxide of a freight leg.",
    {
      mode: oneOf("By what.", "ship", "rail", "truck", "air"),
      tonnes: amount("Weight in tonnes."),
      kilometres: amount("Distance."),
    },
    ["mode", "tonnes", "kilometres"],
  ),
  tool(
    "look_up_chess_opening",
    "Name a chess opening and its main lines from the first moves.",
    { moves: listOf("Moves in algebraic notation."), depth: whole("How many moves of each line.", 1, 20) },
    ["moves"],
  ),
  tool(
    "assign_dental_chair",
    "Give a treatment chair to a dentist for a half day.",
    {
      clinic: text("The clinic."),
      dentist: text("The dentist."),
      day: day("The day."),
      half: oneOf("Half.", "morning", "afternoon"),
    },
    ["clinic", "dentist", "day", "half"],
  ),
  tool(
    "get_avalanche_bulletin",
    "Give the avalanche danger for a mountain region.",
    { region: text("The region."), day: day("The day."), altitude: whole("Altitude in metres.", 0, 5000) },
    ["region", "day"],
  ),
  tool(
    "mix_paint_formula",
    "Give the tints for a colour in a can of a given size.",
    {
      colour_code: text("Code of the colour."),
      litres: amount("Size of the can."),
      finish: oneOf("Finish.", "matt", "satin", "gloss"),
    },
    ["colour_code", "litres"],
  ),
  tool(
    "track_marathon_runner",
    "Show the split times of a runner during a race.",
    { race: text("The race."), bib: whole("Number on the bib.", 1, 99999) },
    ["race", "bib"],
  ),
  tool(
    "restore_vinyl_track",
    "Remove clicks and hum from a digitised record side.",
    { track_url: { type: "string", format: "uri" }, strength: { type: "number", minimum: 0, maximum: 1 } },
    ["track_url"],
  ),
  tool(
    "simulate_bridge_load",
    "Work out the stress in a bridge model under a moving load.",
    {
      model_id: text("The model."),
      axle_loads: { type: "array", items: { type: "number" }, minItems: 1 },
      speed: amount("Speed in km/h."),
    },
    ["model_id", "axle_loads"],
  ),
  tool(
    "suggest_crossword_clue",
    "Write a clue for a word in a crossword.",
    {
      word: text("The word."),
      style: oneOf("Kind of clue.", "plain", "cryptic"),
      difficulty: whole("From easy to hard.", 1, 5),
    },
    ["word"],
  ),
  tool(
    "monitor_beehive",
    "Read weight, temperature and humidity of a beehive.",
    { hive_id: text("The hive."), hours: whole("How far back.", 1, 168) },
    ["hive_id"],
  ),
  tool(
    "decode_barcode_label",
    "Read the fields of a product barcode.",
    { digits: { type: "string", pattern: "^\\d{8,14}$" }, symbology: oneOf("Kind of barcode.", "ean", "upc", "itf") },
    ["digits"],
  ),
];

let normalized: readonly ToolSchema[] | undefined;

/** All tools that can be added as distractors. */
export function distractorBank(): readonly ToolSchema[] {
  normalized ??= normalizeTools(BANK as Parameters<typeof normalizeTools>[0]);
  return normalized;
}
