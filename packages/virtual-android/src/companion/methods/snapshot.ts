import type { Rect } from "../../../../../src/base/geometry.js";
import type { ReportedWindow } from "../../framework/hierarchy.js";
import type { CompanionParts } from "../parts.js";
import type { TreeContent } from "../tree.js";
import { patchOf, type TreePatch } from "../tree-patch.js";
import type { Walked } from "../tree-store.js";
import type { Answer, Call } from "../wire/host.js";
import { factsOf } from "./facts.js";
import { fieldsText, type SnapshotParams, type Walk, walkWindow } from "./walk.js";

const PATCHES_SINCE_VERSION = 2;

/** Reads the windows and their trees. */
export async function snapshot(parts: CompanionParts, params: SnapshotParams, call: Call): Promise<Answer> {
  const { clock, events, screen, trees } = parts;
  const startedAt = clock.now();
  const { seq } = events;
  const shown = screen.windows();
  trees.keepOnly(new Set(shown.map(({ record }) => screen.idOf(record))));
  const layers = new Map(shown.map((window, i) => [window, shown.length - 1 - i]));
  const wanted = shown.filter((window) => isWanted(parts, window, params));
  const walking = wanted.map((window) => oneWindow(parts, window, { params, seq }, call));
  const walked = await Promise.all(walking);
  const walkMs = clock.now() - startedAt;
  const request = { params, seq, version: call.version };
  const windows = walked.map((one) => windowMessage(parts, one, { ...request, layer: layers.get(one.window) ?? 0 }));
  const facts = params.facts ? factsOf(parts) : null;
  const uptimeMs = Math.floor(clock.now());
  return { result: { seq, uptimeMs, walkMs, eventsDuring: events.seq - seq, windows, facts } };
}

function isWanted(
  { screen }: CompanionParts,
  { record }: ReportedWindow,
  { windows, display }: SnapshotParams,
): boolean {
  return (windows?.includes(screen.idOf(record)) ?? true) && (display ?? 0) === 0;
}

/** A window, and the walk that gave its tree. */
interface WalkedWindow {
  readonly window: ReportedWindow;
  readonly walk: Walk;
  readonly basis: "walk" | "events";
}

async function oneWindow(
  parts: CompanionParts,
  window: ReportedWindow,
  { params, seq }: { readonly params: SnapshotParams; readonly seq: number },
  call: Call,
): Promise<WalkedWindow> {
  const id = parts.screen.idOf(window.record);
  const known = params.basis === "events" && !params.forced ? stillGood(parts, id, params) : undefined;
  if (known) return { window, walk: known, basis: "events" };
  const budgetMs = Math.min(params.budget.windowMs, params.budget.ms);
  const walk = await walkWindow(parts, window, { params, seq, budgetMs }, call.signal);
  if (walk.walked) parts.trees.add(id, walk.walked);
  return { window, walk, basis: "walk" };
}

/** The last walk of a window, if it was complete, read the same fields, and no event reported a change since. */
function stillGood({ trees, events }: CompanionParts, id: number, params: SnapshotParams): Walk | undefined {
  const last = trees.last(id);
  if (!last?.isComplete || last.fields !== fieldsText(params) || events.hasChanged(id, last.seq)) return undefined;
  return { walked: last, error: null, truncated: null, walkMs: last.walkMs, roundTrips: last.roundTrips };
}

interface Asked {
  readonly params: SnapshotParams;
  readonly seq: number;
  readonly layer: number;
  readonly version: number;
}

function windowMessage(parts: CompanionParts, { window, walk, basis }: WalkedWindow, asked: Asked): object {
  const { clock } = parts;
  const { walked } = walk;
  const { seq, layer } = asked;
  return {
    ...windowFacts(parts, window, layer),
    basis,
    seq: basis === "events" ? (walked?.seq ?? seq) : seq,
    ageMs: walked ? Math.max(0, Math.floor(clock.now() - walked.endedAt)) : 0,
    walkMs: walk.walkMs,
    roundTrips: walk.roundTrips,
    nodeCount: walked?.tree.content.nodes.length ?? 0,
    depth: walked?.tree.depth ?? 0,
    missing: 0,
    repeated: 0,
    truncated: walk.truncated,
    error: walk.error,
    tree: walked?.tree.name ?? null,
    content: walked ? contentFor(parts, parts.screen.idOf(window.record), walked, asked) : null,
  };
}

/**
 * What the client needs to have the tree: null if it has this tree, a patch of a tree that it has, or the whole tree.
 */
function contentFor(
  { trees }: CompanionParts,
  id: number,
  { tree }: Walked,
  { params, version }: Asked,
): TreeContent | TreePatch | null {
  const had = params.since.findLast(({ window }) => window === id)?.tree;
  if (had === undefined) return tree.content;
  if (had === tree.name) return null;
  const base = version < PATCHES_SINCE_VERSION ? undefined : trees.find(id, had);
  return (base && patchOf(base, tree)) ?? tree.content;
}

function windowFacts(
  { screen, facts }: CompanionParts,
  { record, kind, isActive, bounds }: ReportedWindow,
  layer: number,
) {
  const { apiLevel } = facts;
  return {
    id: screen.idOf(record),
    type: kind,
    layer,
    display: apiLevel >= 30 ? 0 : null,
    title: kind === "application" ? record.spec.title : null,
    bounds: edges(bounds),
    touchable: apiLevel >= 33 ? [edges(bounds)] : null,
    active: isActive,
    focused: isActive,
    accessibilityFocused: screen.accessibilityFocus?.record === record,
    pictureInPicture: apiLevel >= 26 ? false : null,
    parent: null,
  };
}

/** A rectangle in the form of the protocol. */
export function edges({ left, top, right, bottom }: Rect): readonly number[] {
  return [left, top, right, bottom];
}
