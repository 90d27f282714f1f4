import type { Rect } from "../base/geometry.js";
import { isAppDialog } from "./app-dialog.js";
import { diffScreens } from "./diff.js";
import type { PictureChange } from "./diff-text.js";
import type { ActiveWindow } from "./facts.js";
import { frontText } from "./header.js";
import type { MatchSource } from "./match-source.js";
import { isSameSource, type Observation } from "./observation.js";
import { DEFAULT_OUTLINE } from "./outline.js";

/** The differences between two screens. Parts that were not read in one of them are not differences. */
export interface Changes {
  /** Null if the same window is in front; else the windows in front before and now, named as in headers. */
  readonly window: { readonly from: string; readonly to: string } | null;
  readonly keyboard: "shown" | "hidden" | null;
  /** In words: screen on or off, locked or unlocked, rotated. */
  readonly state: readonly string[];
  /** Refs; those of `removed` are of the screen before. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly isRearranged: boolean;
  /** The most frequent movement in pixels, and how many elements moved by it. */
  readonly moved: { readonly x: number; readonly y: number; readonly count: number } | null;
  /** The bounds of all changed pixels, if only pixels changed. */
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

/** Whether the elements of both screens were read, by the same source: another source has other words and refs. */
export function areComparable(before: Observation, after: Observation): boolean {
  if (after.hierarchySource === "none" || !isSameSource(before.hierarchySource, after.hierarchySource)) return false;
  return before.viewHierarchy?.epoch === after.viewHierarchy?.epoch;
}

/** The screen now, for conditions, with whether it differs from an earlier one of the same boot. */
export function sourceSince(before: Observation | null, now: Observation): MatchSource {
  if (before === null || before.device.bootId !== now.device.bootId) return { ...now, changed: null };
  // If elements cannot be compared, finding no other difference does not prove that nothing changed.
  const changed = isChanged(changesBetween(before, now, null)) || (areComparable(before, now) ? false : null);
  return { ...now, changed };
}

/** Whether there is any difference. */
export function isChanged(changes: Changes): boolean {
  const { window, keyboard, state, added, removed, changed, isRearranged, moved, picture } = changes;
  if (window || keyboard || state.length > 0 || isRearranged || moved || picture) return true;
  return added.length + removed.length + changed.length > 0;
}

/** The differences in few words; the diff shows the changed lines of the outline. */
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

/** Whether both facts describe the same window in front: by its id, if both come from the same kind of source. */
export function isSameFront(before: ActiveWindow, after: ActiveWindow): boolean {
  if (before.windowId === null || after.windowId === null || isFromCompanion(before) !== isFromCompanion(after)) {
    return before.title === after.title && before.package === after.package;
  }
  return before.windowId === after.windowId;
}

/**
 * Whether the id comes from the companion. Ids from dumps are hexadecimal numbers; the companion's have another form.
 */
function isFromCompanion({ windowId }: ActiveWindow): boolean {
  return windowId !== null && !/^[0-9a-f]+$/.test(windowId);
}

function windowChange(before: Observation, after: Observation): Changes["window"] {
  const [old, now] = [before.activeWindow, after.activeWindow];
  if (!old || !now || (isSameFront(old, now) && old.type === now.type)) return null;
  return { from: nameOf(before), to: nameOf(after) };
}

/** A dialog of an app has the name of its activity: it is called a dialog, as in the header. */
function nameOf(screen: Observation): string {
  return isAppDialog(screen) ? `dialog of ${frontText(screen)}` : frontText(screen);
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
