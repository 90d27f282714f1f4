import * as z from "zod";
import { type BridgeAction, fromThousandths, pressed, type SeenImage } from "./bridge-action.js";
import { parsedBy, type ReadActions } from "./read-actions.js";

/** Gemini's computer use with the environment `mobile`: its functions, with points from 0 to 999 (ai.google.dev). */
const part = z.number().min(0).max(999);
const intent = { intent: z.string().optional(), safety_decision: z.unknown().optional() };

const FUNCTIONS = {
  click: z.looseObject({ x: part, y: part, ...intent }),
  long_press: z.looseObject({ x: part, y: part, seconds: z.number().min(0.1).max(30).default(2), ...intent }),
  drag_and_drop: z.looseObject({ start_x: part, start_y: part, end_x: part, end_y: part, ...intent }),
  type: z.looseObject({ text: z.string().min(1), press_enter: z.boolean().default(false), ...intent }),
  press_key: z.looseObject({ key: z.string().min(1), ...intent }),
  open_app: z.looseObject({ app_name: z.string().min(1), ...intent }),
  list_apps: z.looseObject(intent),
  go_back: z.looseObject(intent),
  wait: z.looseObject({ seconds: z.number().min(0).max(60).default(1), ...intent }),
  take_screenshot: z.looseObject(intent),
} as const;

export const GEMINI_FUNCTIONS: readonly string[] = Object.keys(FUNCTIONS);

/** Reads one function call of Gemini as actions on a phone. */
export function readGemini(name: string, args: unknown, seen: SeenImage): ReadActions {
  if (!Object.hasOwn(FUNCTIONS, name)) return { mistake: `there is no function ${JSON.stringify(name)}` };
  switch (name as keyof typeof FUNCTIONS) {
    case "click":
      return one(FUNCTIONS.click, (at) => ({ kind: "tap", at: fromThousandths(at, seen), count: 1, holdMs: null }));
    case "long_press":
      return one(FUNCTIONS.long_press, ({ seconds, ...at }) => {
        return { kind: "tap", at: fromThousandths(at, seen), count: 1, holdMs: seconds * 1000 };
      });
    case "drag_and_drop":
      return one(FUNCTIONS.drag_and_drop, ({ start_x, start_y, end_x, end_y }) => ({
        kind: "swipe",
        from: fromThousandths({ x: start_x, y: start_y }, seen),
        to: fromThousandths({ x: end_x, y: end_y }, seen),
      }));
    case "type":
      return one(FUNCTIONS.type, ({ text, press_enter }) => ({ kind: "type", text, submit: press_enter }));
    case "press_key":
      return one(FUNCTIONS.press_key, ({ key }) => pressed([key]));
    case "open_app":
      return one(FUNCTIONS.open_app, ({ app_name }) => ({ kind: "open", app: app_name }));
    case "list_apps":
      return one(FUNCTIONS.list_apps, () => ({ kind: "apps" }));
    case "go_back":
      return one(FUNCTIONS.go_back, () => ({ kind: "press", key: "back" }));
    case "wait":
      return one(FUNCTIONS.wait, ({ seconds }) => ({ kind: "wait", seconds }));
    case "take_screenshot":
      return one(FUNCTIONS.take_screenshot, () => ({ kind: "look" }));
  }

  function one<Schema extends z.ZodType>(schema: Schema, act: (given: z.infer<Schema>) => BridgeAction): ReadActions {
    return parsedBy(schema, args, (given) => [act(given)]);
  }
}

const decisionSchema = z.looseObject({ decision: z.string(), explanation: z.string().optional() });

/** The provider's question about a call; null if there is none. A decision that cannot be read counts as a question. */
export function safetyOfGemini(args: unknown): string | null {
  const given = z.looseObject({ safety_decision: z.unknown().optional() }).safeParse(args);
  const decision = given.success ? given.data.safety_decision : undefined;
  if (decision === undefined || decision === null) return null;
  const read = decisionSchema.safeParse(decision);
  if (read.success && /^(?:regular|allowed?)$/i.test(read.data.decision)) return null;
  return read.success ? (read.data.explanation ?? read.data.decision) : JSON.stringify(decision);
}
