import * as z from "zod";
import { type BridgeAction, fromPixels, pressed, type SeenImage, scrolled, whileHeld } from "./bridge-action.js";
import { parsedBy, type ReadActions } from "./read-actions.js";

/** The input of Anthropic's `computer_20251124`: one action, in pixels of the image (docs.anthropic.com). */
const coordinate = z.tuple([z.number(), z.number()]);
/** Keys that are held during the mouse action. */
const held = { text: z.string().nullish() };
const inputSchema = z.discriminatedUnion("action", [
  z.looseObject({ action: z.literal("left_click"), coordinate, ...held }),
  z.looseObject({ action: z.literal("double_click"), coordinate, ...held }),
  z.looseObject({ action: z.literal("triple_click"), coordinate, ...held }),
  z.looseObject({ action: z.literal("left_click_drag"), start_coordinate: coordinate, coordinate, ...held }),
  z.looseObject({
    action: z.literal("scroll"),
    coordinate,
    ...held,
    scroll_direction: z.enum(["up", "down", "left", "right"]),
    scroll_amount: z.number().min(1).max(100),
  }),
  z.looseObject({ action: z.literal("type"), text: z.string().min(1) }),
  z.looseObject({ action: z.literal("key"), text: z.string().min(1) }),
  z.looseObject({ action: z.literal("wait"), duration: z.number().min(0).max(60) }),
  z.looseObject({ action: z.literal("screenshot") }),
  z.looseObject({ action: z.literal("zoom") }),
  z.looseObject({
    action: z.enum([
      "right_click",
      "middle_click",
      "mouse_move",
      "left_mouse_down",
      "left_mouse_up",
      "hold_key",
      "cursor_position",
    ]),
  }),
]);

/** Reads the input of one call as an action on a phone. */
export function readAnthropic(given: unknown, seen: SeenImage): ReadActions {
  return parsedBy(inputSchema, given, (input) => [actionOf(input, seen)]);
}

/** The distance of one mouse wheel click, as a share of the image. */
const WHEEL_SHARE = 0.1;
const COUNTS = { left_click: 1, double_click: 2, triple_click: 3 } as const;
const WAYS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

function actionOf(input: z.infer<typeof inputSchema>, seen: SeenImage): BridgeAction {
  const at = ([x, y]: readonly [number, number]) => fromPixels({ x, y }, seen);
  switch (input.action) {
    case "left_click":
    case "double_click":
    case "triple_click":
      return (
        whileHeld(input.text) ?? { kind: "tap", at: at(input.coordinate), count: COUNTS[input.action], holdMs: null }
      );
    case "left_click_drag":
      return whileHeld(input.text) ?? { kind: "swipe", from: at(input.start_coordinate), to: at(input.coordinate) };
    case "scroll": {
      const [x, y] = input.coordinate;
      const [right, down] = WAYS[input.scroll_direction];
      const share = input.scroll_amount * WHEEL_SHARE;
      const by = { x: right * share * seen.width, y: down * share * seen.height };
      return whileHeld(input.text) ?? scrolled({ x, y }, by, seen);
    }
    case "type":
      return { kind: "type", text: input.text, submit: false };
    case "key":
      return pressed([input.text]);
    case "wait":
      return { kind: "wait", seconds: input.duration };
    case "screenshot":
    case "zoom":
      return { kind: "look" };
    default:
      return { kind: "impossible", words: `a phone has no mouse: ${input.action}` };
  }
}
