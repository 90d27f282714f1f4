import { toFoveaError } from "../../base/errors.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import { changesMore } from "../../observe/companion/status-bar.js";
import { hasDrawnSince } from "../../observe/evidence/frames-since.js";
import { readCrashes } from "../../observe/evidence/read-crashes.js";
import { isWindowOf, pictureChange, quickCheckOf } from "../../observe/quick-check/quick-check.js";
import { lastSighting } from "../../observe/quick-check/still-shown.js";
import type { PictureChange } from "../../screen/diff-text.js";
import type { Observation } from "../../screen/observation.js";
import type { Settled } from "../../screen/settled.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";
import { drawsWithoutEvents } from "../staleness/draws-unheard.js";
import { type Acted, actedOn, NOT_COMPARED, type Verdict, verdictOf } from "../verdict.js";
import type { Performed } from "./performed.js";

/** Keeps the facts of the device before an action, to find out its result afterwards. */
export interface Proof {
  /** Must be called after the action was done and before the screen is read again. */
  done(performed: Performed): void;
  /** The result of the action, after the screen was read again. */
  verdict(performed: Performed, seen: SeenAfter, signal: AbortSignal): Promise<Verdict>;
}

/** The screen after the action, and how it became stable; null if there was no time left for it. */
export interface SeenAfter {
  readonly after: Observation | null;
  /** Its pixels, if they are stable; null if they were not read, or still change. */
  readonly grid: TileGrid | null;
  readonly settled: Settled | null;
}

/** Begins the proof. It costs one short request to the companion if there is one; nothing waits for the answer. */
export function beginProof(session: Session, signal: AbortSignal): Proof {
  const startedAt = performance.now();
  const companion = session.onDevice.current;
  const heard = companion && { companion, seq: companion.events.lastSeq, uptimeMs: uptimeOf(companion, signal) };
  const start = stateNow(session);
  let last = start;
  return {
    done: (performed) => {
      last = stateSince(session, start, performed);
    },
    verdict: async (performed, { after, grid, settled }, limit) => {
      const since = (before: ScreenState) => actedSince({ before, performed, after, grid });
      const isLast = performed.isReadAmid !== true || verdictOf(since(last)).kind === "changed";
      const acted = since(isLast ? last : start);
      const verdict = dated(verdictOf(acted), last.observation === start.observation ? start : null, startedAt);
      const suspicion = { verdict, acted, startedAt };
      try {
        const crash = isMeant(performed) ? null : await crashOf(session, suspicion, limit);
        const heardOf = heard ? await unheard(session, { verdict, after, heard }, limit) : verdict;
        return crash ?? (settled?.isQuiet === false ? stillMoving(heardOf, settled) : heardOf);
      } catch (error) {
        // The further proof could not be read: that is an error of the observation, not of the action.
        return { ...verdict, evidence: [...verdict.evidence, `no more could be read: ${toFoveaError(error).code}`] };
      }
    },
  };
}

/** A screen that is still changing may show an effect later, so "no effect" becomes unknown. */
function stillMoving(verdict: Verdict, { restless }: Settled): Verdict {
  if (verdict.kind !== "no_effect") return verdict;
  return { ...verdict, kind: "unknown", evidence: [`still changing: ${restless?.what ?? "unknown part"}`] };
}

/** `am force-stop` ends an app on purpose; that is not a crash. */
function isMeant({ by, opens }: Performed): boolean {
  return by === "am" && opens === undefined;
}

interface ScreenState {
  readonly observation: Observation | null;
  readonly grid: TileGrid | null;
  /** The screen was read, or its pixels were, after the action had begun. */
  readonly isFresh: boolean;
}

function stateNow(session: Session): ScreenState {
  const observation = session.lastObservation;
  const sighting = lastSighting(session);
  const grid = sighting?.observation === observation ? (sighting?.grid ?? null) : null;
  return { observation, grid, isFresh: false };
}

/** The screen that the action itself read right before it was done. */
function stateSince(session: Session, start: ScreenState, { targets }: Performed): ScreenState {
  const now = stateNow(session);
  if (now.observation !== start.observation) return { ...now, isFresh: true };
  const quickCheck = targets.at(-1)?.quickCheck;
  return quickCheck ? { ...now, grid: quickCheck.grid, isFresh: true } : now;
}

interface Span {
  readonly before: ScreenState;
  readonly performed: Performed;
  readonly after: Observation | null;
  readonly grid: TileGrid | null;
}

function actedSince({ before, performed, after, grid }: Span): Acted {
  return {
    before: isOfBoot(before.observation, after) ? before.observation : null,
    after,
    picture: pictureBetween(before, after, grid),
    isFresh: before.isFresh,
    opens: performed.opens ?? null,
    asksFor: performed.asksFor ?? [],
  };
}

/** Readings this much older than the action may have changed without it. */
const OLD_MS = 5_000;

/** Adds the age of an old reading to the evidence: keys and apps need no observation, so the last one may be old. */
function dated(verdict: Verdict, old: ScreenState | null, startedAt: number): Verdict {
  if (!old?.observation || verdict.changes === null) return verdict;
  const startedMs = Date.now() - (performance.now() - startedAt);
  const ageMs = startedMs - Date.parse(old.observation.timestamp);
  if (ageMs < OLD_MS) return verdict;
  return { ...verdict, evidence: [...verdict.evidence, `compared with ${Math.round(ageMs / 1_000)} s before`] };
}

function isOfBoot(before: Observation | null, after: Observation | null): boolean {
  return before !== null && (after === null || before.device.bootId === after.device.bootId);
}

function pictureBetween(before: ScreenState, after: Observation | null, grid: TileGrid | null): PictureChange {
  if (!after || !grid || !before.observation || !before.grid) return null;
  const now = quickCheckOf(after, grid);
  return isWindowOf(before.observation, now) ? pictureChange(before.grid, now) : null;
}

interface Suspicion {
  readonly verdict: Verdict;
  readonly acted: Acted;
  /** The time when the action began. */
  readonly startedAt: number;
}

/** Searches the log for a crash if the app is no longer in front: phones may hide the dialog of a crash. */
async function crashOf(session: Session, suspicion: Suspicion, signal: AbortSignal): Promise<Verdict | null> {
  const { verdict, acted, startedAt } = suspicion;
  const { before, after, opens } = acted;
  const front = after?.activeWindow;
  if (!front || verdict.kind === "app_crashed" || verdict.kind === "app_not_responding") return null;
  const lost = actedOn(before, opens).filter((name) => name !== front.package && name !== front.app?.package);
  // Opening an app moves another app from the front; that is not suspicious.
  const suspects = opens === null ? lost : lost.filter((name) => name === opens);
  if (suspects.length === 0) return null;
  const crashes = await readCrashes(session, { startedAt, wasAlive: acted.isFresh }, signal);
  const crash = crashes.findLast(({ process }) => suspects.includes(process.split(":")[0] ?? ""));
  if (!crash) return null;
  const cause = crash.cause === null ? "" : `: ${crash.cause}`;
  return { ...verdict, kind: "app_crashed", evidence: [`${crash.process} in the crash log${cause}`] };
}

interface Heard {
  readonly companion: LiveCompanion;
  /** The number of the last event before the action. */
  readonly seq: number;
  readonly uptimeMs: Promise<number | null>;
}

/**
 * If there was no event since and the app drew nothing, that proves as much as equal pixels, provided that everything
 * on the screen is drawn by counted frames.
 */
async function unheard(
  session: Session,
  { verdict, after, heard }: { readonly verdict: Verdict; readonly after: Observation | null; readonly heard: Heard },
  signal: AbortSignal,
): Promise<Verdict> {
  if (verdict.evidence[0] !== NOT_COMPARED || !after) return verdict;
  const { companion, seq } = heard;
  const front = after.activeWindow?.package ?? null;
  if (!companion.isUsable || hasReportedSince(companion, seq, front) || drawsWithoutEvents(after)) return verdict;
  const packageName = after.activeWindow?.app?.package ?? front;
  const uptimeMs = await heard.uptimeMs;
  if (!packageName || uptimeMs === null) return verdict;
  const hasDrawn = await hasDrawnSince(session, { packageName, uptimeMs }, signal);
  if (hasDrawn !== false || hasReportedSince(companion, seq, front)) return verdict;
  return { ...verdict, kind: "no_effect", evidence: ["same elements", "no event", "no frame drawn"] };
}

/** Whether anything except the status bar reported a change after this event. */
function hasReportedSince({ events }: LiveCompanion, seq: number, front: string | null): boolean {
  const reported = events.between(seq + 1, events.lastSeq);
  return reported === undefined || reported.some((event) => changesMore(event, front));
}

async function uptimeOf(companion: LiveCompanion, signal: AbortSignal): Promise<number | null> {
  try {
    return (await companion.client.request("health", {}, signal)).result.uptimeMs;
  } catch {
    return null; // the action itself reports what is wrong with the companion
  }
}
