import { inOneGo, inTurns, type Steps } from "../../base/steps.js";
import type { UiElement } from "../../screen/element.js";
import { refSteps } from "../../screen/identity.js";
import { isSameSource, type Observation } from "../../screen/observation.js";
import type { WindowScope } from "../../screen/screen-memory.js";
import type { Session } from "../../session/session.js";
import type { ObservationParts } from "../observation-parts.js";
import type { WindowData } from "../probes/window.js";
import { draftsOf } from "./drafts-of.js";
import { pictureOfTree } from "./fingerprints.js";
import { printedAgain, printedDrafts } from "./printed.js";

export interface Asked {
  readonly session: Session;
  readonly look: ObservationParts;
  readonly isInconsistent: boolean;
}

/** The elements with their refs. An element of windows that were seen before keeps the ref that it had. */
export function identify(asked: Asked): readonly UiElement[] {
  return inOneGo(identifySteps(asked));
}

export interface NamedAfter {
  readonly elements: readonly UiElement[];
  /**
   * The last observation of the session, with which the elements were compared. If the session has a later one now, the
   * elements cannot be used.
   */
  readonly after: Observation | null;
}

/** As {@link identify}, but other calls are served in between. */
export async function identifyInTurns(asked: Asked): Promise<NamedAfter> {
  const after = asked.session.lastObservation;
  return { elements: await inTurns(identifySteps(asked)), after };
}

function* identifySteps({ session, look, isInconsistent }: Asked): Steps<readonly UiElement[]> {
  const window = look.merged?.facts ?? null;
  const hierarchy = look.hierarchy?.value?.hierarchy;
  if (!hierarchy) return [];
  const last = session.lastObservation;
  const previous =
    last?.viewHierarchy && isComparable(last, look, window)
      ? { elements: last.elements, viewHierarchy: last.viewHierarchy }
      : null;
  const picture = pictureOfTree(look);
  const printed = picture && { frame: picture, ime: window?.ime ?? look.fields.ime ?? null };
  // The hierarchy is the same object: only pixels could distinguish its elements from the last ones.
  const isSame = previous?.viewHierarchy === hierarchy && !look.vision && last?.parts.vision === undefined;
  const same = isSame ? printedAgain(previous, printed) : null;
  if (same) return same;
  const scope: WindowScope = {
    bootId: look.device.value?.bootId ?? null,
    source: look.hierarchy?.value?.source ?? "none",
    frontId: window?.activeWindow?.windowId ?? null,
  };
  const drafts = printedDrafts(draftsOf(look, hierarchy), hierarchy, printed);
  const remembered = (place: number) => (isInconsistent ? [] : session.screens.looksOf(hierarchy, place, scope));
  yield;
  return yield* refSteps(drafts, hierarchy, previous, () => session.nextRef(), remembered);
}

/**
 * Whether both observations are from the same source in the same boot. If the source reports no window ids of its own,
 * the same window has to be in front, too.
 */
function isComparable(last: Observation, look: ObservationParts, window: WindowData | null): boolean {
  const bootId = look.device.value?.bootId ?? null;
  const found = look.hierarchy?.value;
  if (bootId === null || last.device.bootId !== bootId || !found) return false;
  if (!isSameSource(last.hierarchySource, found.source)) return false;
  if (found.hierarchy.epoch !== null) return found.hierarchy.epoch === last.viewHierarchy?.epoch;
  const windowId = window?.activeWindow?.windowId ?? null;
  return windowId !== null && last.activeWindow?.windowId === windowId;
}
