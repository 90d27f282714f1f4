import * as z from "zod";
import { rectSchema } from "../screen/facts.js";

/** What kind of element was detected. `clickable` means that it can be touched and has no other kind. */
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

/** Kinds of elements that are not touched. */
export const PASSIVE_KINDS: ReadonlySet<DetectionKind> = new Set(["image", "text"]);

/** One element that a detector found in a screenshot. */
export const detectionSchema = z
  .object({
    /** In whole pixels of the screenshot, within it, never empty. */
    bounds: rectSchema,
    kind: z.enum(DETECTION_KINDS),
    /** 0–1; null if the detector gives none. */
    confidence: z.number().min(0).max(1).nullable(),
    /** The words that were read in it; null if none were searched or found. */
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
