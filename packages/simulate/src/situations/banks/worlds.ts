/** Words that fit the state of the record without naming it. `{it}` is the record, `{noun}` what it is called. */
export const WORLD_LINES: Readonly<Record<string, readonly string[]>> = {
  "entity exists": [
    "I have the confirmation here in front of me.",
    "I can see {it} in my account.",
    "The confirmation came on {day}.",
    "I looked {it} up this morning and all seemed normal.",
    "It's at the top of my list.",
  ],
  "entity missing": [
    "I can't see {it} in my account any more.",
    "I never got a confirmation for {it}, come to think of it.",
    "{name3} can't find {it} either.",
    "I'm copying this off an old note, so it may be off.",
    "The link in the mail leads nowhere.",
    "It was there on {day}, now I scroll and scroll.",
  ],
  "entity already acted on": [
    "{name3} may have asked for the same thing on {day}.",
    "I got a mail about {it} on {day} that I haven't opened.",
    "My partner thinks it's been dealt with already.",
    "It looks different today, as if someone got there first.",
    "I might have clicked on something about this last night.",
  ],
  "duplicate entity": [
    "I see {it} twice in my account.",
    "I got two confirmations, a minute apart.",
    "There are two lines with the same date.",
    "I may have pressed the button twice back then.",
    "{name3} got a confirmation for the same thing.",
  ],
  "partially completed": [
    "Part of {it} shows as done and the rest just sits there.",
    'It has said "step 2 of 3" since {day}.',
    "Half of it seems to have gone through on {day}.",
    "I got one mail out of the two you usually send.",
    "The page stopped in the middle, I don't know how far it got.",
  ],
  unknown: [
    "I haven't looked at {it} since {day}.",
    "I can't log in from here to check.",
    "I don't have anything in front of me.",
    "All I know is what {name3} told me.",
    "I have no idea what's been done so far.",
  ],
};

/** The same to an assistant one works with. */
export const WORKING_WORLD_LINES: Readonly<Record<string, readonly string[]>> = {
  "entity exists": [
    "I have {it} open here.",
    "I looked at {it} an hour ago.",
    "I can see {it} on my side.",
    "{name3} and I went over {it} this morning.",
    "It's there, I just checked.",
  ],
  "entity missing": [
    "I can't find {it} today, but it was there on {day}.",
    "{name3} says it's gone, I think it's only been renamed.",
    "I'm going from memory, so the name may be off.",
    "It doesn't show up for me any more.",
    "I have this from an old note.",
  ],
  "entity already acted on": [
    "{name3} may have done that already.",
    "It looks different from yesterday, as if somebody got there first.",
    "I got a notification about {it}, didn't read it.",
    "I might have asked for the same thing last night.",
    "Someone was in there on {day}, could be that it's done.",
  ],
  "duplicate entity": [
    "There seem to be two of them.",
    "I see {it} twice.",
    "{name3} has one that looks the same.",
    "There's a copy somewhere, I think from {name3}.",
    "I may have made it twice.",
  ],
  "partially completed": [
    "Half of it looks done.",
    "It seems to stop in the middle.",
    "{name3} got the first part in, I think.",
    "Some of it is in, some isn't.",
    "It got stuck partway on {day}.",
  ],
  unknown: [
    "I haven't looked at {it} since {day}.",
    "I can't check from my phone.",
    "I only know what {name3} told me.",
    "No idea what's been done to {it} so far.",
    "I don't have {it} in front of me.",
  ],
};
