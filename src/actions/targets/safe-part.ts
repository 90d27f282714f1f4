import { FoveaError } from "../../base/errors.js";
import { intersect, type Rect, rectOf } from "../../base/geometry.js";
import type { Session } from "../../session/session.js";
import type { Screen } from "./located.js";

/** The whole screen. Errors: FACT_UNKNOWN if its size is unknown. */
export function wholeScreen(session: Session, { screenSize }: Screen): Rect {
  if (screenSize) return rectOf(0, 0, screenSize.width, screenSize.height);
  const device = session.device.serial;
  throw new FoveaError("FACT_UNKNOWN", `the screen size of ${device} is not known`, { device });
}

/** An area without the keyboard, and without the edges where the system handles swipes itself. */
export function safePart(area: Rect, { systemInsets: insets, screenSize, ime }: Screen): Rect {
  if (!screenSize) return area;
  const taken = [insets?.systemGestures, insets?.mandatorySystemGestures, insets?.statusBars, insets?.navigationBars];
  const edge = (side: "left" | "top" | "right" | "bottom") => Math.max(0, ...taken.map((one) => one?.[side] ?? 0));
  const keyboardTop = ime?.visible === true && ime.frame ? ime.frame.top : screenSize.height;
  const safe = rectOf(
    edge("left"),
    edge("top"),
    screenSize.width - edge("right"),
    Math.min(screenSize.height - edge("bottom"), keyboardTop),
  );
  return intersect(area, safe);
}
