import { cutoutText } from "../../cutout.js";
import type { DisplayView } from "../../display-views.js";
import { boundsOf, contentFrame, dockFrame, nonDecorFrame, stableFrame } from "../../frames.js";
import { type Lines, shortRect, when } from "../../text.js";

/** DisplayFrames: one line from Android 12 on; on 9 to 11 also the areas that layout used. */
export function displayFrames(api: number, view: DisplayView): Lines {
  const { size, rotation } = view.display;
  const head = `DisplayFrames w=${size.width} h=${size.height} r=${rotation}`;
  return api >= 31 ? [head] : [head, ...areaLines(api, view)];
}

function areaLines(api: number, view: DisplayView): Lines {
  const whole = shortRect(boundsOf(view.display.size));
  const restricted = shortRect(nonDecorFrame(api, view));
  const stable = shortRect(stableFrame(api, view));
  const content = shortRect(contentFrame(view));
  const cutout = cutoutText(api, view);
  const wm = `WmDisplayCutout{${cutout}, mFrameSize=${view.display.cutout ? sizeText(view) : "null"}}`;
  return [
    `  mStable=${stable}`,
    `  mStableFullscreen=${restricted}`,
    `  mDock=${shortRect(dockFrame(view))}`,
    `  mCurrent=${content}`,
    `  mSystem=${whole}`,
    `  mContent=${content}`,
    `  mVoiceContent=${content}`,
    ...when(api <= 29, `  mOverscan=${whole}`, `  mRestrictedOverscan=${restricted}`),
    `  mRestricted=${restricted}`,
    `  mUnrestricted=${whole}`,
    ...when(api <= 29, "  mDisplayInfoOverscan=[0,0][0,0]", "  mRotatedDisplayInfoOverscan=[0,0][0,0]"),
    `  mDisplayCutout=${api === 28 ? "com.android.server.wm.utils.WmDisplayCutout@3c1" : wm}`,
  ];
}

function sizeText(view: DisplayView): string {
  return `${view.display.size.width}x${view.display.size.height}`;
}
