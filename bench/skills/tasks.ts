import type { FlowStep } from "../../test/support/replay-flows.js";

/** A task of the bench: its steps, and the values for them. */
export interface SkillTask {
  readonly name: string;
  readonly app: string;
  readonly steps: (values: readonly string[]) => readonly FlowStep[];
  /** The first two sets of values are for showing the skill, the others for using it. */
  readonly data: readonly (readonly string[])[];
  /** The indices of the values that are data of the app: they are the same in each language. */
  readonly fromApp: readonly number[];
  /** Whether its controls have ids, so that the skill works in another language. */
  readonly hasIds: boolean;
}

export const TASKS: readonly SkillTask[] = [
  {
    name: "add a note",
    app: "com.fovea.notes",
    steps: ([title = "", body = ""]) => [
      ["tap", { target: "id/new_note" }],
      ["type_text", { target: "id/title", text: title }],
      ["type_text", { target: "id/body", text: body }],
    ],
    data: [
      ["Packing list", "Tent and stove"],
      ["Garden plan", "Beans along the wall"],
      ["Trip to Oslo", "Ferry at noon"],
      ["Party", "Ask Ben for chairs"],
      ["Measures", "Table 80 by 120"],
      ["Übung", "Zwölf Takte"],
    ],
    fromApp: [],
    hasIds: true,
  },
  {
    name: "send a message",
    app: "com.fovea.messages",
    steps: ([name = "", words = ""]) => [
      ["tap", { target: `"${name}"` }],
      ["type_text", { target: "field", text: words }],
      ["tap", { target: 'button "Send"' }],
    ],
    data: [
      ["Dad", "See you on Sunday"],
      ["Neighbour", "Here are the photos"],
      ["Library", "May I keep them longer"],
      ["Book club", "Which book is next"],
      ["Grandma", "Calling you tonight"],
      ["Team standup", "The keys are with me"],
    ],
    fromApp: [0],
    hasIds: true,
  },
  {
    name: "size of letters",
    app: "com.android.settings",
    steps: ([size = ""]) => [
      ["tap", { target: '"Display"' }],
      ["tap", { target: '"Font size"' }],
      ["tap", { target: `"${size}"` }],
    ],
    data: [["Large"], ["Small"], ["Largest"], ["Large"], ["Small"], ["Largest"]],
    fromApp: [0],
    hasIds: false,
  },
  {
    name: "sign up",
    app: "com.fovea.form",
    steps: ([name = "", email = "", country = "", plan = ""]) => [
      ["type_text", { target: "id/name", text: name }],
      ["type_text", { target: "id/email", text: email }],
      ["tap", { target: "id/country" }],
      ["tap", { target: `"${country}"` }],
      ["tap", { target: `radio "${plan}"` }],
    ],
    data: [
      ["Ann Lee", "ann@example.com", "Kenya", "Team"],
      ["Bo Hansen", "bo@example.org", "Japan", "Plus"],
      ["Cid Ramos", "cid@example.com", "Brazil", "Team"],
      ["Di Okoro", "di@example.net", "France", "Plus"],
      ["Eve Stone", "eve@example.com", "Kenya", "Plus"],
      ["Fay Wong", "fay@example.com", "Japan", "Team"],
    ],
    fromApp: [2, 3],
    hasIds: true,
  },
];
