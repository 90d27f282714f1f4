/** Codes of doing again what was recorded, and the ways to recover; part of the one table in `errors.ts`. */
export const REPLAY_ERRORS = {
  REPLAY_OTHER_SCREEN: [
    "Bring the phone to the screen that the trace begins with (`fovea trace show PATH` tells it), or let `fovea replay --launch` open its app.",
    "Go on behind it with `fovea replay TRACE --keep-going`.",
  ],
  REPLAY_DIVERGED: [
    "Compare the two pictures (`fovea replay --html OUT.html`): if the app is right, record again with --trace.",
    "Leave out words that change by themselves (`fovea replay --ignore PATTERN`), or go on behind it (--keep-going).",
  ],
  REPLAY_UNTOLD: [
    "Record again with --trace and with pictures (--trace-pictures on), and act by elements, not by points: then there is something to compare.",
  ],
  REPLAY_NOT_DONE: [
    "Record with `fovea serve --trace DIR`: only such traces say which tool does a step again.",
    "Go on behind it with `fovea replay TRACE --keep-going`.",
  ],
  REPLAY_VALUE_MISSING: ["Give it with `fovea replay --value STEP=env:NAME` or --value STEP=file:PATH."],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
