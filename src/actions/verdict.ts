import { areComparable, type Changes, changesBetween, changeWords, isChanged, isSameFront } from "../screen/changes.js";
import type { PictureChange } from "../screen/diff-text.js";
import type { ActiveWindow, WindowType } from "../screen/facts.js";
import { frontText } from "../screen/header.js";
import { quoteWords } from "../screen/label.js";
import type { Observation } from "../screen/observation.js";

/**
 * The proven result of an action. `changed`: the screen differs from right before it, or a state of the device that was
 * read again does. `no_effect`: the screen is the same by its hierarchy and by its pixels or frames, is stable, and
 * nothing was drawn for the action. `unexpected_window`: the system or another app came to the front. `app_crashed` and
 * `app_not_responding`: Android reports it of the app. `uncertain`: the action may have hit something else. `sent`: it
 * was sent, and the caller asked not to read the result. `unknown`: none of these is proven.
 */
export const VERDICTS = [
  "changed",
  "no_effect",
  "unexpected_window",
  "app_crashed",
  "app_not_responding",
  "uncertain",
  "sent",
  "unknown",
] as const;
export type VerdictKind = (typeof VERDICTS)[number];

export interface Verdict {
  readonly kind: VerdictKind;
  /** The evidence, in few words; at least one. */
  readonly evidence: readonly string[];
  /** The differences from right before the action; null if the two screens cannot be compared. */
  readonly changes: Changes | null;
}

/** The facts from which a verdict is made. */
export interface Acted {
  /** The last reading of the screen before the action; null if there was none since the boot. */
  readonly before: Observation | null;
  /**
   * The screen was read for this action, or its pixels confirmed that it had not changed; else anything may have
   * happened since.
   */
  readonly isFresh: boolean;
  readonly after: Observation | null;
  /** How the pixels changed between the two. */
  readonly picture: PictureChange;
  /** The app that the action should bring to the front, if that was its purpose. */
  readonly opens: string | null;
  /** Windows of the system that the action opens on purpose: a key that locks, a panel that is pulled down. */
  readonly asksFor: readonly WindowType[];
}

/** The verdict from the two readings alone. */
export function verdictOf(acted: Acted): Verdict {
  const { before, after, picture } = acted;
  if (!after) return unknown("there was no time left to read the screen", null);
  const changes = before && changesBetween(before, after, picture);
  const front = after.activeWindow;
  const isNewFront = front !== null && !(before?.activeWindow && isSameFront(before.activeWindow, front));
  const said = front && isNewFront ? verdictOfWindow(acted, after, front) : null;
  if (said) return { ...said, changes };
  if (!before || !changes) return unknown("nothing was known of the screen before", null);
  if (isRestlessOnly(changes, after)) return unknown("only parts that move by themselves changed", changes);
  if (isChanged(changes)) return { kind: "changed", evidence: changeWords(changes), changes };
  return sameVerdict(acted, after, changes);
}

type Said = Omit<Verdict, "changes">;

/** The meaning of a new window in front, if it is more than a change. */
function verdictOfWindow(acted: Acted, after: Observation, front: ActiveWindow): Said | null {
  const { opens, before, asksFor } = acted;
  const windowSaid = [frontText(after)];
  const dead = DIALOG.exec(front.title)?.[1] ?? null;
  const isOurs = dead !== null && actedOn(before, opens).includes(dead);
  if (front.type === "crashDialog" || front.type === "anrDialog") {
    const kind = front.type === "crashDialog" ? "app_crashed" : "app_not_responding";
    return isOurs ? { kind, evidence: [quoteWords(front.title)] } : unexpected(windowSaid);
  }
  if (front.type !== null && INTERRUPTS.has(front.type) && !asksFor.includes(front.type)) return unexpected(windowSaid);
  const isInFront = opens === null || front.package === opens || front.app?.package === opens;
  return isInFront ? null : unexpected([`${frontText(after)}, not ${opens}`]);
}

/** The titles of AppErrorDialog and AppNotRespondingDialog end with the name of the process. */
const DIALOG = /^Application (?:Error|Not Responding): ([\w.]+)/;

/** Windows that interrupt a user; an app's own dialogs and menus, and other apps, may be the intended effect. */
const INTERRUPTS: ReadonlySet<WindowType> = new Set<WindowType>([
  "permissionDialog",
  "intentChooser",
  "overlay",
  "keyguard",
]);

function unexpected(evidence: readonly string[]): Said {
  return { kind: "unexpected_window", evidence };
}

/** The apps that an action may have crashed: the one that was in front, and the one that it opens. */
export function actedOn(before: Observation | null, opens: string | null): readonly string[] {
  const front = before?.activeWindow;
  return [front?.package, front?.app?.package, opens].filter((name) => typeof name === "string");
}

/** Progress that continues, and a caret that blinks, are not effects of an action. */
function isRestlessOnly(changes: Changes, { elements }: Observation): boolean {
  const { changed, picture, ...rest } = changes;
  if (isChanged({ ...rest, changed: [], picture: null }) || picture !== null || changed.length === 0) return false;
  return changed.every((ref) => elements.find((one) => one.ref === ref)?.role === "progress");
}

function sameVerdict({ picture, before, isFresh }: Acted, after: Observation, changes: Changes): Verdict {
  const unread = after.errors.find(({ probe, code }) => probe === "hierarchy" && code !== "FACT_UNKNOWN");
  if (unread) return unknown(`not all of it could be read: ${unread.code}`, changes);
  if (before && !areComparable(before, after)) {
    const isRead = after.hierarchySource !== "none" && before.hierarchySource !== "none";
    return unknown(isRead ? "read by another source than before" : "the elements could not be read", changes);
  }
  if (!isFresh) return unknown("the screen looks unchanged, but was not read right before the action", changes);
  if (picture === "same") return { kind: "no_effect", evidence: ["same elements", "same pixels", "stable"], changes };
  return unknown(NOT_COMPARED, changes);
}

/** The evidence of a verdict that becomes `no_effect` if frames prove that nothing was drawn. */
export const NOT_COMPARED = "same elements; pixels were not compared";

/** A state of the device that was changed and read again counts as changed, even if nothing on the screen shows it. */
export function withState(verdict: Verdict): Verdict {
  if (verdict.kind !== "no_effect" && verdict.kind !== "unknown") return verdict;
  return { ...verdict, kind: "changed", evidence: ["read again on the device", ...verdict.evidence] };
}

/** The app drew something for a touch that is no longer visible: a ring around it, or a change that was undone. */
export function withDrawn(verdict: Verdict): Verdict {
  if (verdict.kind !== "no_effect") return verdict;
  return { ...verdict, kind: "unknown", evidence: [...verdict.evidence, "but the app drew something after the touch"] };
}

function unknown(why: string, changes: Changes | null): Verdict {
  return { kind: "unknown", evidence: [why], changes };
}
