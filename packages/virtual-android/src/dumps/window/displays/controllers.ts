import type { PhoneState } from "../../../phone-state.js";
import { displayInfo } from "../../display-info.js";
import type { DisplayView } from "../../display-views.js";
import { stableFrame } from "../../frames.js";
import { rootTasks } from "../../tasks.js";
import { type Lines, shortRect, when } from "../../text.js";

/** The helpers of a display up to Android 10: dim layers (8), the split-screen divider, and picture in picture. */
export function controllerLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  if (api >= 30) return [];
  const pinned = api >= 26 && api <= 28 ? ["", ...pinnedStack(state, view)] : [];
  return [...(api <= 27 ? [...dimLayers(state, view), ""] : []), ...DIVIDER, ...when(api === 29, ""), ...pinned];
}

const DIVIDER: Lines = [
  "DockedStackDividerController",
  "  mLastVisibility=false",
  "  mMinimizedDock=false",
  "  mAdjustedForIme=false",
  "  mAdjustedForDivider=false",
];

function dimLayers(state: PhoneState, view: DisplayView): Lines {
  const { width, height } = view.display.size;
  const bounds = `[${-width / 4},${-height / 4}][${width + width / 4},${height + height / 4}]`;
  const owners = rootTasks(state.build.apiLevel, view).flatMap((root) => [
    `Stack=${root.rootId}`,
    ...root.tasks.map((task) => `Task=${task.taskId}`),
  ]);
  const layers = owners.flatMap((owner) => [
    `  ${owner}`,
    "    dimLayer=shared, animator=null, continueDimming=false",
    "    mDimSurface=null mLayer=-1 mAlpha=0.0",
    `    mLastBounds=[0,0][0,0] mBounds=${bounds}`,
    `    Last animation:  mDuration=0 mStartTime=0 curTime=${state.uptimeMs}`,
    "     mStartAlpha=0.0 mTargetAlpha=0.0",
  ]);
  return ["DimLayerController", ...layers];
}

function pinnedStack(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const bounds = pictureBounds(view, api);
  return [
    "PinnedStackController",
    `  defaultBounds=${bounds.picture}`,
    `  movementBounds=${bounds.movement}`,
    `  mIsImeShowing=${view.ime?.isVisible ?? false}`,
    ...when(api >= 28, `  mImeHeight=${imeHeight(view)}`, "  mIsShelfShowing=false", "  mShelfHeight=0"),
    ...when(api >= 28, "  mReentrySnapFraction=-1.0"),
    "  mIsMinimized=false",
    "  mActions=[]",
    ...when(api >= 28, ` mDisplayInfo=${displayInfo(api, view, "override")}`),
  ];
}

/** Picture in picture from Android 10 on. The dump calls it a stack up to Android 11, and a task from 12 on. */
export function pinnedLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  if (api < 29) return [];
  const showing = [`  mIsImeShowing=${view.ime?.isVisible ?? false}`, `  mImeHeight=${imeHeight(view)}`];
  const ratios = ["  mMinAspectRatio=0.41841003", "  mMaxAspectRatio=2.39"];
  if (api >= 31) return ["PinnedTaskController", ...showing, ...ratios];
  if (api === 30) return ["PinnedStackController", ...showing, "  mAspectRatio=-1.0", ...ratios, "  mActions=[]"];
  const bounds = pictureBounds(view, api);
  return [
    "PinnedStackController",
    `  defaultBounds=${bounds.picture}`,
    "  mDefaultMinSize=284",
    "  mDefaultStackGravity=85",
    "  mDefaultAspectRatio=1.777778",
    `  movementBounds=${bounds.movement}`,
    ...showing,
    "  mIsShelfShowing=false",
    "  mShelfHeight=0",
    "  mReentrySnapFraction=-1.0",
    "  mIsMinimized=false",
    "  mAspectRatio=1.777778",
    ...ratios,
    "  mActions=[]",
    `  mDisplayInfo=${displayInfo(api, view, "override")}`,
  ];
}

function imeHeight(view: DisplayView): number {
  return view.ime?.isVisible ? view.ime.height : 0;
}

function pictureBounds(view: DisplayView, api: number): { readonly picture: string; readonly movement: string } {
  const stable = stableFrame(api, view);
  const margin = Math.round((16 * view.display.density) / 160);
  const right = stable.right - margin;
  const bottom = stable.bottom - margin;
  const width = Math.floor((stable.right - stable.left) / 2);
  const picture = { left: right - width, top: bottom - Math.floor((width * 9) / 16), right, bottom };
  return {
    picture: shortRect(picture),
    movement: shortRect({ left: stable.left + margin, top: stable.top + margin, right, bottom }),
  };
}
