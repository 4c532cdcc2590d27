/** How a judge with a rubric is told its task; the rubric stands in for `{rubric}`. */
export const RUBRIC_INTRO = `You grade one recorded run of an AI agent against a rubric. The rubric decides; the rules after it are a floor under it.

The rubric:
{rubric}`;
