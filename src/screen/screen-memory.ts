import type { ViewHierarchy } from "./hierarchy.js";
import type { HierarchySource, Observation } from "./observation.js";
import { type IdentifiedScreen, SeenScreen, type SeenWindow } from "./seen-screen.js";

/** What distinguishes windows besides their own ids. */
export interface WindowScope {
  /** The boot of the device; null if it is unknown: then nothing is remembered. */
  readonly bootId: string | null;
  readonly source: HierarchySource;
  /** The window manager's name of the window in front; null if it does not report it. */
  readonly frontId: string | null;
}

/** What is noted of an observation. */
export interface NotedScreen extends Pick<Observation, "elements" | "viewHierarchy" | "hierarchySource"> {
  readonly device: Pick<Observation["device"], "bootId">;
  readonly activeWindow: { readonly windowId: string | null } | null;
  readonly errors: readonly { readonly code: string }[];
}

/** Windows of which something is remembered. */
const MOST_WINDOWS = 24;
/** Different looks of one window, besides the last one. */
const MOST_LOOKS = 6;
/** Nodes of all remembered trees together: some ten megabytes. */
const MOST_NODES = 30_000;

/**
 * How the windows of one device looked when they were last seen, and before that, as far as elements were on them then
 * that are gone now: what a ref that comes back is known by. Bounded; the windows not seen for longest, and of one
 * window its oldest looks, are forgotten first. Elements of what is forgotten get new refs when they come back.
 */
export class ScreenMemory {
  /** The window seen last comes last; of each window the latest look comes first. */
  readonly #windows = new Map<string, readonly SeenWindow[]>();
  #last: IdentifiedScreen["elements"] | null = null;

  /** How this window of a screen looked before, the latest look first. */
  looksOf(hierarchy: ViewHierarchy, window: number, scope: WindowScope): readonly SeenWindow[] {
    const key = keysOf(hierarchy, scope)[window] ?? null;
    return key === null ? [] : (this.#windows.get(key) ?? []);
  }

  /** Notes the screen as it is now, unless its parts do not belong together. */
  note({ elements, viewHierarchy, ...facts }: NotedScreen): void {
    if (elements === this.#last || viewHierarchy === null) return;
    this.#last = elements;
    if (facts.errors.some(({ code }) => code === "TORN_OBSERVATION")) return;
    const seen = new SeenScreen({ elements, viewHierarchy });
    const frontId = facts.activeWindow?.windowId ?? null;
    const scope = { bootId: facts.device.bootId, source: facts.hierarchySource, frontId };
    for (const [window, key] of keysOf(viewHierarchy, scope).entries()) {
      if (key === null || viewHierarchy.windows[window]?.root === null) continue;
      const looks = this.#windows.get(key) ?? [];
      this.#windows.delete(key);
      const older = looks.map((look, at) => withGone(look, seen, at === 0)).filter(({ gone }) => gone.length > 0);
      this.#windows.set(key, [{ seen, window, gone: [] }, ...older.slice(0, MOST_LOOKS)]);
    }
    this.#forget();
  }

  #forget(): void {
    let nodes = 0;
    const counted = new Set<SeenScreen>();
    for (const [at, [key, looks]] of [...this.#windows].reverse().entries()) {
      const kept = at < MOST_WINDOWS ? looks.filter(({ seen }) => fits(seen)) : [];
      if (kept.length === 0) this.#windows.delete(key);
      else if (kept.length < looks.length) this.#windows.set(key, kept);
    }
    function fits(seen: SeenScreen): boolean {
      if (!counted.has(seen)) nodes += seen.viewHierarchy.nodes.length;
      counted.add(seen);
      return nodes <= MOST_NODES;
    }
  }
}

/** All elements of the latest observation may go; of older ones only elements that had gone may come back. */
function withGone({ seen, window, gone: before }: SeenWindow, now: SeenScreen, isLatest: boolean): SeenWindow {
  const isGone = (place: number) => !now.refs.has(seen.elements[place]?.ref ?? "");
  if (!isLatest) return { seen, window, gone: before.filter(isGone) };
  const gone: number[] = [];
  for (const [place, element] of seen.elements.entries()) {
    if (element.window === window && isGone(place)) gone.push(place);
  }
  return { seen, window, gone };
}

/**
 * What names each window for good; null if nothing does. Ids of the companion's windows mean something in one
 * life of it only; those of a dump, and windows without one, by the window that was in front.
 */
function keysOf(hierarchy: ViewHierarchy, { bootId, source, frontId }: WindowScope): readonly (string | null)[] {
  const { epoch, windows, nodes } = hierarchy;
  const within = epoch ?? frontId;
  if (bootId === null || within === null) return windows.map(() => null);
  const reader = source === "uiautomator-cache" ? "uiautomator" : source;
  const keys = windows.map(({ windowId, type, root }) => {
    const owner = root === null ? null : (nodes[root]?.package ?? null);
    return JSON.stringify([bootId, reader, within, windowId ?? [type, owner]]);
  });
  return keys.map((key) => (keys.indexOf(key) === keys.lastIndexOf(key) ? key : null));
}
