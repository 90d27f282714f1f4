import { type Rect, rectOf, type Size } from "../../base/geometry.js";

/** A place that a label could have. */
export interface LabelPlace {
  readonly rect: Rect;
  /** What it costs by itself: the places that a reader looks at first cost least. */
  readonly cost: number;
}

/**
 * The places at the frame of an element: in its four corners, eight around it, and in the middle
 * of a wide one; all within the picture.
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

/** A wide row has room between what it says at its two ends. */
function inner({ left, right }: Rect, label: Size): readonly number[] {
  if (right - left < 4 * label.width) return [];
  return [0.75, 0.5, 0.25].map((share) => left + share * (right - left) - label.width / 2);
}

/** Gaps between an element and labels that a line leads to, in label heights. */
const GAPS = [0.8, 1.6, 2.6, 4, 6] as const;
const DIRECTIONS = 16;
const AWAY = 250;
const PER_PIXEL = 3;

/** Places away from the element, nearer ones first: a line has to lead there. */
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
