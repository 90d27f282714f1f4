import type { ScriptedAnswer, ScriptedRequest } from "../public-types.js";

/** The task of the demo, in the virtual phone's settings. */
export const demoTask = {
  app: "settings",
  task: "Set the region to Sweden",
  expect: 'row "Sweden" selected',
} as const;

const PLAN = [
  { step: 1, request: 'Open "Region"', expected_output: "the list of regions" },
  { step: 2, request: 'Scroll to "Sweden"', expected_output: '"Sweden" is on the screen' },
  { step: 3, request: 'Choose "Sweden"', expected_output: '"Sweden" is selected' },
] as const;

/** The answers of the demo's model: it plans once, and finds the row that a sub-task names. */
export function demoAnswer({ functions, instructions, texts }: ScriptedRequest): ScriptedAnswer {
  const asked = texts.at(-1) ?? "";
  if (functions.length === 0)
    return { text: /made the plan/.test(instructions) ? '{"finish": "the region is Sweden"}' : JSON.stringify(PLAN) };
  const [, request = "", label = ""] = /## sub-task\n(.*"(.*)")/.exec(asked) ?? [];
  if (request.startsWith("Scroll")) return { call: { name: "scroll_to", arguments: { text: label } } };
  const row = asked.split("\n").find((line) => line.includes(`row "${label}"`)) ?? "";
  const [ref = "e0"] = /\be\d+\b/.exec(row) ?? [];
  return { call: { name: "click", arguments: { ref } } };
}
