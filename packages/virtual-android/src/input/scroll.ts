import type { CommandCall } from "../command.js";
import { illegalArgument } from "../java-error.js";
import type { Words } from "./words.js";

const FRAMES = ["com.android.server.input.InputShellCommand.runScroll(InputShellCommand.java:480)"] as const;
const AXES = ["HSCROLL", "VSCROLL", "SCROLL"] as const;
const POINTERS = ["mouse", "touchscreen", "stylus", "trackball"] as const;

/** `input [SOURCE] scroll [X Y] [--axis NAME,VALUE]…`: scrolls by a wheel at a point, or at the view with the focus. */
export async function runScroll(call: CommandCall, words: Words, source: string | undefined): Promise<void> {
  const isPointer = POINTERS.some((pointer) => pointer === source);
  const point = isPointer ? { x: words.float(), y: words.float() } : null;
  const turns = new Map<string, number>();
  for (let option = words.next(); option !== undefined; option = words.next()) {
    if (option !== "--axis") throw illegalArgument(`Unsupported option: ${option}`, FRAMES);
    const [axis, value] = readAxis(words.required());
    turns.set(axis, value);
  }
  const vertical = turns.get("VSCROLL") ?? turns.get("SCROLL") ?? 0;
  call.phone.turnWheel?.(point, { horizontal: turns.get("HSCROLL") ?? 0, vertical });
}

function readAxis(option: string): readonly [string, number] {
  const parts = option.split(",");
  const [name = "", value = ""] = parts;
  if (parts.length !== 2) throw illegalArgument(`Invalid --axis option value: ${option}`, FRAMES);
  if (!/^[A-Z_0-9]+$/.test(name)) throw illegalArgument(`Invalid axis name: AXIS_${name}`, FRAMES);
  if (!AXES.some((axis) => axis === name)) throw illegalArgument(`Unsupported axis: AXIS_${name}`, FRAMES);
  return [name, Number.parseFloat(value)];
}
