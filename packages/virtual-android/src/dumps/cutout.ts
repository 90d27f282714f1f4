import type { Rect } from "../../../../src/base/geometry.js";
import type { DisplayView } from "./display-views.js";
import { EMPTY_RECT, longRect } from "./text.js";

/**
 * DisplayCutout.toString of the display's current rotation: one bounding rectangle on Android 9, four (left, top,
 * right, bottom) from 10 on, the waterfall insets from 11 and the parser info from 12.
 */
export function cutoutText(api: number, view: DisplayView): string {
  const insets = view.display.cutout?.insets ?? EMPTY_RECT;
  const bounds = boundingRects(view);
  if (api <= 28) {
    const rect = bounds.find((one) => one !== EMPTY_RECT) ?? EMPTY_RECT;
    return `DisplayCutout{insets=${longRect(insets)} boundingRect=${longRect(rect)}}`;
  }
  const rects = `boundingRect={Bounds=[${bounds.map(longRect).join(", ")}]}`;
  const waterfall = api >= 30 ? "waterfall=Insets{left=0, top=0, right=0, bottom=0} " : "";
  const info = api >= 31 ? ` cutoutPathParserInfo={${parserInfo(api, view)}}` : "";
  return `DisplayCutout{insets=${longRect(insets)} ${waterfall}${rects}${info}${api >= 35 ? " sideOverrides={}" : ""}}`;
}

/** One rectangle for each edge: left, top, right, bottom; empty if the edge has no cutout. */
function boundingRects(view: DisplayView): readonly Rect[] {
  const { cutout, size } = view.display;
  const touches: readonly ((rect: Rect) => boolean)[] = [
    (rect) => rect.left <= 0,
    (rect) => rect.top <= 0,
    (rect) => rect.right >= size.width,
    (rect) => rect.bottom >= size.height,
  ];
  return touches.map((isAtEdge) => cutout?.bounds.find(isAtEdge) ?? EMPTY_RECT);
}

function parserInfo(api: number, view: DisplayView): string {
  const { display } = view;
  const known = display.cutout !== null;
  const width = known ? display.physicalSize.width : 0;
  const height = known ? display.physicalSize.height : 0;
  const density = known ? display.density / 160 : 0;
  const physical = api >= 33 ? `physicalDisplayWidth=${width} physicalDisplayHeight=${height} ` : "";
  const scale = known ? "1.0" : "0.0";
  const ratio = api >= 33 ? ` physicalPixelDisplaySizeRatio={${scale}}` : "";
  return (
    `CutoutPathParserInfo{displayWidth=${width} displayHeight=${height} ${physical}` +
    `density={${Number.isInteger(density) ? `${density}.0` : density}} cutoutSpec={${cutoutSpec(view)}} ` +
    `rotation={${known ? display.rotation : 0}} scale={${scale}}${ratio}}`
  );
}

/** The path of the cutout: a rectangle in panel pixels, from the first bounding rectangle. */
function cutoutSpec(view: DisplayView): string {
  const rect = view.display.cutout?.bounds[0];
  if (!rect) return "";
  return `M ${rect.left},${rect.top} H ${rect.right} V ${rect.bottom} H ${rect.left} Z @left`;
}
