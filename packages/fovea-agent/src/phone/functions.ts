import { type JSONSchema7, jsonSchema, type ToolSet } from "ai";
import * as z from "zod";

const ref = z
  .string()
  .regex(/^e\d+$/, "write a ref of the screen, for example e12")
  .describe("ref of the element, for example e12");

/**
 * The functions that a model may call, one for each action. The same schemas are shown to the model and check its
 * calls.
 */
export const FUNCTIONS = {
  click: {
    about: "Taps an element. A long press where hold is true.",
    schema: z.strictObject({ ref, hold: z.boolean().optional().describe("long press") }),
  },
  type: {
    about: "Types text into a field, or into the focused one. clear empties it first, submit presses Enter after it.",
    schema: z.strictObject({
      text: z.string().min(1).max(5_000).describe("what to type"),
      ref: ref.optional(),
      clear: z.boolean().optional(),
      submit: z.boolean().optional(),
    }),
  },
  press_key: {
    about: "Presses a key.",
    schema: z.strictObject({ key: z.string().min(1).max(60).describe("back, home, enter or a KEYCODE_ name") }),
  },
  scroll: {
    about: "Scrolls by about a page: down shows what is further down.",
    schema: z.strictObject({ direction: z.enum(["up", "down", "left", "right"]), ref: ref.optional() }),
  },
  scroll_to: {
    about: "Scrolls until an element with this text is on the screen.",
    schema: z.strictObject({ text: z.string().min(1).max(200).describe("its label, as the app writes it") }),
  },
  open_app: {
    about: "Opens an app by its package id.",
    schema: z.strictObject({ package: z.string().min(1).max(200).describe("for example com.android.settings") }),
  },
  wait: {
    about: "Waits until the screen changes, for so many seconds at most.",
    schema: z.strictObject({ seconds: z.number().min(0.1).max(30) }),
  },
} as const;

export type FunctionName = keyof typeof FUNCTIONS;

/**
 * The functions in the form that the model's client takes. Only `readCall` checks the model's input, so a mistake
 * becomes an answer to the model and not an error of the client.
 */
export function functionTools(): ToolSet {
  return Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, { about, schema }]) => {
      const { $schema: _dialect, ...shape } = z.toJSONSchema(schema);
      return [name, { description: about, inputSchema: jsonSchema(shape as JSONSchema7) }];
    }),
  );
}
