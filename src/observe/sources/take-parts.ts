import { FoveaError } from "../../base/errors.js";
import type { HierarchySourceOption } from "../../base/options/choices.js";
import { abortable } from "../../base/signals.js";
import { isLive } from "../../devices/companion/companion-link.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { NotLive } from "../../devices/companion/not-live.js";
import type { FactError } from "../../screen/facts.js";
import type { ObservationContext } from "../alongside.js";
import { needsPixels } from "../assemble/fingerprints.js";
import { lookOf, lookWith } from "../assemble/parts-of.js";
import { liveLook } from "../companion/live-look.js";
import type { ReportedFact } from "../fact-probe.js";
import type { ObservationParts, ProbeResults } from "../observation-parts.js";
import type { ObserveRequest } from "../observe-request.js";
import { factError, type ProbeResult, runProbe } from "../probe.js";
import { frontFrameStats, packageInFront } from "../probes/front-frame-stats.js";
import { type HierarchyData, hierarchyProbe } from "../probes/hierarchy.js";
import { screenshotProbe } from "../probes/screenshot.js";
import { windowProbe } from "../probes/window.js";
import { takeWindowAndScreenshot } from "../probes/window-and-screenshot.js";
import { askFacts, reportedFacts } from "../probes.js";
import { forgetShown, keptOrDumped } from "./kept-tree.js";
import { scaledTo, takePictured } from "./model-picture.js";
import { aroundDump } from "./rebind.js";

/**
 * Runs the probes together. The hierarchy comes from the companion if there is one, else from uiautomator. uiautomator
 * never runs while a companion answers, unless the request names it. A companion that fails uses up at most its own
 * deadline, and its failure is reported.
 */
export async function look(
  context: ObservationContext,
  request: ObserveRequest,
  signal: AbortSignal,
): Promise<ObservationParts> {
  if (!request.hierarchy) return await lookWithoutTree(context, request, signal);
  const { onDevice } = context.session;
  const preference = request.source ?? onDevice.preference;
  const failures: FactError[] = [];
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const companion = await onDevice.live(signal, { preference, device: context.device });
    if (!isLive(companion)) {
      if (companion.starting && !isCompanion(preference))
        return await lookBeside(context, { request, failures }, companion.starting, signal);
      noteMissing(context, { preference, missing: companion, failures });
      break;
    }
    const found = await lookLive(context, { request, companion, failures }, signal);
    if (found.window.value) return found;
    failures.push(...(found.hierarchy?.errors ?? []));
    if (!failures.some(({ code }) => code === "DEVICE_DISCONNECTED")) break;
  }
  return await dumpLook(context, { request, failures, isForced: isCompanion(preference) }, signal);
}

/**
 * If an image of a given size is enough, a running companion makes it if it can, together with the facts that it
 * reports.
 */
async function lookWithoutTree(
  context: ObservationContext,
  request: ObserveRequest,
  signal: AbortSignal,
): Promise<ObservationParts> {
  const companion = request.picture && context.session.onDevice.current;
  const live = companion && (await lookLive(context, { request, companion, failures: [] }, signal));
  if (live?.picture && live.window.value) return lookWith(live, { hierarchy: null });
  return await dumpLook(context, { request, failures: [] }, signal);
}

/** A lost connection is opened once more. */
const MOST_TRIES = 2;

function isCompanion(preference: HierarchySourceOption): boolean {
  return preference === "service" || preference === "shell";
}

interface Missing {
  readonly preference: HierarchySourceOption;
  readonly missing: NotLive;
  readonly failures: FactError[];
}

function noteMissing({ session }: ObservationContext, { preference, missing, failures }: Missing): void {
  const { code, message } = missing.reason;
  const isSaid = missing.isFault && session.onDevice.isNews(missing.reason);
  if (isSaid || isCompanion(preference)) failures.push(factError("hierarchy", code, message));
}

interface Begun {
  readonly request: ObserveRequest;
  readonly failures: FactError[];
}

/**
 * Reads without the companion while it starts, and with it as soon as it is ready: if it cannot start, no time was
 * lost. Both need the device's only UiAutomation: a dump that finds it in use waits until the start succeeded or
 * failed.
 */
async function lookBeside(
  context: ObservationContext,
  { request, failures }: Begun,
  starting: Promise<LiveCompanion | NotLive>,
  signal: AbortSignal,
): Promise<ObservationParts> {
  const plainly = (limit: AbortSignal) => dumpLook(context, { request, failures, isAlongside: true }, limit);
  const over = new AbortController();
  const plain = plainly(AbortSignal.any([signal, over.signal]));
  const first = await Promise.race([starting, plain]);
  let companion = "facts" in first && !isUiAutomationBusy(first) ? null : await abortable(starting, signal);
  if (companion === null) return await plain;
  if (isLive(companion) || companion.isBlockedByDump) {
    over.abort(new FoveaError("CANCELLED", "the companion has come"));
    await plain.catch(() => {}); // its streams belong to this observation and have to end with it
    if (!isLive(companion)) companion = await context.session.onDevice.live(signal, { device: context.device });
    if (isLive(companion)) return await lookLiveOrDump(context, { request, companion, failures }, signal);
    return await plainly(signal);
  }
  noteMissing(context, { preference: "auto", missing: companion, failures });
  const look = await plain;
  return isUiAutomationBusy(look) && companion.reason.code !== "UIAUTOMATION_BUSY" ? await plainly(signal) : look;
}

async function lookLiveOrDump(
  context: ObservationContext,
  { request, companion, failures }: Begun & { readonly companion: LiveCompanion },
  signal: AbortSignal,
): Promise<ObservationParts> {
  const found = await lookLive(context, { request, companion, failures }, signal);
  if (found.window.value) return found;
  failures.push(...(found.hierarchy?.errors ?? []));
  return await dumpLook(context, { request, failures }, signal);
}

/** Whether another program used UiAutomation, perhaps the companion. */
function isUiAutomationBusy({ hierarchy }: ObservationParts): boolean {
  return hierarchy?.errors.some(({ code }) => code === "UIAUTOMATION_BUSY") === true;
}

interface LiveRequest {
  readonly request: ObserveRequest;
  readonly companion: LiveCompanion;
  readonly failures: readonly FactError[];
}

async function lookLive(
  context: ObservationContext,
  { request, companion, failures }: LiveRequest,
  signal: AbortSignal,
): Promise<ObservationParts> {
  const live = liveLook(context, { companion, fresh: request.fresh }, signal);
  const window = live.then((found) => found.window);
  window.catch(() => {}); // the caller that waits for the observation gets the error
  const [device, parts, taken, facts] = await Promise.all([
    context.facts,
    live,
    request.screenshot === true
      ? takePictured(context, { companion, preference: request.picture }, signal)
      : { screenshot: null },
    reportedFacts(askFacts({ context, request, window, isLive: true }, signal)),
  ]);
  const pictured = await scaledTo(parts.window.value?.screenSize ?? null, taken, context, signal);
  const seen = { device, ...parts, ...pictured, facts, failures };
  const found = lookOf({ ...seen, windowsMoved: haveMoved(seen, companion) });
  if (!found.picture?.value || !request.hierarchy || !needsPixels(found)) return found;
  // Elements that only pixels distinguish need a screenshot in full resolution.
  const { picture: _, ...rest } = found;
  const screenshot = await runProbe(screenshotProbe(context), signal);
  return lookWith(rest, { screenshot, windowsMoved: haveMoved({ ...rest, screenshot }, companion) });
}

/** Whether windows appeared or disappeared while the hierarchy was read, or before the screenshot was complete. */
function haveMoved(
  { hierarchy, screenshot, picture }: Omit<ProbeResults, "windowsMoved">,
  companion: LiveCompanion,
): boolean {
  const mark = hierarchy?.value?.live;
  if (!mark) return false;
  const isPictured = screenshot !== null || picture !== undefined;
  return mark.moving === "windows" || (isPictured && companion.events.haveWindowsChangedSince(mark.seq));
}

interface DumpRequest {
  readonly request: ObserveRequest;
  readonly failures: readonly FactError[];
  /** Only the companion was requested, and there is none. */
  readonly isForced?: boolean;
  /** A companion is being started, and may become ready during this observation. */
  readonly isAlongside?: boolean;
}

/**
 * With a hierarchy, the screenshot is taken once the window manager has answered, in the same stream. uiautomator takes
 * longer than both (it waits for a quiet second), and the window manager is asked again after it: so the screenshot is
 * between two reports that have to agree. If the request does not need a fresh hierarchy, one that was read under the
 * same screenshot is used.
 */
async function dumpLook(
  context: ObservationContext,
  { request, failures, isForced = false, isAlongside = false }: DumpRequest,
  signal: AbortSignal,
): Promise<ObservationParts> {
  const isDumped = request.hierarchy && !isForced;
  const shared = isDumped ? (context.alongside?.takeWindowAndScreenshot(context, signal) ?? null) : null;
  const windowAndScreenshot =
    shared ?? (isDumped && request.screenshot !== false ? takeWindowAndScreenshot(context, null, signal) : null);
  const window = windowAndScreenshot?.window ?? runProbe(windowProbe(context), signal);
  const framesOf = context.alongside?.framesOf ?? null;
  const read = () => runProbe(hierarchyProbe(context, { window, framesOf }), signal);
  const dump = () => aroundDump(context.session, { dump: read, alongside: isAlongside }, signal);
  const { cache } = context.session;
  const isPictured = request.screenshot !== false;
  const mayBeKept = windowAndScreenshot !== null && isPictured && cache !== null && request.fresh === false;
  const asked = askFacts({ context, request, window, isLive: false }, signal);
  const tree = mayBeKept ? keptOrDumped(context, { cache, windowAndScreenshot, facts: asked, dump }, signal) : null;
  const readTree = () => (isDumped ? dump() : request.hierarchy ? notRead(failures) : null);
  const picture = () =>
    isPictured ? (windowAndScreenshot?.screenshot ?? runProbe(screenshotProbe(context), signal)) : null;
  const [device, windowResult, hierarchy, screenshot, facts, kept] = await Promise.all([
    context.facts,
    window,
    tree ? tree.then((found) => found.hierarchy) : readTree(),
    tree ? tree.then((found) => found.screenshot) : picture(),
    reportedFacts(asked),
    tree,
  ]);
  const reported = isForced ? [] : failures;
  const rest = { activity: null, windowsMoved: false, failures: reported, ...(kept && { cache: kept.cache }) };
  const found = lookOf({ device, window: windowResult, hierarchy, screenshot, facts, ...rest }, kept?.merged);
  if (!kept) await forgetShown(context, found);
  return found;
}

/** The requested source gave no hierarchy, and no other source was allowed. */
function notRead(errors: readonly FactError[]): ProbeResult<HierarchyData> {
  const nothing = { value: null, source: "none", takenAt: null, durationMs: 0, sideEffect: null };
  return { name: "hierarchy", ...nothing, errors };
}

/**
 * Reads the parts that have to match once more. The other facts of the first observation stay, with their age, except
 * for the frame statistics if another app is in front now.
 */
export async function lookAgain(
  context: ObservationContext,
  { request, first }: { readonly request: ObserveRequest; readonly first: ObservationParts },
  signal: AbortSignal,
): Promise<ObservationParts> {
  const again = await look(context, { ...request, frameStats: "off" }, signal);
  const isStats = ({ name }: ReportedFact) => name === frontFrameStats.name;
  const stats = first.facts.find(isStats);
  if (!stats?.result) return again;
  const before = packageInFront(first.window.value);
  const isSameApp = before !== undefined && packageInFront(again.window.value) === before;
  const question = { context, request, window: Promise.resolve(again.window), isLive: false };
  const now = isSameApp ? stats : await frontFrameStats.ask(question, signal);
  return lookWith(again, { facts: again.facts.map((fact) => (isStats(fact) ? now : fact)) });
}
