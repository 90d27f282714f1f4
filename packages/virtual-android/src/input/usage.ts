/** The sources in the order of the usage text. */
export const SOURCES: readonly string[] = [
  "keyboard",
  "mouse",
  "joystick",
  "touchnavigation",
  "touchpad",
  "trackball",
  "dpad",
  "stylus",
  "gamepad",
  "touchscreen",
];

/** The usage text of `input` on this API level. */
export function usage(apiLevel: number): string {
  const display = apiLevel >= 29 ? " [-d DISPLAY_ID]" : "";
  const sources = apiLevel >= 34 ? [...SOURCES, "rotaryencoder"] : SOURCES;
  return [
    `Usage: input [<source>]${display} <command> [<arg>...]`,
    "",
    "The sources are: ",
    ...sources.map((source) => `      ${source}`),
    ...(apiLevel >= 34 ? AXES : []),
    "",
    ...(apiLevel >= 29 ? DISPLAY : []),
    "The commands and default sources are:",
    ...commands(apiLevel).map((line) => `      ${line}`),
    "",
  ].join("\n");
}

const DISPLAY = [
  "-d: specify the display ID.",
  "      (Default: -1 for key event, 0 for motion event if not specified.)",
] as const;

const AXES = [
  "[axis_value] represents an option specifying the value of a given axis ",
  "      The syntax is as follows: --axis <axis_name>,<axis_value>",
  "            where <axis_name> is the name of the axis as defined in ",
  "            MotionEvent without the AXIS_ prefix (e.g. SCROLL, X)",
  "      Sample [axis_values] entry: `--axis Y,3`, `--axis SCROLL,-2`",
] as const;

function commands(apiLevel: number): readonly string[] {
  const flags =
    apiLevel >= 34 ? "[--longpress|--doubletap|--async|--delay <duration between keycodes in ms>]" : "[--longpress]";
  const lines = [
    `text <string> (Default: ${apiLevel >= 34 ? "keyboard" : "touchscreen"})`,
    `keyevent ${flags} <key code number or name> ... (Default: keyboard)`,
    "tap <x> <y> (Default: touchscreen)",
    "swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
  ];
  if (apiLevel >= 26) lines.push("draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)");
  lines.push("press (Default: trackball)", "roll <dx> <dy> (Default: trackball)");
  if (apiLevel >= 29) lines.push("motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)");
  if (apiLevel >= 34) lines.push(...SCROLL);
  if (apiLevel >= 31) {
    lines.push(
      "keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard, the key order is important here.)",
    );
  }
  return lines;
}

const SCROLL = [
  "scroll (Default: rotaryencoder). Has the following syntax:",
  "      scroll <x> <y> [axis_value] (for pointer-based sources)",
  "      scroll [axis_value] (for non-pointer-based sources)",
  "      Axis options: SCROLL, HSCROLL, VSCROLL",
  "      None or one or multiple axis value options can be specified.",
  "      To specify multiple axes, use one axis option for per axis.",
  "      Example: `scroll --axis VSCROLL,2 --axis SCROLL,-2.4`",
] as const;
