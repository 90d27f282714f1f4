import { FoveaError } from "../../base/errors.js";
import { quoteLabel, quoteWords } from "../../screen/label.js";
import { matchElements } from "../../screen/match.js";
import type { Observation } from "../../screen/observation.js";
import { parseElement, parseTarget, type Target } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";
import { contentOf, movementBetween } from "../proof/scrolled-content.js";
import { refTarget } from "../scroll/ref-target.js";
import { refuseOtherDisplay, screenContext } from "../targets/refuse-screen.js";
import { swipe } from "../verbs/swipe.js";

/** Enough for the 50 notifications that the system keeps for one app (NotificationManagerService). */
const MOST_SWIPES = 25;

/** ExpandableNotificationRow of SystemUI (status_bar_notification_row.xml). */
const ROW = "id/expandableNotificationRow";

/** A row of the shade, and notes on the swipes that made it visible. */
export interface RowOnScreen {
  readonly target: Target;
  readonly notes: readonly string[];
}

/**
 * Scrolls the shade until the row with this title is visible; in landscape most rows lie below the lower edge of the
 * screen. Errors: OTHER_DISPLAY; ELEMENT_NOT_FOUND at the end of the shade, at the limit, or if it closed; those of
 * swipe.
 */
export async function rowOnScreen(
  session: Session,
  { title, shade }: { readonly title: string; readonly shade: Observation | null },
  signal: AbortSignal,
): Promise<RowOnScreen> {
  refuseOtherDisplay(session, shade?.activeWindow ?? null, "the notifications are on the first");
  let seen = shade;
  for (let swipes = 0; ; swipes += 1) {
    const target = rowIn(title, seen);
    if (target) return { target, notes: notesOf(swipes) };
    const content = seen && contentOf(seen, null);
    if (!seen || !content?.container)
      throw notOnScreen(session, { title, seen, swipes, why: "the shade does not scroll" });
    if (swipes === MOST_SWIPES) throw notOnScreen(session, { title, seen, swipes, why: "that is the limit" });
    const over = refTarget(content.container.ref);
    const { after } = await swipe(session, { direction: "up", speed: "slow", target: over }, signal);
    if (!after || after.activeWindow?.title !== seen.activeWindow?.title)
      throw notOnScreen(session, { title, seen: after, swipes: swipes + 1, why: "the shade closed" });
    if (movementBetween(content, contentOf(after, null)) === "still")
      throw notOnScreen(session, { title, seen: after, swipes: swipes + 1, why: "its end is reached" });
    seen = after;
  }
}

function notesOf(swipes: number): readonly string[] {
  if (swipes === 0) return [];
  return [`scrolled the notifications ${swipes === 1 ? "once" : `${swipes} times`}`];
}

/**
 * The target for this title; undefined if it is not visible. If the shade shows rows, only these are searched: its
 * tiles, and the app below it, may show the same words.
 */
function rowIn(title: string, shade: Observation | null): Target | undefined {
  const label = quoteLabel(title);
  const elements = shade?.elements ?? [];
  const isShown = (words: string) => matchElements(parseElement(words), elements).length > 0;
  const found = [`${label} ${ROW}`, `${label} in ${ROW}`].find(isShown);
  if (found !== undefined) return parseElement(found);
  return isShown(label) && !isShown(ROW) ? parseTarget(label) : undefined;
}

interface Unseen {
  readonly title: string;
  readonly seen: Observation | null;
  readonly swipes: number;
  readonly why: string;
}

function notOnScreen(session: Session, { title, seen, swipes, why }: Unseen): FoveaError {
  const { serial } = session.device;
  const message = `the shade of ${serial} shows no row ${quoteWords(title)} after ${swipes} swipes, and ${why}; the device lists the notification`;
  const context = seen === null ? { device: serial } : screenContext(session, seen, quoteLabel(title));
  return new FoveaError("ELEMENT_NOT_FOUND", message, {
    ...context,
    mayHaveHappened: swipes > 0,
    hint: "Observe the shade: if the row of the app is a closed group, tap the group to open it, and call again.",
  });
}
