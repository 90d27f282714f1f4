import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { ActiveWindow, FactError } from "../../screen/facts.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { nameOrQuoted, quoteWords } from "../../screen/label.js";
import type { HierarchySource } from "../../screen/observation.js";
import type { KnownFront } from "../../session/known.js";
import type { Session } from "../../session/session.js";
import type { ObserveRequest } from "../observe-request.js";
import { factError, type ProbeContext, type ProbeResult, runProbe } from "../probe.js";
import type { HierarchyData } from "../probes/hierarchy.js";
import { type WindowData, windowProbe } from "../probes/window.js";
import { asIsNow, describedAlone, describedBy, windowIdOf } from "./front-window.js";
import { lookedAt, windowLookOf } from "./snapshot-facts.js";
import { snapshotHierarchy, windowsOf } from "./snapshot-hierarchy.js";
import { type TakenSnapshot, takeSnapshot } from "./take-snapshot.js";
import { windowErrors } from "./window-errors.js";

/** One snapshot of the companion, as the parts of an observation. */
export interface LiveLook {
  readonly window: ProbeResult<WindowData>;
  readonly hierarchy: ProbeResult<HierarchyData>;
  /** How the activity in front was found out, which only the window manager knows; null if no window is in front. */
  readonly activity: ProbeResult<ActiveWindow> | null;
}

/**
 * Enough time for one walk and one repetition. If the whole device hangs, other sources are asked only after this time.
 */
const DEADLINE_MS = 9_000;

export interface LiveRequest {
  readonly companion: LiveCompanion;
  readonly fresh: ObserveRequest["fresh"];
}

/**
 * Hierarchy and window facts from one snapshot. The window manager is asked as well only if it has to be: for the
 * activity, if the window in front is new or windows changed since it was last asked; and for system bars, if the
 * device's release does not report them to the service. If the snapshot fails, the parts have no values, only its
 * error.
 */
export async function liveLook(context: ProbeContext, request: LiveRequest, signal: AbortSignal): Promise<LiveLook> {
  const { companion, fresh } = request;
  const { session } = context;
  const askedAt = companion.events.lastSeq;
  const isAskedNow = !isFrontKnown(session, companion) || session.companion.front?.needsDumps === true;
  const asked = isAskedNow ? runProbe(windowProbe(context), signal) : null;
  asked?.catch(() => {}); // a cancelled call may end before it is waited for
  const source = SOURCES[companion.host];
  const taken = await runProbe<TakenSnapshot>(
    {
      name: "hierarchy",
      deadlineMs: DEADLINE_MS,
      work: async (limit) => {
        const value = await takeSnapshot(companion, fresh, limit);
        return { value, source, takenAt: value.takenAt };
      },
    },
    signal,
  );
  const facts = taken.value?.snapshot.facts;
  if (!taken.value || !facts) {
    await asked; // its stream belongs to this observation and has to end with it
    const none = { ...taken, value: null };
    return { hierarchy: none, window: { ...none, name: "window", errors: [] }, activity: null };
  }
  const found = { ...taken, value: taken.value };
  const front = await frontOf(context, { companion, taken: taken.value, asked, askedAt }, signal);
  return partsOf(session, companion, { found, front });
}

const SOURCES = { service: "a11y-service", shell: "a11y-shell" } as const satisfies Record<string, HierarchySource>;

/**
 * Whether the stored facts about the window in front are still true if it is the same window: no event says otherwise.
 */
function isFrontKnown(session: Session, companion: LiveCompanion): boolean {
  const known = session.companion.front;
  return known?.epoch === companion.epoch && !companion.events.haveWindowsChangedSince(known.seq);
}

interface Front {
  readonly active: ActiveWindow | null;
  readonly dumped: WindowData | null;
  readonly activity: ProbeResult<ActiveWindow> | null;
}

interface Asking {
  readonly companion: LiveCompanion;
  readonly taken: TakenSnapshot;
  readonly asked: Promise<ProbeResult<WindowData>> | null;
  /** The sequence number of the last event before the window manager was asked. */
  readonly askedAt: number;
}

async function frontOf(context: ProbeContext, asking: Asking, signal: AbortSignal): Promise<Front> {
  const { session } = context;
  const { companion, taken } = asking;
  const { focused: window, snapshot } = taken;
  if (!window || !snapshot.facts) return { active: null, dumped: (await asking.asked)?.value ?? null, activity: null };
  const windowId = windowIdOf(companion.epoch, window);
  const known = session.companion.front;
  if (!asking.asked && known?.windowId === windowId) {
    return { active: asIsNow(known.active, snapshot.facts), dumped: null, activity: knownActivity(known) };
  }
  const seen = { window, windowId };
  const early = await asking.asked;
  const isOfIt = early?.value && describedBy(early.value, seen) !== undefined;
  // The window manager was asked at the same time as the snapshot and may have reported the window before: ask again.
  const askedAt = isOfIt ? asking.askedAt : companion.events.lastSeq;
  const answer = early && isOfIt ? early : await runProbe(windowProbe(context), signal);
  const dumped = answer.value;
  const described = dumped ? describedBy(dumped, seen) : undefined;
  const active = described ?? describedAlone(seen, snapshot.facts);
  const activity = { ...answer, name: "activity" as const, value: active, errors: errorsOf(answer, active, described) };
  if (described) noteFront(session, { companion, taken, askedAt }, { described, answer });
  return { active, dumped, activity };
}

function errorsOf(
  { errors, value }: ProbeResult<WindowData>,
  active: ActiveWindow,
  described: ActiveWindow | undefined,
): readonly FactError[] {
  if (!value) return errors.map((error) => ({ ...error, probe: "activity" }));
  if (described) return [];
  const said = value.activeWindow;
  const other = said ? `the window manager reports ${quoteWords(said.title)}` : "the window manager names no window";
  return [
    factError(
      "activity",
      "FOCUS_UNKNOWN",
      `the activity is not known: ${other}, the hierarchy is of ${nameOrQuoted(active.package ?? "an unknown app")}`,
    ),
  ];
}

/** The activity as it was found out earlier, with its age. */
function knownActivity({ active, takenAt }: KnownFront): ProbeResult<ActiveWindow> {
  const result = { name: "activity", source: "dumpsys window", durationMs: 0, sideEffect: null, errors: [] } as const;
  return { ...result, value: active, takenAt };
}

/** Stores the description only if it and the snapshot are of the same moment: no window changed in between. */
function noteFront(
  session: Session,
  { companion, taken, askedAt }: Pick<Asking, "companion" | "taken" | "askedAt">,
  { described, answer }: { readonly described: ActiveWindow; readonly answer: ProbeResult<WindowData> },
): void {
  const { takenAt } = answer;
  if (companion.events.haveWindowsChangedSince(askedAt) || takenAt === null) return;
  const display = taken.snapshot.facts?.displays.find(({ id }) => id === described.displayId);
  session.companion.front = {
    epoch: companion.epoch,
    windowId: described.windowId ?? "",
    dumpId: answer.value?.activeWindow?.windowId ?? null,
    active: described,
    seq: askedAt,
    needsDumps: display?.insets === null,
    takenAt,
  };
}

interface Found {
  readonly found: ProbeResult<TakenSnapshot> & { readonly value: TakenSnapshot };
  readonly front: Front;
}

function partsOf(session: Session, companion: LiveCompanion, { found, front }: Found): LiveLook {
  const { snapshot, problem, focused, moving } = found.value;
  const facts = snapshot.facts;
  const display = facts && lookedAt(facts, focused?.display ?? null);
  const window = { ...found, name: "window" as const, errors: [] };
  const { activity, active, dumped } = front;
  if (!facts || !display) {
    const errors = [factError("hierarchy", "NOT_THIS_FORMAT", "the companion named no display")];
    return { hierarchy: { ...found, value: null, errors }, window: { ...window, value: null }, activity };
  }
  const source = dumped && display.insets === null ? `${found.source} + dumpsys window` : found.source;
  const looked = { ...window, source, value: windowLookOf({ facts, display, activeWindow: active, dumped }) };
  session.traits.noteScreenSize(looked.value.screenSize);
  if (problem) {
    const errors = [factError("hierarchy", problem.code, problem.message)];
    return { hierarchy: { ...found, value: null, errors }, window: looked, activity };
  }
  const trees = snapshotHierarchy(
    {
      snapshot,
      hello: companion.client.hello,
      displayId: display.id,
      screenSize: { width: display.widthPx, height: display.heightPx },
      rotation: display.rotation,
    },
    session.companion.trees,
  );
  session.companion.trees = trees;
  const { hierarchy } = trees;
  const shown = windowsOf(snapshot, display.id);
  const basis = shown.some((one) => one.basis === "events") ? "events" : "walk";
  const value: HierarchyData = {
    hierarchy,
    windowAfter: null,
    compressed: false,
    drafts: { screenSize: trees.screenSize, elements: trees.elements },
    source: SOURCES[companion.host],
    live: { companion, seq: snapshot.seq, basis, walkMs: snapshot.walkMs, moving },
  };
  const ageMs = Math.max(0, ...shown.map((one) => (one.basis === "events" ? one.ageMs : 0)));
  const errors = [...windowErrors(shown, snapshot, display.id), ...movingError(moving, hierarchy)];
  return { hierarchy: { ...found, value, takenAt: found.value.takenAt - ageMs, errors }, window: looked, activity };
}

function movingError(moving: TakenSnapshot["moving"], { nodeCount }: ViewHierarchy): readonly FactError[] {
  if (moving !== "content") return [];
  const message = `something kept changing while the ${nodeCount} nodes were read: some may be older than others`;
  return [factError("hierarchy", "SCREEN_MOVING", message)];
}
