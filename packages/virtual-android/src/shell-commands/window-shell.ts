import type { Size } from "../../../../src/base/geometry.js";
import type { CommandCall } from "../command.js";
import { displayViews } from "../dumps/display-views.js";
import type { DisplayState, Rotation } from "../phone-state.js";
import { complain, defaultCommand, print, type ShellCommand } from "../shell-command.js";

/** `wm …` and `cmd window …`: size, density, rotation, keyguard. */
export const windowShell: ShellCommand = async (call, args) => {
  const [command, ...rest] = args;
  const api = call.phone.build.apiLevel;
  switch (command) {
    case "size":
      return size(call, rest);
    case "density":
      return density(call, rest);
    case "dismiss-keyguard":
      call.phone.dismissKeyguard();
      return 0;
    // Android 12 renamed the command.
    case "set-user-rotation":
      return api === 29 || api === 30 ? rotation(call, rest) : unknown(call, command);
    case "user-rotation":
      return api >= 31 ? rotation(call, rest) : unknown(call, command);
    default:
      return unknown(call, command);
  }
};

async function unknown(call: CommandCall, command: string | undefined): Promise<number> {
  const help = helpOf(call.phone.build.apiLevel);
  if (call.phone.build.apiLevel >= 28) return defaultCommand(call, command, help);
  const error = command === undefined ? [] : ["", `Error: unknown command '${command}'`];
  await call.stderr.write(`${[...help, ...error].join("\n")}\n`);
  return command === undefined ? 1 : 0;
}

/** The arguments without `-d DISPLAY_ID`, and the display that this option names. */
interface DisplayRequest {
  readonly words: readonly string[];
  /** Undefined if the display does not exist. */
  readonly display: DisplayState | undefined;
  readonly isDefault: boolean;
}

function displayRequest(call: CommandCall, args: readonly string[]): DisplayRequest {
  const at = args.indexOf("-d");
  const id = at < 0 ? 0 : Number(args[at + 1]);
  const words = at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1);
  const view = displayViews(call.phone.state()).find((one) => one.display.displayId === id);
  return { words, display: view?.display, isDefault: id === 0 };
}

async function size(call: CommandCall, args: readonly string[]): Promise<number> {
  const { words, display, isDefault } = displayRequest(call, args);
  const [text] = words;
  if (text === undefined) {
    const override = display?.overrideSize;
    return print(
      call,
      `Physical size: ${sizeText(display?.physicalSize ?? { width: 0, height: 0 })}`,
      ...(override ? [`Override size: ${sizeText(override)}`] : []),
    );
  }
  if (!isDefault || !display) return usageError(call, "Error: only the default display can be changed");
  if (text === "reset") {
    call.phone.setSizeOverride(null);
    return 0;
  }
  const cross = text.indexOf("x");
  if (cross <= 0 || cross >= text.length - 1) return usageError(call, `Error: bad size ${text}`);
  const width = dimension(text.slice(0, cross), display);
  const height = dimension(text.slice(cross + 1), display);
  if (typeof width === "string") return usageError(call, width);
  if (typeof height === "string") return usageError(call, height);
  call.phone.setSizeOverride(allowedSize({ width, height }, display.physicalSize));
  return 0;
}

/** The smallest side in px, and the largest side as a multiple of the panel's, that setForcedDisplaySize accepts. */
const MIN_SIDE = 200;
const MAX_SCALE = 2;

/** The nearest allowed size; null if it is the panel's own size. */
function allowedSize(wanted: Size, panel: Size): Size | null {
  const width = Math.min(Math.max(wanted.width, MIN_SIDE), panel.width * MAX_SCALE);
  const height = Math.min(Math.max(wanted.height, MIN_SIDE), panel.height * MAX_SCALE);
  return width === panel.width && height === panel.height ? null : { width, height };
}

/** The size in px for `1080`, `1080px` or `411dp`; else an error line. */
function dimension(text: string, display: DisplayState): number | string {
  const digits = text.replace(/(?:px|dp)$/, "");
  const number = integer(digits);
  if (number === null) return badNumber(digits);
  return text.endsWith("dp") ? Math.floor((number * display.density) / 160) : number;
}

async function density(call: CommandCall, args: readonly string[]): Promise<number> {
  const { words, display, isDefault } = displayRequest(call, args);
  const [text] = words;
  if (text === undefined) {
    const override = display?.overrideDensity ?? null;
    return print(
      call,
      `Physical density: ${display?.physicalDensity ?? 0}`,
      ...(override === null ? [] : [`Override density: ${override}`]),
    );
  }
  if (!isDefault || !display) return usageError(call, "Error: only the default display can be changed");
  if (text === "reset") {
    call.phone.setDensityOverride(null);
    return 0;
  }
  const wanted = integer(text);
  if (wanted === null) return usageError(call, badNumber(text));
  if (wanted < MIN_DENSITY) return usageError(call, `Error: density must be >= ${MIN_DENSITY}`);
  call.phone.setDensityOverride(wanted === display.physicalDensity ? null : wanted);
  return 0;
}

const MIN_DENSITY = 72;

/** `free`, `lock [0-3]` (without a number: the current rotation), or no argument, which prints the current mode. */
async function rotation(call: CommandCall, args: readonly string[]): Promise<number> {
  const { words, display } = displayRequest(call, args);
  const [mode, value] = words;
  const isOld = call.phone.build.apiLevel <= 30;
  if (mode === undefined || !display) {
    if (isOld) return usageError(call, "Error: lockMode cannot be null.");
    return print(call, display?.userRotationLocked ? `lock ${display.userRotation}` : "free");
  }
  if (mode === "free") {
    call.phone.setRotation("free", display.userRotation);
    return 0;
  }
  if (mode !== "lock") {
    const needs = isOld ? "lock mode needs to be either" : "argument needs to be either -d,";
    return usageError(call, `Error: ${needs} free or lock${isOld ? "." : ""}`);
  }
  const number = value === undefined ? display.rotation : integer(value);
  if (number === null) return usageError(call, badNumber(value ?? ""));
  const wanted = ROTATIONS.find((one) => one === number);
  if (wanted === undefined) {
    return usageError(call, "Error: Invalid rotation argument. Rotation must be -1 or a valid rotation constant.");
  }
  call.phone.setRotation("lock", wanted);
  return 0;
}

const ROTATIONS: readonly Rotation[] = [0, 1, 2, 3];

/** Up to Android 8 `wm` prints the error, but exits with 0. */
async function usageError(call: CommandCall, message: string): Promise<number> {
  const status = await complain(call, message);
  return call.phone.build.apiLevel >= 28 ? status : 0;
}

/** Integer.parseInt. */
function integer(text: string): number | null {
  return /^[+-]?\d{1,10}$/.test(text) ? Number(text) : null;
}

function badNumber(text: string): string {
  return `Error: bad number java.lang.NumberFormatException: For input string: "${text}"`;
}

function sizeText({ width, height }: Size): string {
  return `${width}x${height}`;
}

function helpOf(api: number): readonly string[] {
  const rotationName = api <= 30 ? "set-user-rotation" : "user-rotation";
  if (api <= 27) {
    return [
      "usage: wm [subcommand] [options]",
      "       wm size [reset|WxH|WdpxHdp]",
      "       wm density [reset|DENSITY]",
      "       wm dismiss-keyguard",
    ];
  }
  return [
    "Window manager (window) commands:",
    "  help",
    "      Print this help text.",
    "  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]",
    "    Return or override display size.",
    "    width and height in pixels unless suffixed with 'dp'.",
    "  density [reset|DENSITY] [-d DISPLAY_ID]",
    "    Return or override display density.",
    "  dismiss-keyguard",
    "    Dismiss the keyguard, prompting user for auth if necessary.",
    ...(api >= 29
      ? [
          `  ${rotationName} [free|lock] [-d DISPLAY_ID] [rotation]`,
          "    Print or set user rotation mode and user rotation.",
        ]
      : []),
  ];
}
