import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import type { Size } from "../../base/geometry.js";
import { rectOf } from "../../base/geometry.js";
import type { Detection } from "../detection.js";
import { inReadingOrder } from "./reading-order.js";

/** How far outside the screenshot a share may be, because of rounding. */
const SLACK = 0.001;
const LEAST_PIXELS = 3;

const partSchema = z.looseObject({
  type: z.string(),
  /** Left, top, right, bottom as shares of the screenshot's size. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  interactivity: z.boolean(),
  /** The text that was read, or a caption that the server generated for an icon. */
  content: z.string().nullish(),
  source: z.string().nullish(),
});
type Part = z.infer<typeof partSchema>;

/** The answer of `POST /parse/`; the screenshot with the boxes drawn is not used. */
export const parsedReplySchema = z.looseObject({ parsed_content_list: z.array(partSchema) });

/**
 * The elements that the server found, in pixels of the frame. It gives no confidence. Captions are left out: they are
 * guesses, not words of the screen, and come without a confidence. Errors: OMNIPARSER_FAILED for boxes that are not
 * shares.
 */
export function detectionsInReply(reply: z.infer<typeof parsedReplySchema>, frame: Size): readonly Detection[] {
  return inReadingOrder(reply.parsed_content_list.flatMap((part) => detectionOf(part, frame) ?? []));
}

function detectionOf(part: Part, { width, height }: Size): Detection | undefined {
  if (part.bbox.some((one) => one < -SLACK || one > 1 + SLACK)) {
    throw new FoveaError(
      "OMNIPARSER_FAILED",
      `the server gave a box that is not in shares of the screenshot, 0 to 1: ${part.bbox}`,
    );
  }
  const [left, top, right, bottom] = part.bbox.map((one) => Math.min(1, Math.max(0, one))) as Part["bbox"];
  const bounds = rectOf(
    Math.round(left * width),
    Math.round(top * height),
    Math.round(right * width),
    Math.round(bottom * height),
  );
  if (bounds.right - bounds.left < LEAST_PIXELS || bounds.bottom - bounds.top < LEAST_PIXELS) return undefined;
  const isRead = part.type === "text" || part.source === "box_yolo_content_ocr";
  const text = isRead ? part.content?.trim() || null : null;
  const kind = part.interactivity ? "clickable" : part.type === "text" ? "text" : "image";
  return { bounds, kind, confidence: null, text, guess: null, source: "vision" };
}
