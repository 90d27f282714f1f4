import type { Size } from "../base/geometry.js";
import type { ElementDraft } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import { looksTouchable } from "../screen/looks-touchable.js";
import type { Detection } from "./detection.js";
import { calibratedConfidence } from "./fuse/doubt.js";
import { barPlaces, type Explanation, explainDetection, type Field, type Prospect } from "./fuse/explain.js";
import { isApart, isInHost, type LayoutContext, layoutContextOf } from "./fuse/layout-context.js";
import { type Match, match, wrapperPlaces } from "./fuse/match.js";
import { noteMaker } from "./fuse/notes.js";
import { type Drops, inOrder, prepare, type Seen } from "./fuse/prepare.js";
import { withoutRepeats } from "./fuse/select.js";
import { FUSION_DEFAULTS, type FusionOptions, type FusionSettings } from "./fuse/settings.js";
import { roleOfKind, weave } from "./fuse/weave.js";
import { giveWords, labelsOf, type Newcomer, withWords } from "./fuse/words.js";

import { poorTree } from "./poor-tree.js";

export type { FusionOptions } from "./fuse/settings.js";

export interface FusionInput {
  /** The elements of the hierarchy from elementsOf, in their order; `parent` is a place in this list. */
  readonly elements: readonly ElementDraft[];
  /** Null if no hierarchy was read. */
  readonly hierarchy: ViewHierarchy | null;
  /** The detections of all detectors, vision and ocr together, in screen pixels. */
  readonly detections: readonly Detection[];
  /** The screenshot of the detections, which shows blank elements; null if there is none. */
  readonly frame: Pick<Frame, "width" | "height" | "rgba"> | null;
  readonly screenSize: Size;
}

export interface Fused {
  /**
   * All elements of the hierarchy in their order, each with `vision`, and the elements that only pixels show, each at
   * its place in reading order. Parents are places in this list and come before their children.
   */
  readonly elements: readonly ElementDraft[];
  /** Detections that did not become elements, each with the reason (docs/fusion.md lists the reasons). */
  readonly dropped: readonly { readonly detection: Detection; readonly why: string }[];
}

/**
 * Merges the elements of the hierarchy and the detections into one list without repetitions. The hierarchy is never
 * changed: its elements keep their actions, states, labels and bounds. If a detector found a touchable element where
 * the hierarchy has an element that is not touchable, the result is one element with the detected role (see
 * `looksTouchable`). Recognised words become labels only if the hierarchy has none there. The same input gives the same
 * list, whatever the order of the detections.
 */
export function fuse(input: FusionInput, options: FusionOptions = {}): Fused {
  const { elements, hierarchy, detections, frame, screenSize } = input;
  const settings = { ...FUSION_DEFAULTS, ...options };
  const drops: Drops = new Map();
  const { things, words } = prepare(detections, screenSize, settings, drops);
  const context = layoutContextOf(elements, hierarchy, screenSize, settings);
  const { newcomers, matches } = decide({
    context,
    hierarchy,
    things,
    matches: match(context, things),
    settings,
    drops,
  });
  const read = giveWords(context, newcomers, words, drops);
  const notes = noteMaker(context, hierarchy, frame);
  const wrappers = wrapperPlaces(context.known);
  const known = context.known.map((one) => {
    const found = matches.get(one.place) ?? matches.get(wrappers.get(one.place) ?? one.place);
    const noted = { ...one.element, vision: notes.noteOf(one, found) };
    const isInner = found === undefined || matches.has(one.place);
    const seen = found ? withSeen(noted, found, isInner) : noted;
    return withWords(seen, isInner ? (read.known.get(one.place) ?? (found ? labelsOf(found.seen, []) : [])) : []);
  });
  const woven = weave(context, known, [...newcomers, ...read.alone], read.newcomers);
  return { elements: woven, dropped: listed(detections, drops) };
}

function withSeen(element: ElementDraft, { seen }: Match, isInner: boolean): ElementDraft {
  const sources: ElementDraft["sources"] = [...new Set([...element.sources, "vision" as const])];
  const isMere = MERE.has(element.role) && seen.isTouchable && isInner && !looksTouchable(element);
  return { ...element, sources, role: isMere ? roleOfKind(seen.detection.kind) : element.role };
}

/** Roles that do not imply touch. An element whose class does (a Button that is not clickable) keeps its role. */
const MERE: ReadonlySet<ElementDraft["role"]> = new Set(["text", "image", "group"]);

interface Deciding {
  readonly hierarchy: ViewHierarchy | null;
  readonly context: LayoutContext;
  readonly things: readonly Seen[];
  readonly matches: ReadonlyMap<number, Match>;
  readonly settings: FusionSettings;
  readonly drops: Drops;
}

/** Decides for each detected element: a match, a new element, or nothing, with the reason. */
function decide({ context, hierarchy, things, matches, settings, drops }: Deciding) {
  const final = new Map<number, Match>();
  const prospects: Prospect[] = [];
  let reported = 0;
  const bars = barPlaces(context, things, matches);
  const places = new Map([...matches].map(([place, { seen }]) => [seen, place]));
  for (const seen of things) {
    const place = places.get(seen);
    const known = place === undefined ? undefined : context.known[place];
    const found = place === undefined ? undefined : matches.get(place);
    const explanation = explanationOf({ context, bars }, seen, matches, known && found ? { known, found } : null);
    if (typeof explanation !== "string") {
      prospects.push(explanation);
      continue;
    }
    if (known && found && explanation === "matched") final.set(known.place, found);
    if (known?.isTarget && explanation === "matched") reported += 1;
    drops.set(seen.detection, explanation);
  }
  const believed = believable(prospects, { context, hierarchy, settings, drops }, reported);
  const newcomers: Newcomer[] = [];
  for (const { seen, carrier, similarity, inHost } of withoutRepeats(believed, context.screen, drops)) {
    if (carrier && !final.has(carrier.place)) {
      final.set(carrier.place, { seen, similarity: similarity ?? 0 });
      drops.set(seen.detection, "matched");
    } else newcomers.push({ seen, inHost });
  }
  return { newcomers, matches: final };
}

/**
 * The least confidence in a host, where the hierarchy has nothing to compare with: half of the F1 score that can be
 * reached, from which one more detection is worth its risk.
 */
const LEAST_IN_HOST = 0.43;

/**
 * Removes prospects that are improbable in view of the hierarchy. Those in a host, where there is nothing to compare
 * with, only need the least confidence.
 */
function believable(
  prospects: readonly Prospect[],
  { context, hierarchy, settings, drops }: Omit<Deciding, "things" | "matches">,
  reported: number,
): readonly Prospect[] {
  const compared = ({ inHost }: Prospect) => !inHost;
  const single = withoutRepeats(prospects, context.screen, new Map()).filter(compared);
  const isPoor =
    hierarchy === null ||
    poorTree(
      context.known.map(({ element }) => element),
      hierarchy,
      context.screen,
    ) !== null;
  const beliefs = calibratedConfidence(context, hierarchy, prospects.filter(compared), { isPoor, single, reported });
  return prospects.filter(({ seen, inHost }) => {
    if (inHost ? seen.confidence >= LEAST_IN_HOST : (beliefs.get(seen) ?? 0) >= settings.leastBelief) return true;
    drops.set(seen.detection, "unsure");
    return false;
  });
}

/**
 * Explains a detection. Prospects are detections of a touchable element that the hierarchy does not list as touchable.
 */
function explanationOf(
  field: Field,
  seen: Seen,
  matches: ReadonlyMap<number, Match>,
  pair: { readonly known: LayoutContext["known"][number]; readonly found: Match } | null,
): Explanation {
  if (pair) {
    const { known, found } = pair;
    if (!seen.isTouchable || known.element.actions.length > 0 || known.element.systemBar) return "matched";
    const explanation = explainDetection(field, seen, new Map());
    if (typeof explanation === "string" && explanation !== "text")
      return explanation === "part" ? "matched" : explanation;
    return { seen, carrier: known, similarity: found.similarity, inHost: isInHost(field.context, seen.box) };
  }
  if (seen.isTouchable) return explainDetection(field, seen, matches);
  return isApart(field.context, seen.box) ? "systemBar" : "picture";
}

function listed(detections: readonly Detection[], drops: Drops): Fused["dropped"] {
  return inOrder(detections).flatMap((detection) => {
    const why = drops.get(detection);
    return why === undefined ? [] : [{ detection, why }];
  });
}
