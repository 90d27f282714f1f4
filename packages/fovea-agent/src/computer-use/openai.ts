import * as z from "zod";
import { type BridgeAction, fromPixels, pressed, type SeenImage, scrolled, whileHeld } from "./bridge-action.js";
import { parsedBy, type ReadActions } from "./read-actions.js";

/** The input of OpenAI's tool `computer`: actions in pixels of the image, in batches (platform.openai.com). */
const place = { x: z.number(), y: z.number() };
/** Keys that are held during the mouse action. */
const held = { keys: z.array(z.string()).nullish() };
const actionSchema = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("click"), ...place, ...held, button: z.string().default("left") }),
  z.looseObject({ type: z.literal("double_click"), ...place, ...held }),
  z.looseObject({ type: z.literal("drag"), ...held, path: z.array(z.looseObject(place)).min(2).max(500) }),
  z.looseObject({ type: z.literal("keypress"), keys: z.array(z.string()).min(1) }),
  z.looseObject({ type: z.literal("move"), ...place }),
  z.looseObject({ type: z.literal("screenshot") }),
  z.looseObject({ type: z.literal("scroll"), ...place, ...held, scroll_x: z.number(), scroll_y: z.number() }),
  z.looseObject({ type: z.literal("type"), text: z.string().min(1) }),
  z.looseObject({ type: z.literal("wait") }),
]);

/** Reads one action of a call, or a batch of actions, as actions on a phone. */
export function readOpenAi(given: unknown, seen: SeenImage): ReadActions {
  const batch = z.array(actionSchema).min(1).max(50);
  return parsedBy(batch, Array.isArray(given) ? given : [given], (actions) =>
    actions.map((action) => actionOf(action, seen)),
  );
}

const WAIT_SECONDS = 2;

function actionOf(action: z.infer<typeof actionSchema>, seen: SeenImage): BridgeAction {
  switch (action.type) {
    case "click":
    case "double_click":
    case "drag":
    case "scroll":
      return whileHeld(action.keys) ?? plainOf(action, seen);
    default:
      return plainOf(action, seen);
  }
}

function plainOf(action: z.infer<typeof actionSchema>, seen: SeenImage): BridgeAction {
  switch (action.type) {
    case "click":
      return action.button === "left"
        ? { kind: "tap", at: fromPixels(action, seen), count: 1, holdMs: null }
        : { kind: "impossible", words: `a phone has no ${action.button} button` };
    case "double_click":
      return { kind: "tap", at: fromPixels(action, seen), count: 2, holdMs: null };
    case "drag": {
      const [first, last] = [action.path[0], action.path.at(-1)];
      if (first === undefined || last === undefined) return { kind: "impossible", words: "the path is empty" };
      return { kind: "swipe", from: fromPixels(first, seen), to: fromPixels(last, seen) };
    }
    case "keypress":
      return pressed(action.keys);
    case "move":
      return { kind: "impossible", words: "a phone has no pointer to move" };
    case "scroll":
      return scrolled(action, { x: action.scroll_x, y: action.scroll_y }, seen);
    case "type":
      return { kind: "type", text: action.text, submit: false };
    case "wait":
      return { kind: "wait", seconds: WAIT_SECONDS };
    case "screenshot":
      return { kind: "look" };
  }
}

/** The text that the provider wants a person to confirm; null for none. */
export function safetyOfOpenAi(checks: unknown): string | null {
  if (checks === undefined || checks === null) return null;
  const read = z.array(z.looseObject({ code: z.string().nullish(), message: z.string().nullish() })).safeParse(checks);
  if (!read.success) return JSON.stringify(checks);
  const words = read.data.map(({ code, message }) => message ?? code ?? "a safety check");
  return words.length === 0 ? null : words.join("; ");
}
