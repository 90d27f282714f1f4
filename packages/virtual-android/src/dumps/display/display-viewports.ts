import { rectOf } from "../../../../../src/base/geometry.js";
import { physicalPort } from "../display-info.js";
import { type DisplayView, displayType } from "../display-views.js";
import { boundsOf } from "../frames.js";
import { type Lines, longRect, when } from "../text.js";

/**
 * The viewports for input: up to Android 9 one default and one external viewport; from 10 on a list with types, and
 * from 11 on with `isActive=`. A foldable phone has two internal viewports, and one of them is active.
 */
export function viewportLines(api: number, views: readonly DisplayView[]): Lines {
  if (api >= 29) return [`  mViewports=[${views.map((view) => viewport(api, view)).join(", ")}]`];
  const main = views.find((view) => view.display.displayId === 0);
  const external = views.find((view) => displayType(view.display) === "EXTERNAL");
  return [
    `  mDefaultViewport=${main ? viewport(api, main) : NONE}`,
    `  mExternalTouchViewport=${external ? viewport(api, external) : NONE}`,
    ...when(api >= 26, "  mVirtualTouchViewports=[]"),
  ];
}

const NONE =
  "DisplayViewport{valid=false, displayId=0, uniqueId='null', orientation=0, logicalFrame=Rect(0, 0 - 0, 0), " +
  "physicalFrame=Rect(0, 0 - 0, 0), deviceWidth=0, deviceHeight=0}";

function viewport(api: number, view: DisplayView): string {
  const { display } = view;
  const { width, height } = display.physicalSize;
  const turned = display.rotation % 2 === 0 ? display.physicalSize : { width: height, height: width };
  const identity = [
    ...when(api >= 29, `type=${typeWord(view)}`),
    "valid=true",
    ...when(api >= 30, `isActive=${display.isOn}`),
    `displayId=${display.displayId}`,
    ...when(api >= 26, `uniqueId='${api >= 29 ? display.uniqueId : "null"}'`),
    ...when(api >= 29, `physicalPort=${physicalPort(view)}`),
    `orientation=${display.rotation}`,
    `logicalFrame=${longRect(boundsOf(display.size))}`,
    `physicalFrame=${longRect(rectOf(0, 0, turned.width, turned.height))}`,
    `deviceWidth=${turned.width}`,
    `deviceHeight=${turned.height}`,
  ];
  return `DisplayViewport{${identity.join(", ")}}`;
}

function typeWord(view: DisplayView): string {
  const type = displayType(view.display);
  return type === "OVERLAY" ? "VIRTUAL" : type;
}
