import type { ReportedWindow } from "../../framework/hierarchy.js";
import type { ReportedView } from "../../ui/accessibility.js";
import type { CompanionParts } from "../parts.js";
import { everyReport } from "../screen.js";
import { encodeTree, type Tree } from "../tree.js";
import type { Walked } from "../tree-store.js";
import { FIELDS } from "../vocabulary.js";
import type { ParamsOf } from "../wire/requests.js";

export type SnapshotParams = ParamsOf<"snapshot">;

/** The result of walking one window. */
export interface Walk {
  readonly walked: Walked | undefined;
  readonly error: "NO_ROOT" | "TIMEOUT" | "HUNG" | null;
  readonly truncated: "time" | "nodes" | "depth" | null;
  readonly walkMs: number;
  readonly roundTrips: number;
}

/** The number of nodes that an app sends in one reply (AccessibilityInteractionController.MAX_PREFETCHED...). */
const NODES_AT_ONCE = 50;
/** AccessibilityInteractionClient.TIMEOUT_INTERACTION_MILLIS. */
const APP_TIMEOUT_MS = 5000;

/** Walks one window within its budget. `budgetMs`: the time that is left of the budget. */
export async function walkWindow(
  parts: CompanionParts,
  window: ReportedWindow,
  request: { readonly params: SnapshotParams; readonly seq: number; readonly budgetMs: number },
  signal: AbortSignal,
): Promise<Walk> {
  const { clock, screen } = parts;
  const { record } = window;
  const startedAt = clock.now();
  const hungUntil = parts.hung.get(screen.idOf(record)) ?? 0;
  if (hungUntil > startedAt) return nothing("HUNG", 0);
  parts.hung.delete(screen.idOf(record));
  const waited = await waitForApp(parts, window, request.budgetMs, signal);
  if (!waited) return { ...nothing("TIMEOUT", clock.now() - startedAt), truncated: "time" };
  const waitedMs = clock.now() - startedAt;
  const root = screen.root(record);
  if (!root || !record.isOnScreen) return nothing("NO_ROOT", clock.now() - startedAt);
  return await readTree(parts, { window, root, startedAt, waitedMs, ...request }, signal);
}

function nothing(error: Walk["error"], walkMs: number): Walk {
  return { walked: undefined, error, truncated: null, walkMs, roundTrips: walkMs > 0 ? 1 : 0 };
}

/** False if the app's main thread does not answer in time; the call to the app then continues in the background. */
async function waitForApp(
  { clock, screen, hung }: CompanionParts,
  { record }: ReportedWindow,
  budgetMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const until = screen.blockedUntil(record);
  if (until === undefined) return true;
  const now = clock.now();
  await clock.sleep(Math.min(budgetMs, Math.max(1, until - now)), signal);
  // The app first finishes the work that blocked it, and then answers.
  screen.framework.kernel.scheduler.sync();
  if (screen.blockedUntil(record) === undefined) return true;
  hung.set(screen.idOf(record), Math.min(until, now + APP_TIMEOUT_MS));
  return false;
}

interface Reading {
  readonly window: ReportedWindow;
  readonly root: ReportedView;
  readonly startedAt: number;
  /** Only the time of the app: the time that this process needs to lay out views is not the phone's time. */
  readonly waitedMs: number;
  readonly params: SnapshotParams;
  readonly seq: number;
  readonly budgetMs: number;
}

/**
 * Encodes the current tree, and waits for the time that reading it takes. If this is longer than the budget, the tree
 * is cut.
 */
async function readTree(parts: CompanionParts, reading: Reading, signal: AbortSignal): Promise<Walk> {
  const { clock } = parts;
  const { params, startedAt } = reading;
  const nodes = [...everyReport(reading.root)].length;
  const roundTrips = 1 + Math.ceil(Math.min(nodes, params.budget.nodes) / NODES_AT_ONCE);
  const costMs = costOf(parts, reading.window, roundTrips);
  const leftMs = Math.max(0, reading.budgetMs - reading.waitedMs);
  const share = costMs > leftMs ? leftMs / costMs : 1;
  const mostNodes = share < 1 ? Math.floor(nodes * share) : params.budget.nodes;
  const tree = mostNodes > 0 ? treeOf(parts, reading, Math.min(mostNodes, params.budget.nodes)) : undefined;
  await clock.sleep(Math.min(costMs, leftMs), signal);
  const walkMs = clock.now() - startedAt;
  const truncated = share < 1 ? "time" : (tree?.truncated ?? null);
  if (!tree) return { walked: undefined, error: null, truncated, walkMs, roundTrips };
  const walked = {
    ...{ tree, fields: fieldsText(params), isComplete: truncated === null, seq: reading.seq },
    ...{ endedAt: clock.now(), walkMs, roundTrips },
  };
  return { walked, error: null, truncated, walkMs, roundTrips };
}

function costOf({ costs, troubles }: CompanionParts, { record }: ReportedWindow, roundTrips: number): number {
  const prices = costs();
  let ms = troubles.slowWalksMs.get(record.spec.packageName) ?? troubles.slowWalksMs.get("") ?? 0;
  for (let i = 0; i < roundTrips; i += 1) ms += prices.roundTripMs();
  return ms;
}

function treeOf(parts: CompanionParts, { window, root, params }: Reading, mostNodes: number): Tree {
  const { facts, screen, key } = parts;
  const asked = new Set(params.fields ?? FIELDS);
  return encodeTree(root, {
    apiLevel: facts.apiLevel,
    now: screen.now,
    key,
    fields: new Set(facts.knownFields.filter((field) => asked.has(field))),
    known: new Set(facts.knownFlags),
    focusedPath: screen.focusedPathIn(window.record),
    mostNodes,
    mostLevels: params.budget.depth,
  });
}

/** The requested fields as one text, in a fixed order. */
export function fieldsText({ fields }: SnapshotParams): string {
  return fields === undefined ? "all" : [...new Set(fields)].sort().join();
}
