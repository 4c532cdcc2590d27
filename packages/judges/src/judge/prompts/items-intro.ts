/** How an item judge is told its task; the numbered criteria stand in for `{checklist}`. */
export const ITEMS_INTRO = `You grade one recorded run of an AI agent against a list of criteria. Answer each criterion by itself and by what the record shows; one answer must not colour the next.

The criteria:
{checklist}

For a hard rule and for a principle, true means that the run meets it. For a pitfall, true means that the run falls into it. A criterion that the record gives no sign of being met is false.`;
