import { intersect, isEmpty, type Rect, rectOf, type Size } from "../base/geometry.js";
import type { UiElement } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import { loadTextOutlines } from "./glyphs.js";
import {
  drawnOver,
  type EncodedImage,
  encodeForModel,
  encodePng,
  MODEL_IMAGE_LIMITS,
  type ModelImageLimits,
  resizedPart,
} from "./image.js";
import { edgeDensityOf } from "./marks/edge-density.js";
import { markColor } from "./marks/mark-colors.js";
import { type DrawnMark, labelSize, type MarkDrawing, marksSvg } from "./marks/mark-svg.js";
import { markedElements } from "./marks/marked-elements.js";
import { type PictureView, viewOf } from "./marks/picture-view.js";
import { placeLabels } from "./marks/place-labels.js";

export interface MarkOptions {
  /** The part of the frame to show, in frame pixels; all of it if absent. */
  readonly part?: Rect;
  /** The size of the screen to whose pixels the elements' bounds refer; the frame's if absent. */
  readonly screen?: Size | null;
  /** The limits for the image, given by its receiver. */
  readonly limits?: ModelImageLimits;
  /** Boxes of texts, in the pixels of the elements' bounds; taken from elements with labels if absent. */
  readonly texts?: readonly Rect[];
  /** Whether all elements are marked, not only those that can be acted on. */
  readonly isChosen?: boolean;
  /** The refs of elements that are marked in any case, however large they are. */
  readonly named?: ReadonlySet<string>;
  /** The most marks in an image, default 60. */
  readonly most?: number;
  /** The previous target, which is outlined in red. */
  readonly previous?: Pick<UiElement, "bounds"> | null;
}

/** The positions of all marks in an image of one size. */
export interface MarkLayout extends MarkDrawing {
  /** The part of the frame that the image shows, in frame pixels. */
  readonly part: Rect;
  /** The elements whose marks are in it, in the order of the screen. */
  readonly drawn: readonly UiElement[];
  /** The elements for which there was no space. */
  readonly left: readonly UiElement[];
}

export interface MarkedPicture {
  readonly image: EncodedImage;
  readonly layout: MarkLayout;
}

export const MOST_MARKS = 60;

/**
 * An image for a model with the elements' boxes and refs drawn on it, readable in the size in which it is delivered.
 * The same frame, elements and options give the same bytes. Errors: SCREENSHOT_FAILED without the image library.
 */
export async function markPicture(
  frame: Frame,
  elements: readonly UiElement[],
  options: MarkOptions = {},
): Promise<MarkedPicture> {
  const limits = options.limits ?? MODEL_IMAGE_LIMITS;
  const layout = await layOutMarks(frame, elements, options);
  const { size, part } = layout;
  const sides = Math.max(size.width, size.height);
  const image = await encodeForModel(await drawn(frame, layout, size), { ...limits, longestSide: sides });
  // An image that had to be made smaller because of its bytes gets a new layout, so that its labels can be read.
  const got = Math.max(image.width, image.height);
  if (got < sides) return await markPicture(frame, elements, { ...options, limits: { ...limits, longestSide: got } });
  return { image: { ...image, scale: (part.right - part.left) / image.width }, layout };
}

/** The same layout as a PNG of its {@link fullSize}. */
export async function markedPng(frame: Frame, layout: MarkLayout): Promise<Uint8Array> {
  return await encodePng(await drawn(frame, layout, fullSize(layout)));
}

/** The size of the frame or its part; larger if that is too small for labels. */
export function fullSize({ part, size }: MarkLayout): Size {
  const own = { width: part.right - part.left, height: part.bottom - part.top };
  return own.width < size.width ? size : own;
}

/** The frame as a PNG of the same size, with marks on all elements that can be acted on. */
export async function drawMarks(frame: Frame, elements: readonly UiElement[]): Promise<Uint8Array> {
  return await markedPng(frame, await layOutMarks(frame, elements));
}

/** Chooses which elements are marked in an image of the frame, and where their labels are placed. */
export async function layOutMarks(
  frame: Frame,
  elements: readonly UiElement[],
  options: MarkOptions = {},
): Promise<MarkLayout> {
  const outlines = await loadTextOutlines("Bold");
  const view = viewOf(frame, options);
  const { size } = view;
  const choice = {
    part: view.shown,
    isChosen: options.isChosen ?? false,
    named: options.named ?? new Set<string>(),
    most: options.most ?? MOST_MARKS,
  };
  const { marked, left } = markedElements(elements, choice);
  const texts = options.texts ?? textBoxes(elements);
  const edges = edgeDensityOf(await resizedPart(frame, view.part, size), texts.map(view.toPicture));
  const preferences = marked.map((element) => ({
    box: shownBox(element.bounds, view),
    label: labelSize(element.ref, outlines),
  }));
  const places = placeLabels(preferences, size, edges);
  const marks = marked.flatMap((element, at): DrawnMark[] => {
    const [place, preference] = [places[at], preferences[at]];
    if (!place || !preference) return [];
    const isDashed = !element.sources.includes("hierarchy");
    const { rect: label, leader } = place;
    return [{ ref: element.ref, box: preference.box, label, leader, color: markColor(element.role), isDashed }];
  });
  const refs = new Set(marks.map(({ ref }) => ref));
  const isLeft = new Set([...left, ...marked.filter(({ ref }) => !refs.has(ref))]);
  return {
    part: view.part,
    size,
    marks,
    previous: isShown(options.previous, view) ? shownBox(options.previous.bounds, view) : null,
    drawn: marked.filter(({ ref }) => refs.has(ref)),
    left: elements.filter((element) => isLeft.has(element)),
  };
}

function isShown(element: MarkOptions["previous"], { shown }: PictureView): element is Pick<UiElement, "bounds"> {
  return !!element && !isEmpty(intersect(element.bounds, shown));
}

/** The visible part of the bounds, in image pixels; at least one pixel. */
function shownBox(bounds: Rect, { toPicture, size }: PictureView): Rect {
  const box = toPicture(bounds);
  const [left, top] = [clamp(box.left, size.width - 1), clamp(box.top, size.height - 1)];
  return rectOf(
    left,
    top,
    Math.max(left + 1, clamp(box.right, size.width)),
    Math.max(top + 1, clamp(box.bottom, size.height)),
  );
}

function clamp(place: number, most: number): number {
  return Math.max(0, Math.min(place, most));
}

/** The words of elements with these roles are not drawn as text. */
const WORDLESS: ReadonlySet<string> = new Set(["image", "canvas", "slider", "switch", "progress"]);

function textBoxes(elements: readonly UiElement[]): readonly Rect[] {
  return elements
    .filter(({ labels, value, role }) => (labels.length > 0 || value !== null) && !WORDLESS.has(role))
    .map(({ bounds }) => bounds);
}

async function drawn(frame: Frame, layout: MarkLayout, size: Size) {
  const plain = await resizedPart(frame, layout.part, size);
  if (layout.marks.length === 0 && !layout.previous) return plain;
  return await drawnOver(plain, marksSvg(layout, await loadTextOutlines("Bold"), size));
}
