import * as z from "zod";

/** The reason for running detectors if a call or an option asked for it. */
export const ASKED_FOR = "asked for";

/** What detectors found at an element, and how certain that is. */
export const visionNoteSchema = z
  .object({
    /**
     * The result of fusion. For an element of the hierarchy: `matched`, a detection is of the same element;
     * `unmatched`, none is; `blank`, none is, and the pixels within its bounds show nothing; `covered`, an element
     * above hides it completely. For an element that only pixels show: `seen`, the hierarchy has nothing there;
     * `seenInHost`, it is within a node that does not report its contents (a game, a canvas, a web view without
     * content).
     */
    why: z.enum(["matched", "unmatched", "blank", "covered", "seen", "seenInHost"]),
    /** The confidence of the detector, 0–1; null without a detection, or if the detector gives none. */
    confidence: z.number().min(0).max(1).nullable(),
    /** The similarity of its bounds and the detection's, 0–1; null if one is missing. */
    similarity: z.number().min(0).max(1).nullable(),
    /** The probable meaning of its image, in a word or two, never a fact; null if it is unknown. */
    guess: z
      .object({ name: z.string(), confidence: z.number().min(0).max(1) })
      .readonly()
      .nullable(),
    /** A point where a touch certainly reaches it, in screen pixels; null if that is the centre of its bounds. */
    tapPoint: z.object({ x: z.number(), y: z.number() }).readonly().nullable(),
  })
  .readonly();
export type VisionNote = z.infer<typeof visionNoteSchema>;
