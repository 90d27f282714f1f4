import type { Size } from "../../../base/geometry.js";
import type { Insets, InsetsKind, Rotation, SystemInsets } from "../../../screen/facts.js";
import { edgesOf, type InsetsState, insetsOfKind, isAuthority, NO_INSETS } from "./insets.js";
import { barFromAppSize, type LegacyInsets, parseLegacyInsets } from "./legacy-insets.js";
import type { WindowSections } from "./sections.js";
import { barFromWindows } from "./window-bars.js";
import type { WindowEntry } from "./window-list.js";

export interface InsetsParts {
  /** The lines about the display. */
  readonly block: readonly string[];
  readonly state: InsetsState | undefined;
  readonly sections: WindowSections;
  readonly windows: readonly WindowEntry[];
  readonly display: Size | null;
  readonly rotation: Rotation | null;
  readonly apiLevel: number | null;
}

/**
 * The insets of a display: from its insets state (11+), from the layout rectangles (7–10, where apps get their insets
 * from these and not from the state), else from the windows that provide them. Null if the text has none of them.
 */
export function mergeInsets({
  block,
  state,
  sections,
  windows,
  display,
  rotation,
  apiLevel,
}: InsetsParts): SystemInsets | null {
  const legacy = isAuthority(state) ? undefined : legacyInsets(block, sections.policy, display);
  const stateKind = (kind: InsetsKind) => (state ? insetsOfKind(state, kind, display) : null);
  const insets = {
    statusBars: legacy ? withVisibility(legacy.statusBars, state, "statusBars") : stateKind("statusBars"),
    navigationBars: legacy
      ? withVisibility(legacy.navigationBars, state, "navigationBars")
      : stateKind("navigationBars"),
    ime: imeInsets(legacy, stateKind("ime")),
    displayCutout: stateKind("displayCutout"),
    captionBar: stateKind("captionBar"),
    systemGestures: stateKind("systemGestures"),
    mandatorySystemGestures: stateKind("mandatorySystemGestures"),
    tappableElement: stateKind("tappableElement"),
  };
  const screen = { windows, isExcerpt: sections.isExcerpt, display, rotation, apiLevel };
  const filled = {
    ...insets,
    statusBars: insets.statusBars ?? barFromWindows("statusBars", screen),
    navigationBars:
      insets.navigationBars ?? barFromWindows("navigationBars", screen) ?? barFromAppSize(block, apiLevel),
  };
  if (Object.values(filled).every((value) => value === null)) return null;
  return { ...filled, edges: edgesOf(filled) };
}

/**
 * Up to Android 8 only the policy has the layout rectangles: other rectangles, or an insets state, are lines of a
 * window's title.
 */
export function areInsetsContested({ block, state, sections }: InsetsParts): boolean {
  if (sections.isExcerpt || !sections.policy.some((line) => STABLE.test(line))) return false;
  if (isAuthority(state)) return true;
  const own = sections.policy.filter((line) => STABLE.test(line)).map((line) => line.trim());
  const others = block.filter((line) => STABLE.test(line)).map((line) => line.trim());
  return others.some((line) => !own.includes(line)) || (others.length > 0 && new Set(own).size > 1);
}

const STABLE = /^\s*mStable=/;

function legacyInsets(block: readonly string[], policy: readonly string[], display: Size | null) {
  return parseLegacyInsets(block, policy, display) ?? parseLegacyInsets(policy, [], display);
}

function imeInsets(legacy: LegacyInsets | undefined, source: Insets | null): Insets | null {
  if (source?.visible === true) return source;
  return legacy?.ime ?? source;
}

/** Android 10 reports in its insets sources whether a bar is shown; the rectangles give its thickness. */
function withVisibility(insets: Insets, state: InsetsState | undefined, kind: InsetsKind): Insets {
  const sources = state?.sources.filter((source) => source.kind === kind) ?? [];
  if (insets === NO_INSETS || insets.visible !== null || sources.length === 0) return insets;
  return { ...insets, visible: sources.some((source) => source.visible) };
}
