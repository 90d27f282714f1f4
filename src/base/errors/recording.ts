/**
 * Codes of traces, flows, replays and device recordings. A part of the one table in `errors.ts`, each with the ways to
 * recover, best first.
 */
export const RECORDING_ERRORS = {
  REPLAY_OTHER_SCREEN: [
    "Bring the phone to the screen that the trace begins with (`fovea trace show PATH` shows it), or let `fovea replay --launch` open its app.",
    "Continue anyway with `fovea replay TRACE --keep-going`.",
  ],
  REPLAY_DIVERGED: [
    "Compare the two screenshots (`fovea replay --html OUT.html`): if the app is right, record again with --trace.",
    "Ignore words that change by themselves (`fovea replay --ignore PATTERN`), or continue anyway (--keep-going).",
  ],
  REPLAY_UNTOLD: [
    "Record again with --trace and with screenshots (--trace-pictures on), and act on elements, not points, so that the result can be compared.",
  ],
  REPLAY_NOT_DONE: [
    "Record with `fovea serve --trace DIR`: only such traces name the tool that repeats a step.",
    "Continue anyway with `fovea replay TRACE --keep-going`.",
  ],
  REPLAY_VALUE_MISSING: ["Give the value with `fovea replay --value STEP=env:NAME` or --value STEP=file:PATH."],
  FLOW_INVALID: [
    "Correct the flow at the line that the message names, and call `fovea run FLOW.yaml` again: nothing was touched yet.",
  ],
  NO_FLOW: [
    'Give `fovea run` a file, or a folder that itself contains flows; or name flows of subfolders in its config.yaml (`flows: ["**"]`). Check the tags, too.',
  ],
  FLOW_UNSUPPORTED: [
    "Change the flow at the line that the message names, or run the others by `fovea run FLOW.yaml --skip-unsupported`.",
  ],
  FLOW_PATTERN_SLOW: [
    "Write the pattern that the message names with fewer `.*`, or look for the element by its `id`; then call `fovea run FLOW.yaml` again.",
  ],
  BASELINE_UNUSABLE: [
    "Take the baseline of assertScreenshot with `fovea run FLOW.yaml --update-baselines`, check it, and keep it beside the flow.",
  ],
  FLOW_ENDLESS: ["Give `repeat` a condition that comes true, or `times`; then call `fovea run FLOW.yaml` again."],
  STEP_UNPROVEN: [
    "Add `expect` to the step that the message names, or put an assertion after it. `fovea run FLOW.yaml` runs the flow without this proof.",
  ],
  FLOW_NOTHING_COPIED: [
    "Put copyTextFrom or setClipboard before pasteText in the flow, then call `fovea run FLOW.yaml` again.",
  ],
  FLOW_SCRIPT_FAILED: [
    "Correct the script at the line of the flow that the step names, then call `fovea run FLOW.yaml` again.",
    "If it sends requests to a server, allow its host: `fovea run --allow-http HOST`.",
  ],
  FLOW_SCRIPT_LIMIT: [
    "Make the script shorter: it may compute for 10 seconds and take 64 MB; then call `fovea run FLOW.yaml` again.",
  ],
  FLOW_MODEL_FAILED: [
    "Test the endpoint and the model that the message names without Fovea (--model, --model-url, its key), then call `fovea run FLOW.yaml` again.",
  ],
  FLOW_APP_DIED: [
    "Read the evidence in the message, then observe: the app crashed, or does not answer. open_app starts it again.",
  ],
  TRACE_UNREADABLE: ["Name the folder of a trace, or its steps.jsonl: `fovea trace validate PATH` lists its problems."],
  TRACE_UNWRITABLE: [
    "Name another folder with --trace, one that is writable and has free space, or go on without a trace.",
    "`fovea trace validate PATH` shows what was written so far.",
  ],
  SKILL_NOT_LEARNT: [
    "Record the same task at least twice, with other data (`fovea serve --trace DIR`), and call `fovea skill learn` again with these traces.",
  ],
  SKILL_INVALID: ["Learn the skill again from its traces: `fovea skill learn TRACE… --name NAME -o FILE --overwrite`."],
  SKILL_SLOT: ["`fovea skill show NAME` lists the slots; give each as `--slot NAME=VALUE`. Nothing was touched."],
  EXPLORATION_UNREADABLE: [
    "Name another folder, `fovea explore PACKAGE --out FOLDER`, or delete exploration.json in this one to begin again.",
  ],
  GRAPH_UNREADABLE: ["Build the graph again from its traces: `fovea graph build TRACE -o FILE`."],
  MEMORY_NEWER: [
    "Update Fovea, or name another folder: `fovea memory show --memory DIR`. Nothing was changed in this one.",
  ],
  MEMORY_UNUSABLE: [
    "Name a folder that you own, on a disk with free space: `fovea memory show --memory DIR`. Memory needs Node 22.16 or later, whose SQLite has full-text search.",
  ],
  MEMORY_UNREADABLE: [
    "Name a trace, or a file that `fovea memory export` wrote: `fovea memory import FILE --memory DIR`.",
  ],
  MEMORY_OFF: ["Start Fovea with --memory DIR: `fovea serve --memory DIR`."],
  SCREEN_UNKNOWN: [
    "Call recall with other words, or without words for all known screens; observe shows the current screen.",
  ],
  WAY_UNKNOWN: ["Go there step by step with find and tap. Fovea remembers the path, and go_to knows it next time."],
  WAY_DIVERGED: ["Observe, and go on from where the phone is: the message says what was expected there."],
  NO_PROGRESS: [
    "Do something other than this action: it changes nothing on this screen. observe with full shows the whole screen.",
  ],
  TRACE_RUNNING: ["Call stop_trace first, or continue: the actions are recorded."],
  TRACE_NOT_RUNNING: ["Call start_trace first."],
  VIDEO_RUNNING: ["Call record_screen with action stop first, or continue: the screen is recorded."],
  VIDEO_NOT_RUNNING: ["Call record_screen with action start first."],
  VIDEO_FAILED: ["Read what the device says in the message, and call record_screen with action start again."],
  MEASUREMENT_NOT_RUNNING: ["Call performance with the same package and action start first."],
  RECORDING_UNWRITABLE: [
    "Name another folder with --record-device, new or with a recording of the same device, on a disk with free space.",
    "Go on without a recording: leave --record-device out.",
  ],
  RECORDING_UNREADABLE: ["Name the complete folder of a recording: `fovea record-device` makes one."],
} as const;
