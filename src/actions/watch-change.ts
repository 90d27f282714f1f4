import { type Glance, glanceOf, isSameWindow, isWindowOf, pictureChange } from "../observe/glance.js";
import { lastSighting } from "../observe/still-shown.js";
import { diffScreens } from "../screen/diff.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { movesByItself } from "../screen/restless.js";
import type { Session } from "../session/session.js";
import { isReadable } from "./act.js";
import { type Arrival, isTorn, readTree, type Watch } from "./watch.js";

/** The screen that a change is measured from. */
interface Base {
  readonly glance: Glance;
  readonly observation: Observation;
}

/**
 * Waits until the screen is another than a caller was last told: another window, other lines in the outline, or other
 * pixels where nothing blinks or turns by itself. Where a caller was told of nothing yet, from the first look on.
 */
export function watchChange(session: Session): Watch {
  const told = session.lastTold;
  let base: Base | null = null;
  let last: Observation | null = null;
  const read = async (now: Glance, signal: AbortSignal) => {
    last = await readTree(session, now, signal);
    return last;
  };
  const start = async (now: Glance, signal: AbortSignal): Promise<Arrival | undefined> => {
    if (told && isAsTold(session, told, now)) {
      base = { glance: now, observation: told };
      return undefined;
    }
    const observation = await read(now, signal);
    const isOther = told !== null && isReadable(told) && isReadable(observation) && isOtherScreen(told, observation);
    base = { glance: now, observation };
    return isOther ? { after: observation, picture: null } : undefined;
  };
  const arrival = (from: Base, now: Glance, observation: Observation): Arrival | undefined => {
    const picture = pictureChange(from.glance.grid, now);
    const isSame = isSameWindow(from.glance, now);
    if (!isSame || isOtherScreen(from.observation, observation)) return { after: observation, picture: null };
    const isPictureOnly = typeof picture === "object" && picture !== null;
    return isPictureOnly && !movesByItself(picture, observation.elements) ? { after: observation, picture } : undefined;
  };
  return {
    usesPixels: true,
    get last() {
      return last;
    },
    check: async (now, signal): Promise<Arrival | undefined> => {
      if (!base) return await start(now, signal);
      const picture = pictureChange(base.glance.grid, now);
      const isSame = isSameWindow(base.glance, now);
      if (isSame && picture === "same") return undefined;
      const observation = await read(now, signal);
      const found = arrival(base, now, observation);
      base = { glance: now, observation };
      return found;
    },
    see: (observation, grid) => {
      last = observation;
      if (isTorn(observation)) return undefined;
      const now = glanceOf(observation, grid);
      const from = base ?? (told && baseOf(session, told, observation));
      // Pixels that were not looked at this time are compared with those of the last time.
      base = { glance: { ...now, grid: grid ?? from?.glance.grid ?? null }, observation };
      return from ? arrival(from, now, observation) : undefined;
    },
  };
}

/** What was told, where it can be compared: another source has other windows and words. */
function baseOf(session: Session, told: Observation, { hierarchySource, viewHierarchy }: Observation): Base | null {
  const isSameLife = told.viewHierarchy?.epoch === viewHierarchy?.epoch;
  if (told.hierarchySource !== hierarchySource || !isSameLife) return null;
  const sighting = lastSighting(session);
  return { glance: glanceOf(told, sighting?.observation === told ? sighting.grid : null), observation: told };
}

function isAsTold(session: Session, told: Observation, now: Glance): boolean {
  const sighting = lastSighting(session);
  if (sighting?.observation !== told || !isWindowOf(told, now)) return false;
  return pictureChange(sighting.grid, now) === "same";
}

/** Where one of them could not be read, the pixels alone decide. */
function isOtherScreen(before: Observation, after: Observation): boolean {
  if (before.device.bootId !== after.device.bootId) return true;
  if (!isReadable(before) || !isReadable(after)) return isReadable(before) !== isReadable(after);
  const { added, removed, changed, isRearranged } = diffScreens(before, after, DEFAULT_OUTLINE);
  return isRearranged || added.length + removed.length + changed.length > 0;
}
