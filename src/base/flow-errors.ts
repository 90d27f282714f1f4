/** Codes of hand-written flows, and the ways to recover; part of the one table in `errors.ts`. */
export const FLOW_ERRORS = {
  FLOW_INVALID: [
    "Correct the flow at the line that the message names, and call `fovea run FLOW.yaml` again: nothing was touched yet.",
  ],
  FLOW_PATTERN_SLOW: [
    "Write the pattern that the message names with fewer `.*`, or look for the element by its `id`; then call `fovea run FLOW.yaml` again.",
  ],
  FLOW_ENDLESS: ["Give `repeat` a condition that comes true, or `times`; then call `fovea run FLOW.yaml` again."],
  FLOW_APP_DIED: [
    "Read the evidence in the message, then observe: the app crashed, or does not answer. open_app starts it again.",
  ],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
