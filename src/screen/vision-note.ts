import * as z from "zod";

/** Why detectors ran, where a call or an option asked for it. */
export const ASKED_FOR = "asked for";

/** What pixels said of an element, and how sure that is. */
export const visionNoteSchema = z
  .object({
    /**
     * The result of fusion, for an element of the hierarchy: `matched` a detection is of
     * the same thing; `unmatched` none is; `blank` none is, and the pixels within its bounds show nothing; `covered`
     * something above it leaves nothing of it to be seen. For one that only pixels show: `seen` where the hierarchy has
     * nothing; `seenInHost` within a node that says nothing of what it shows (a game, a canvas, a web view without
     * content).
     */
    why: z.enum(["matched", "unmatched", "blank", "covered", "seen", "seenInHost"]),
    /** The detector's, 0–1; null without a detection, and where the detector gives none. */
    confidence: z.number().min(0).max(1).nullable(),
    /** How alike its bounds and the detection's are, 0–1; null without both. */
    similarity: z.number().min(0).max(1).nullable(),
    /** The probable meaning of its image, in a word or two, never a fact; null if it is unknown. */
    guess: z
      .object({ name: z.string(), confidence: z.number().min(0).max(1) })
      .readonly()
      .nullable(),
    /** Where a touch surely meets it, in screen pixels; null if that is the middle of its bounds. */
    tapPoint: z.object({ x: z.number(), y: z.number() }).readonly().nullable(),
  })
  .readonly();
export type VisionNote = z.infer<typeof visionNoteSchema>;
