import { withDeadline } from "../../base/signals.js";
import type { HierarchyCache, KeptTree, SeenScreen } from "../../hierarchy-cache/cache.js";
import { type ScreenKey, screenKey } from "../../hierarchy-cache/key.js";
import type { Ime } from "../../screen/facts.js";
import type { CacheReport } from "../../screen/observation.js";
import type { TileGrid } from "../../screen/tiles.js";
import { isInconsistent } from "../assemble/inconsistent.js";
import { mergeWindow } from "../assemble/merge-window.js";
import type { CacheNote, MergedWindow, ObservationParts } from "../observation-parts.js";
import { type ProbeContext, type ProbeResult, runProbe } from "../probe.js";
import type { HierarchyData } from "../probes/hierarchy.js";
import { inputMethod } from "../probes/input-method.js";
import { type ScreenshotData, screenshotProbe } from "../probes/screenshot.js";
import type { WindowData } from "../probes/window.js";
import type { WindowAndScreenshot } from "../probes/window-and-screenshot.js";
import type { AskedFacts } from "../probes.js";
import { contradicted } from "./contradicted.js";

/** The parts of an observation that use the cache. */
export interface TreeData {
  readonly hierarchy: ProbeResult<HierarchyData>;
  readonly screenshot: ProbeResult<ScreenshotData>;
  readonly cache: CacheNote;
  /** The merged window facts, if they had to be computed already; else absent. */
  readonly merged?: MergedWindow | null;
}

export interface TreeSources {
  readonly cache: HierarchyCache;
  /** The window facts, and the screenshot that was taken after them. */
  readonly windowAndScreenshot: WindowAndScreenshot;
  /** The fact probes; they include the keyboard if the window manager does not report it. */
  readonly facts: AskedFacts;
  /** Reads the hierarchy with uiautomator. */
  readonly dump: () => Promise<ProbeResult<HierarchyData>>;
}

/**
 * The hierarchy and a screenshot. The screenshot is taken first, right after the window manager's report. If the cache
 * has a hierarchy that was read under the same screenshot, that one is given, marked as cached and with its age. Else
 * uiautomator reads the hierarchy, which is kept if a screenshot right after it shows the same. If the device is slow
 * with screenshots, the cache is not used.
 */
export async function keptOrDumped(
  context: ProbeContext,
  { cache, windowAndScreenshot, facts, dump }: TreeSources,
  signal: AbortSignal,
): Promise<TreeData> {
  const ime = (await facts.get(inputMethod.name))?.fields.ime ?? null;
  const takePicture = (deadlineMs: number) => runProbe({ ...screenshotProbe(context), deadlineMs }, signal);
  const asked: Asked = { context, cache, dump, takePicture, window: await windowAndScreenshot.window, ime };
  const key = await keyOf(context, asked.window.value, ime);
  const picture = windowAndScreenshot.screenshot;
  if (typeof key === "string") return await dumpOnly(asked, picture, key);
  if (!(await isQuick(picture, signal))) return await dumpOnly(asked, picture, "the screenshot did not arrive in time");
  const screenshot = await picture;
  const grid = screenshot.value?.grid;
  const seen = seenOf(key, asked, screenshot);
  if (!seen || !grid) return await dumpOnly(asked, picture, "there is no screenshot");
  const startedAt = performance.now();
  const answer = cache.find(seen, (tree) => contradicted(context.session, seen, { tree, grid }));
  if (!answer.isHit) return await dumpAndKeep(asked, { seen, screenshot, grid, why: answer.why });
  const { tree } = answer;
  const hierarchy = keptLook(tree, performance.now() - startedAt);
  return { hierarchy, screenshot, cache: { report: reportOf(asked, { why: null, notKept: null }), grid: tree.grid } };
}

/** uiautomator waits for a quiet second and needs another one: a slower screenshot would save no time. */
const QUICK_MS = 3_000;

async function isQuick(picture: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  try {
    await withDeadline(QUICK_MS, "the picture", () => picture, signal);
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

/** Removes the cached hierarchy of a screen whose hierarchy is read anyway: the cached one may be wrong. */
export async function forgetShown(context: ProbeContext, look: ObservationParts): Promise<void> {
  const { cache } = context.session;
  if (!cache || !look.hierarchy?.value || !look.screenshot) return;
  const ime = look.fields.ime ?? null;
  const key = await keyOf(context, look.window.value, ime);
  const seen = typeof key === "string" ? null : seenOf(key, { window: look.window, ime }, look.screenshot);
  if (seen) cache.forget(seen);
}

interface WindowReports {
  readonly window: ProbeResult<WindowData>;
  /** The keyboard, if the window manager does not report it. */
  readonly ime: Ime | null;
}

interface Asked extends WindowReports, Pick<TreeSources, "cache" | "dump"> {
  readonly context: ProbeContext;
  readonly takePicture: (deadlineMs: number) => Promise<ProbeResult<ScreenshotData>>;
}

/** Counts as a miss, even if the cache could not be asked. */
async function dumpOnly(asked: Asked, picture: Promise<ProbeResult<ScreenshotData>>, why: string): Promise<TreeData> {
  asked.cache.count(asked.context.session.device.serial, false);
  const [hierarchy, screenshot] = await Promise.all([asked.dump(), picture]);
  return { hierarchy, screenshot, cache: { report: reportOf(asked, { why, notKept: why }), grid: null } };
}

interface Missed {
  readonly seen: SeenScreen;
  readonly screenshot: ProbeResult<ScreenshotData>;
  readonly grid: TileGrid;
  readonly why: string;
}

async function dumpAndKeep(asked: Asked, { why, ...missed }: Missed): Promise<TreeData> {
  const { screenshot } = missed;
  const hierarchy = await asked.dump();
  const merged = mergeWindow({ window: asked.window, hierarchy });
  const notKept = await keep(asked, { ...missed, hierarchy, merged });
  return { hierarchy, screenshot, merged, cache: { report: reportOf(asked, { why, notKept }), grid: null } };
}

interface Dumped extends Omit<Missed, "why"> {
  readonly hierarchy: ProbeResult<HierarchyData>;
  readonly merged: MergedWindow | null;
}

/** Keeps the hierarchy. Gives the reason if it is not kept; null if it is. */
async function keep(asked: Asked, dumped: Dumped): Promise<string | null> {
  const { seen, grid, hierarchy } = dumped;
  const { value } = hierarchy;
  if (!value?.drafts || hierarchy.takenAt === null) return "no hierarchy was read";
  if (value.compressed) return "the screen never became stable, and only the compressed tree was read";
  const reason = await whyNotOfOneScreen(asked, dumped);
  if (reason !== null) return reason;
  const after = (await asked.takePicture(QUICK_MS)).value;
  if (!after) return "there is no screenshot after the hierarchy";
  const tree: KeptTree = { hierarchy: value.hierarchy, drafts: value.drafts, grid, takenAt: hierarchy.takenAt };
  return asked.cache.keep(seen, after.frame, tree);
}

/** The window manager has to report the same before and after the dump. */
async function whyNotOfOneScreen(
  asked: Asked,
  { seen, screenshot, hierarchy, merged }: Dumped,
): Promise<string | null> {
  const { window, ime, context } = asked;
  if (hierarchy.errors.some(({ code }) => code === "TRUNCATED")) return "only a part of the tree was read";
  if (hierarchy.errors.length > 0 || !hierarchy.value?.windowAfter)
    return "the window manager's report after the hierarchy is missing";
  if (isInconsistent({ window, hierarchy, screenshot, windowsMoved: false })) return "the windows changed meanwhile";
  const after = await keyOf(context, merged?.facts ?? null, ime);
  const isSame = typeof after !== "string" && after.serial === seen.key.serial && after.name === seen.key.name;
  return isSame ? null : "the windows changed meanwhile";
}

async function keyOf(
  { session, facts }: ProbeContext,
  window: WindowData | null,
  ime: Ime | null,
): Promise<ScreenKey | string> {
  if (!window) return "the window manager did not answer";
  const bootId = (await facts).value?.bootId ?? null;
  return screenKey({ ...window, ime: window.ime ?? ime, serial: session.device.serial, bootId });
}

function seenOf(key: ScreenKey, { window, ime }: WindowReports, { value: picture }: ProbeResult<ScreenshotData>) {
  if (!window.value || !picture) return null;
  const imeVisible = (window.value.ime ?? ime)?.visible === true;
  const seen: SeenScreen = { key, frame: picture.frame, insets: window.value.systemInsets, imeVisible };
  return seen;
}

function keptLook({ hierarchy, drafts, takenAt }: KeptTree, durationMs: number): ProbeResult<HierarchyData> {
  const source = "uiautomator-cache";
  const value: HierarchyData = { hierarchy, drafts, source, windowAfter: null, compressed: false, live: null };
  return { name: "hierarchy", value, source, takenAt, durationMs, sideEffect: null, errors: [] };
}

function reportOf(
  { cache, context }: Asked,
  { why, notKept }: { readonly why: string | null; readonly notKept: string | null },
): CacheReport {
  const { policy } = cache.options;
  const isHit = why === null;
  const outcome = isHit ? "hit" : "miss";
  return {
    policy,
    outcome,
    why,
    kept: !isHit && notKept === null,
    notKept,
    ...cache.tallyOf(context.session.device.serial),
  };
}
