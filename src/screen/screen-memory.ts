import type { ViewHierarchy } from "./hierarchy.js";
import type { HierarchySource, Observation } from "./observation.js";
import { type IdentifiedScreen, SeenScreen, type SeenWindow } from "./seen-screen.js";

/** The facts that distinguish windows, besides their own ids. */
export interface WindowScope {
  /** The id of the device's boot; null if it is unknown: then nothing is remembered. */
  readonly bootId: string | null;
  readonly source: HierarchySource;
  /** The window manager's name of the window in front; null if it does not report it. */
  readonly frontId: string | null;
}

/** The facts of an observation that are remembered. */
export interface NotedScreen extends Pick<Observation, "elements" | "viewHierarchy" | "hierarchySource"> {
  readonly device: Pick<Observation["device"], "bootId">;
  readonly activeWindow: { readonly windowId: string | null } | null;
  readonly errors: readonly { readonly code: string }[];
}

/** The most windows that are remembered. */
const MOST_WINDOWS = 24;
/** The most observations of one window, besides the latest. */
const MOST_OBSERVATIONS = 6;
/** The most nodes of all remembered trees together: about ten megabytes. */
const MOST_NODES = 30_000;

/**
 * Earlier observations of the windows of one device: the latest one of each window, and older ones that have elements
 * which are gone now. They identify elements that come back. Bounded: the windows not seen for the longest time, and
 * the oldest observations of a window, are forgotten first. Elements of forgotten observations get new refs when they
 * come back.
 */
export class ScreenMemory {
  /** The window seen last is the last entry; the latest observation of each window comes first. */
  readonly #windows = new Map<string, readonly SeenWindow[]>();
  #last: IdentifiedScreen["elements"] | null = null;

  /** The earlier observations of this window, the latest first. */
  looksOf(hierarchy: ViewHierarchy, window: number, scope: WindowScope): readonly SeenWindow[] {
    const key = keysOf(hierarchy, scope)[window] ?? null;
    return key === null ? [] : (this.#windows.get(key) ?? []);
  }

  /** Remembers the present screen, unless its parts are inconsistent. */
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
      this.#windows.set(key, [{ seen, window, gone: [] }, ...older.slice(0, MOST_OBSERVATIONS)]);
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

/** From the latest observation any element may be gone; from older ones only elements that were gone before. */
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
 * A lasting key for each window; null if there is none. Ids of the companion's windows are valid only during one run of
 * the companion. Ids of a dump, and windows without ids, are valid only with the window that was in front.
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
