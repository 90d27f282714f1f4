import type { Rect } from "../base/geometry.js";
import { diffScreens } from "./diff.js";
import type { PictureChange } from "./diff-text.js";
import type { ActiveWindow } from "./facts.js";
import { frontText } from "./header.js";
import type { MatchSource } from "./match-source.js";
import { isSameSource, type Observation } from "./observation.js";
import { DEFAULT_OUTLINE } from "./outline.js";

/** How one screen differs from another. Parts that were not read in one of them are no difference. */
export interface Changes {
  /** Another window in front: what was there and what is, as headers name them. */
  readonly window: { readonly from: string; readonly to: string } | null;
  readonly keyboard: "shown" | "hidden" | null;
  /** Screen on or off, locked or not, turned: in words. */
  readonly state: readonly string[];
  /** Refs; those of `removed` are of the screen before. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly isRearranged: boolean;
  /** How many elements moved the commonest way, in pixels. */
  readonly moved: { readonly x: number; readonly y: number; readonly count: number } | null;
  /** The bounds of every changed pixel, where only pixels show the change. */
  readonly picture: Rect | null;
}

/** The changes between two observations of one device in one boot. */
export function changesBetween(before: Observation, after: Observation, picture: PictureChange): Changes {
  const diff = areComparable(before, after) ? diffScreens(before, after, DEFAULT_OUTLINE) : null;
  const refs = (elements: readonly { readonly ref: string }[] = []) => elements.map(({ ref }) => ref);
  const elements = {
    added: refs(diff?.added),
    removed: refs(diff?.removed),
    changed: refs(diff?.changed),
    isRearranged: diff?.isRearranged ?? false,
    moved: diff?.moved ? { ...diff.moved.by, count: diff.moved.count } : null,
  };
  return {
    window: windowChange(before, after),
    keyboard: keyboardChange(before, after),
    state: stateChanges(before, after),
    ...elements,
    picture: picture !== null && picture !== "same" ? picture : null,
  };
}

/** Whether the elements of both were read, and named by the same source: another one has other words and refs. */
export function areComparable(before: Observation, after: Observation): boolean {
  if (after.hierarchySource === "none" || !isSameSource(before.hierarchySource, after.hierarchySource)) return false;
  return before.viewHierarchy?.epoch === after.viewHierarchy?.epoch;
}

/** A screen for conditions, and whether it differs from an earlier one of the same boot. */
export function sourceSince(before: Observation | null, now: Observation): MatchSource {
  if (before === null || before.device.bootId !== now.device.bootId) return { ...now, changed: null };
  // That nothing else is different says nothing of elements that cannot be compared.
  const changed = isChanged(changesBetween(before, now, null)) || (areComparable(before, now) ? false : null);
  return { ...now, changed };
}

/** Whether there is any difference. */
export function isChanged(changes: Changes): boolean {
  const { window, keyboard, state, added, removed, changed, isRearranged, moved, picture } = changes;
  if (window || keyboard || state.length > 0 || isRearranged || moved || picture) return true;
  return added.length + removed.length + changed.length > 0;
}

/** The differences in few words; the lines of the outline themselves are left to the diff. */
export function changeWords(changes: Changes): readonly string[] {
  const { window, keyboard, state, added, removed, changed, isRearranged, moved, picture } = changes;
  const count = (refs: readonly string[], word: string) => (refs.length > 0 ? [`${refs.length} ${word}`] : []);
  const lines = [...count(added, "new"), ...count(removed, "gone"), ...count(changed, "changed")];
  const isPicture = lines.length === 0 && picture;
  return [
    ...(window ? [`${window.from} -> ${window.to}`] : []),
    ...state,
    ...(keyboard ? [`keyboard ${keyboard}`] : []),
    ...lines,
    ...(isRearranged && lines.length === 0 ? ["rearranged"] : []),
    ...(moved && lines.length === 0 ? [`${moved.count} moved`] : []),
    ...(isPicture ? [`picture within [${picture.left},${picture.top}][${picture.right},${picture.bottom}]`] : []),
  ];
}

/** Whether two words on the window in front are of the same window: by its id, where both name it in the same way. */
export function isSameFront(before: ActiveWindow, after: ActiveWindow): boolean {
  if (before.windowId === null || after.windowId === null || isLive(before) !== isLive(after)) {
    return before.title === after.title && before.package === after.package;
  }
  return before.windowId === after.windowId;
}

/** Dumps name windows by hexadecimal numbers, the companion by its own. */
function isLive({ windowId }: ActiveWindow): boolean {
  return windowId !== null && !/^[0-9a-f]+$/.test(windowId);
}

function windowChange(before: Observation, after: Observation): Changes["window"] {
  const [old, now] = [before.activeWindow, after.activeWindow];
  if (!old || !now || (isSameFront(old, now) && old.type === now.type)) return null;
  return { from: frontText(before), to: frontText(after) };
}

function keyboardChange({ ime: old }: Observation, { ime: now }: Observation): Changes["keyboard"] {
  if (typeof old?.visible !== "boolean" || typeof now?.visible !== "boolean" || old.visible === now.visible)
    return null;
  return now.visible ? "shown" : "hidden";
}

function stateChanges(before: Observation, after: Observation): readonly string[] {
  const flip = (old: boolean | null | undefined, now: boolean | null | undefined, on: string, off: string) =>
    typeof old === "boolean" && typeof now === "boolean" && old !== now ? [now ? on : off] : [];
  const isTurned = before.rotation !== null && after.rotation !== null && before.rotation !== after.rotation;
  return [
    ...flip(before.power?.interactive, after.power?.interactive, "screen on", "screen off"),
    ...flip(before.keyguard?.showing, after.keyguard?.showing, "locked", "unlocked"),
    ...(isTurned ? [`rotation ${after.rotation}`] : []),
  ];
}
