import { type Rect, rectOf, type Size } from "../../base/geometry.js";

/** A possible place of a label. */
export interface LabelPlace {
  readonly rect: Rect;
  /** The cost of the place itself: least for the places where a reader expects a label. */
  readonly cost: number;
}

/**
 * The places at the box of an element: in its four corners, eight around it, and in the middle of a wide one; all
 * within the image.
 */
export function placesAt(box: Rect, label: Size, picture: Size): readonly LabelPlace[] {
  const { left, top, right, bottom } = box;
  const [middle, half] = [(left + right - label.width) / 2, (top + bottom - label.height) / 2];
  const [above, before] = [top - label.height, left - label.width];
  const [atRight, atBottom] = [right - label.width, bottom - label.height];
  const corners: readonly (readonly [number, number])[] = [
    [left, top],
    [left, above],
    [atRight, top],
    [atRight, above],
    [atRight, atBottom],
    [left, bottom],
    [atRight, bottom],
    [left, atBottom],
    [right, half],
    [before, half],
    [middle, above],
    [middle, bottom],
  ];
  const places = [
    ...corners.map(([x, y], order) => ({ x, y, cost: STEP * order })),
    ...inner(box, label).map((x) => ({ x, y: half, cost: INNER })),
  ];
  return places.map(({ x, y, cost }) => ({ rect: within(x, y, label, picture), cost }));
}

const STEP = 8;
const INNER = 180;

/** Places inside a wide row, which has space between the texts at its two ends. */
function inner({ left, right }: Rect, label: Size): readonly number[] {
  if (right - left < 4 * label.width) return [];
  return [0.75, 0.5, 0.25].map((share) => left + share * (right - left) - label.width / 2);
}

/** The distances of a label from its element, if a line connects them, in heights of the label. */
const GAPS = [0.8, 1.6, 2.6, 4, 6] as const;
const DIRECTIONS = 16;
const AWAY = 250;
const PER_PIXEL = 3;

/** Places away from the element, nearer ones first; a line connects the label with the element. */
export function placesAway(box: Rect, label: Size, picture: Size): readonly LabelPlace[] {
  const [centerX, centerY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return GAPS.flatMap((gap) =>
    Array.from({ length: DIRECTIONS }, (_, step) => {
      const angle = (2 * Math.PI * step) / DIRECTIONS;
      const away = gap * label.height;
      const x = centerX + Math.cos(angle) * ((box.right - box.left + label.width) / 2 + away) - label.width / 2;
      const y = centerY + Math.sin(angle) * ((box.bottom - box.top + label.height) / 2 + away) - label.height / 2;
      return { rect: within(x, y, label, picture), cost: AWAY + PER_PIXEL * away };
    }),
  );
}

function within(x: number, y: number, label: Size, picture: Size): Rect {
  const left = Math.round(Math.max(0, Math.min(x, picture.width - label.width)));
  const top = Math.round(Math.max(0, Math.min(y, picture.height - label.height)));
  return rectOf(left, top, left + label.width, top + label.height);
}
