import * as z from "zod";
import type { Observation } from "./observation.js";

const pixels = z.int();

/** One element in the terms of OmniParser and related tools. */
const stateElementSchema = z.strictObject({
  /** The role, for example `button`. */
  type: z.string(),
  /** Its labels in reading order, joined by a space. */
  content: z.string(),
  /** Device pixels of the current rotation. */
  bounds: z.strictObject({ x: pixels, y: pixels, width: pixels.min(0), height: pixels.min(0) }),
  /** 0 to 1 for elements that only a detector found; null for elements of the hierarchy, which has no confidence. */
  confidence: z.number().min(0).max(1).nullable(),
});

/**
 * An observation in three fields, for programs that read screens in this form: `fovea observe --json --format omni`.
 */
export const screenStateSchema = z.strictObject({
  /** The elements in reading order, containers before their contents, including system bars. */
  elements: z.array(stateElementSchema),
  /** The size of the screen; null if the device does not report it. */
  dimensions: z.strictObject({ width: pixels.min(1), height: pixels.min(1) }).nullable(),
  /** The time by the host's clock, ISO 8601. */
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
