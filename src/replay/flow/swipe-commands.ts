import * as z from "zod";
import type { Direction } from "../../actions/verbs/swipe.js";
import { reader } from "./command-reader.js";
import { duration, elementOf, integer, selector, selectorWithPoint, text, wholePlace, yesNo } from "./flow-fields.js";

/**
 * Fields without effect: a touch always waits until its target is stable, and every action until the screen is stable.
 */
const restFields = { waitToSettleTimeoutMs: integer(-1_000_000, 1_000_000).optional() };

const direction = z
  .string()
  .transform((word) => word.toLowerCase())
  .pipe(z.enum(["up", "down", "left", "right"], "UP, DOWN, LEFT or RIGHT is expected"));

const swipeFields = z.strictObject({
  direction: direction.optional(),
  from: selectorWithPoint.optional(),
  start: text.optional(),
  end: text.optional(),
  duration: duration.optional(),
  ...restFields,
});

/** `swipe` of a flow. */
export const swipeCommand = reader(swipeFields, ({ direction: way, from, start, end, duration: durationMs }) => {
  const speed = speedOf(durationMs);
  if (start !== undefined || end !== undefined) {
    if (way || from) return "give either direction (with from or without), or start and end";
    const [first, last] = [wholePlace(start ?? ""), wholePlace(end ?? "")];
    if (!first || !last)
      return "start and end are places: 50%,80% of the screen or 540,1200 in pixels, without fractions";
    return { kind: "swipe", swipe: { speed, from: first, to: last } };
  }
  if (!way) return "give either direction (with from or without), or start and end";
  return { kind: "swipe", swipe: { speed, direction: way, target: from ? elementOf(from) : null } };
});

/** The nearest of Fovea's three speeds (120, 500 and 1000 ms); Maestro's default is 400 ms. */
function speedOf(durationMs = 400): "slow" | "normal" | "fast" {
  if (durationMs >= 750) return "slow";
  return durationMs < 250 ? "fast" : "normal";
}

const scrollFields = z.strictObject({
  element: selector,
  direction: direction.optional(),
  timeout: integer(-86_400_000, 86_400_000).optional(),
  speed: integer(-1_000_000, 1_000_000).optional(),
  visibilityPercentage: integer(0, 100).optional(),
  centerElement: yesNo.optional(),
  ...restFields,
});
const SCROLL_MS = 20_000;
/** To show the content further down, the finger moves up. */
const FINGER: Readonly<Record<Direction, Direction>> = { down: "up", up: "down", left: "right", right: "left" };

/** `scrollUntilVisible` of a flow. */
export const scrollUntilVisible = reader(scrollFields, ({ element, timeout = SCROLL_MS, speed = 40, ...fields }) => ({
  kind: "scrollUntil",
  element: elementOf(element),
  direction: FINGER[fields.direction ?? "down"],
  // As in Maestro, a time below 0 means the default.
  timeoutMs: timeout < 0 ? SCROLL_MS : timeout,
  // The duration of Maestro's swipe at this speed, in ms.
  speed: speedOf(speed > 100 ? 0 : 10 * (100 - speed) + 1),
  centers: fields.centerElement ?? false,
}));
