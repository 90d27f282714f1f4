import * as z from "zod";

/**
 * The GUI interaction protocol, version 0.1: what was seen, what was done then, and why. Names and types are the
 * protocol's; further facts for Android are under `x-fovea`. Unknown fields are kept on every level, so that reading
 * and writing a trace loses nothing (except for a field named `__proto__`).
 */
export const PROTOCOL_VERSION = "0.1";

const pixel = z.int();

/**
 * Pixels of the screen; `x2` and `y2` are the first pixels outside. Written as an object; the array form `[x1, y1, x2,
 * y2]` is accepted as well.
 */
export const boundingBoxSchema = z
  .preprocess(
    (value) => (Array.isArray(value) && value.length === 4 ? toBox(value) : value),
    z.looseObject({ x1: pixel, y1: pixel, x2: pixel, y2: pixel }),
  )
  .refine(({ x1, x2 }) => x2 > x1, { path: ["x2"], error: "x2 has to be greater than x1" })
  .refine(({ y1, y2 }) => y2 > y1, { path: ["y2"], error: "y2 has to be greater than y1" });
export type BoundingBox = z.infer<typeof boundingBoxSchema>;

function toBox([x1, y1, x2, y2]: readonly unknown[]): object {
  return { x1, y1, x2, y2 };
}

const words = z.string().nullish();

/**
 * One element of the screen. Fovea writes the ref as `element_id`, the class as `tag`, and the role of the outline as
 * `role`.
 */
export const guiElementSchema = z.looseObject({
  element_id: z.string(),
  tag: words,
  text: words,
  role: words,
  bbox: boundingBoxSchema.nullish(),
  visible: z.boolean().default(true),
});
export type GUIElement = z.infer<typeof guiElementSchema>;

/** The state of the screen. */
export const visualStateSchema = z.looseObject({
  /** The path relative to the trace; empty if no screenshot was taken. */
  screenshot_path: z.string(),
  /** Width and height in pixels. */
  screen_resolution: z.tuple([z.int().min(0), z.int().min(0)]),
  elements: z.array(guiElementSchema),
  /** Seconds since the trace began. */
  timestamp: z.number(),
});
export type VisualState = z.infer<typeof visualStateSchema>;

export const ACTION_TYPES = ["click", "type", "hover", "launch_app", "scroll"] as const;

/** Other types have the name of their author: `x-fovea.press_key`. */
const extendedType = z
  .string()
  .regex(
    /^x-[a-z0-9]+\.[a-z0-9_.-]+$/,
    "neither one of click, type, hover, launch_app, scroll nor an extension x-NAME.TYPE",
  );

/** The action that was performed. */
export const guiActionSchema = z.looseObject({
  type: z.union([z.enum(ACTION_TYPES), extendedType]),
  /** The `element_id` of an element in the state before the action. */
  target_id: words,
  bbox: boundingBoxSchema.nullish(),
  text: words,
  /** The delay before the action, in seconds. */
  delay: z.number().min(0).nullish(),
});
export type GUIAction = z.infer<typeof guiActionSchema>;

/** One action, with the state before it, never the state after it. */
export const interactionStepSchema = z.looseObject({
  /** Seconds since the trace began, when the action was sent. */
  timestamp: z.number(),
  visual_state: visualStateSchema,
  action: guiActionSchema,
  /** The reason for the action, in the words of the agent or person that acted. */
  rationale: words,
});
export type InteractionStep = z.infer<typeof interactionStepSchema>;

/** The JSON Schema (draft 2020-12) of a step as it is written. */
export function stepJsonSchema(): object {
  return z.toJSONSchema(interactionStepSchema, { io: "output", reused: "ref" });
}
