import * as z from "zod";
import { rectSchema } from "../screen/facts.js";

/** What a detection is to an agent. `clickable` is what can be touched and is none of the others. */
export const DETECTION_KINDS = [
  "button",
  "iconButton",
  "field",
  "checkbox",
  "radio",
  "switch",
  "slider",
  "tab",
  "row",
  "image",
  "text",
  "clickable",
] as const;
export type DetectionKind = (typeof DETECTION_KINDS)[number];

/** Kinds that are looked at and not touched. */
export const PASSIVE_KINDS: ReadonlySet<DetectionKind> = new Set(["image", "text"]);

/** One thing that a detector saw in a picture. */
export const detectionSchema = z
  .object({
    /** In whole pixels of the picture, within it, never empty. */
    bounds: rectSchema,
    kind: z.enum(DETECTION_KINDS),
    /** 0–1; null if the detector gives none. */
    confidence: z.number().min(0).max(1).nullable(),
    /** Words that were read there; null if none were looked for or found. */
    text: z.string().nullable(),
    /** The probable meaning of its image ("search"), never a fact; null if it is unknown. */
    guess: z
      .object({ name: z.string(), confidence: z.number().min(0).max(1) })
      .readonly()
      .nullable(),
    source: z.enum(["vision", "ocr"]),
  })
  .readonly();
export type Detection = z.infer<typeof detectionSchema>;
