import * as z from "zod";
import { height, type Rect, width } from "../base/geometry.js";
import type { Frame } from "../screen/frame.js";
import type { Detection, DetectionKind } from "./detection.js";
import { ICON_SIDE, iconCrop } from "./icon-crop.js";

/**
 * The meaning of the columns of the icon classifier's output: the names in their order, and a last column for none of
 * them. A name is given if its probability is at least `threshold`.
 */
export const iconTableSchema = z
  .object({ names: z.array(z.string().min(1)).min(1).readonly(), threshold: z.number().min(0).max(1) })
  .readonly();
export type IconTable = z.infer<typeof iconTableSchema>;

/** Only icons of these kinds are named; elements of other kinds have words or a fixed appearance. */
const ASKED_KINDS: ReadonlySet<DetectionKind> = new Set(["iconButton", "image", "button", "clickable", "tab"]);
/** Smaller drawings cannot be recognised. */
const LEAST_SIDE_PX = 12;
/** Icons and the buttons around them are about square, and take at most this share of the frame's shorter side. */
const LONGEST = 1.6;
const LARGEST = 0.2;
/**
 * With more candidates on one screen than this, only the first are named: many are usually parts of an image, not
 * icons.
 */
const MOST_ICONS = 64;

/** The crops to classify, one after the other, and the places of their detections in the list. */
export interface PreparedIcons {
  /** The tensor of the crops, with the dimensions `[places.length, 1, ICON_SIDE, ICON_SIDE]` and values 0–1. */
  readonly crops: Float32Array;
  readonly places: readonly number[];
}

/** The crops of all detections that may be icons without words and that show something, 64 at most. */
export function prepareIcons(
  frame: Pick<Frame, "width" | "height" | "rgba">,
  detections: readonly Detection[],
): PreparedIcons {
  const largest = LARGEST * Math.min(frame.width, frame.height);
  const icons = detections
    .flatMap((detection, place) => (isAsked(detection, largest) ? [{ place, bounds: detection.bounds }] : []))
    .slice(0, MOST_ICONS)
    .map(({ place, bounds }) => ({ place, crop: iconCrop(frame, bounds) }))
    .filter(({ crop }) => crop.some((value) => value > 0));
  const crops = new Float32Array(icons.length * ICON_SIDE ** 2);
  for (const [at, { crop }] of icons.entries()) crops.set(crop, at * ICON_SIDE ** 2);
  return { crops, places: icons.map(({ place }) => place) };
}

function isAsked({ kind, text, guess, bounds }: Detection, largest: number): boolean {
  return ASKED_KINDS.has(kind) && text === null && guess === null && isIconSized(bounds, largest);
}

function isIconSized(bounds: Rect, largest: number): boolean {
  const [shorter, longer] = [width(bounds), height(bounds)].sort((a, b) => a - b);
  if (shorter === undefined || longer === undefined || shorter < LEAST_SIDE_PX) return false;
  return longer <= largest && longer <= LONGEST * shorter;
}

/**
 * The name of one icon from its row of the output, and its probability; null if the model is not certain, or finds none
 * of the names. The row has one value for each name and one more.
 */
export function nameOf(
  probabilities: ArrayLike<number>,
  { names, threshold }: IconTable,
): { readonly name: string; readonly confidence: number } | null {
  let best = 0;
  for (let at = 1; at < probabilities.length; at += 1)
    if ((probabilities[at] ?? 0) > (probabilities[best] ?? 0)) best = at;
  const [name, confidence] = [names[best], probabilities[best] ?? 0];
  return name === undefined || confidence < threshold ? null : { name, confidence: Math.min(1, confidence) };
}

/**
 * The detections with a guess for each named icon. `probabilities` is the model's output for the crops of these places,
 * row by row. The confidence of a guess is the product of the detector's confidence, if it gives one, and the
 * classifier's.
 */
export function withNames(
  detections: readonly Detection[],
  places: readonly number[],
  probabilities: Float32Array,
  table: IconTable,
): readonly Detection[] {
  const columns = table.names.length + 1;
  const rows = new Map(places.map((place, row) => [place, probabilities.subarray(row * columns, (row + 1) * columns)]));
  return detections.map((detection, place) => {
    const row = rows.get(place);
    const reported = row && nameOf(row, table);
    if (!reported) return detection;
    const confidence = reported.confidence * (detection.confidence ?? 1);
    return { ...detection, guess: { name: reported.name, confidence } };
  });
}
