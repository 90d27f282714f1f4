import * as z from "zod";
import type { Observation } from "./observation.js";

const pixels = z.int();

/** One element in the words that OmniParser and tools around it use. */
const stateElementSchema = z.strictObject({
  /** The role, for example `button`. */
  type: z.string(),
  /** Its labels in reading order, joined by a space. */
  content: z.string(),
  /** Device pixels of the current rotation. */
  bounds: z.strictObject({ x: pixels, y: pixels, width: pixels.min(0), height: pixels.min(0) }),
  /** 0 to 1 for what only a detector saw; null if the hierarchy vouches for it, which gives none. */
  confidence: z.number().min(0).max(1).nullable(),
});

/**
 * An observation in three fields, for programs that read screens in this form: `fovea observe --json --format omni`.
 */
export const screenStateSchema = z.strictObject({
  /** In reading order, containers before what they contain, system bars included. */
  elements: z.array(stateElementSchema),
  /** Null if the device does not report it. */
  dimensions: z.strictObject({ width: pixels.min(1), height: pixels.min(1) }).nullable(),
  /** By the host's clock, ISO 8601. */
  timestamp: z.iso.datetime({ offset: true }),
});
export type ScreenState = z.infer<typeof screenStateSchema>;

export function screenStateOf({ elements, screenSize, timestamp }: Observation): ScreenState {
  return {
    elements: elements.map(({ role, labels, bounds: { left, top, right, bottom }, confidence }) => ({
      type: role,
      content: labels.join(" "),
      bounds: { x: left, y: top, width: right - left, height: bottom - top },
      confidence,
    })),
    dimensions: screenSize && { width: screenSize.width, height: screenSize.height },
    timestamp,
  };
}

/** Its JSON Schema (draft 2020-12). */
export function screenStateJsonSchema(): object {
  return z.toJSONSchema(screenStateSchema, { io: "output" });
}
