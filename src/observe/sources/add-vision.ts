import type { VisionMode } from "../../base/options/choices.js";
import { isSameFront } from "../../screen/changes.js";
import { isSeenOnly } from "../../screen/element.js";
import { ASKED_FOR } from "../../screen/vision-note.js";
import type { Session } from "../../session/session.js";
import { poorTree } from "../../vision/poor-tree.js";
import { withoutSecrets } from "../../vision/without-secrets.js";
import { isInconsistent } from "../assemble/inconsistent.js";
import { lookWith } from "../assemble/parts-of.js";
import { showsNothing } from "../assemble/shows-nothing.js";
import { treelessScreen } from "../assemble/treeless-screen.js";
import type { ObservationParts } from "../observation-parts.js";
import type { ObserveRequest } from "../observe-request.js";
import { factError, type ProbeContext, type ProbeResult, runProbe } from "../probe.js";
import { type ScreenshotData, screenshotProbe } from "../probes/screenshot.js";
import { type VisionData, visionProbe } from "../probes/vision.js";
import { type WindowData, windowProbe } from "../probes/window.js";

/**
 * When detectors run: as the request says; else, if the last observation requested them and has elements that only
 * pixels show, always, so that these can be found again; else as the session is configured.
 */
export function visionPreference({ detectors, lastObservation: last }: Session, request: ObserveRequest): VisionMode {
  const { hierarchy, vision = "sticky" } = request;
  if (!hierarchy) return "off";
  if (vision === "session") return detectors?.mode ?? "off";
  if (vision !== "sticky") return vision;
  if (!detectors) return "off";
  return last?.parts.vision?.why === ASKED_FOR && last.elements.some(isSeenOnly) ? "on" : detectors.mode;
}

/** The same once it is known which window is in front: what pixels showed of another one is not found again. */
function preferenceFor({ session }: ProbeContext, { request, look }: Seeing): VisionMode {
  const { detectors, lastObservation: last } = session;
  const preference = visionPreference(session, request);
  const isAsked = request.vision !== undefined && request.vision !== "sticky";
  if (isAsked || preference !== "on" || !detectors || !last?.activeWindow) return preference;
  const front = look.merged?.facts?.activeWindow;
  return front && !isSameFront(last.activeWindow, front) ? detectors.mode : preference;
}

/** Adds a screenshot to the request if detectors certainly need one, or needed one the last time. */
export function withPicture(session: Session, request: ObserveRequest): ObserveRequest {
  const preference = visionPreference(session, request);
  const isLikely =
    preference === "on" || (preference === "auto" && session.lastObservation?.parts.vision !== undefined);
  if (!isLikely || !session.detectors) return request;
  const { picture: _, ...rest } = request; // detectors need pixels
  return { ...rest, screenshot: true };
}

export interface Seeing {
  readonly request: ObserveRequest;
  readonly look: ObservationParts;
}

/**
 * Adds detections to the observation, if the request allows them and the hierarchy is not enough. Without a hierarchy
 * the screen consists of the detections. If detectors cannot run, that is an error of the part; the rest of the
 * observation is valid.
 */
export async function withDetections(
  context: ProbeContext,
  { request, look }: Seeing,
  signal: AbortSignal,
): Promise<ObservationParts> {
  const preference = preferenceFor(context, { request, look });
  const why = preference === "off" ? null : preference === "on" ? ASKED_FOR : whyPoor(look);
  if (why === null) return look;
  const { detectors } = context.session;
  if (!detectors) return { ...look, vision: notSeen("no detector is set (--detector)") };
  const found = await pictureFor(context, look, signal);
  if (typeof found === "string") return { ...look, vision: notSeen(found) };
  const result = await runProbe(visionProbe(detectors, found.picture, why), signal);
  const { value } = result;
  const tree = found.look.hierarchy?.value?.hierarchy ?? null;
  const vision = value
    ? { ...result, value: { ...value, detections: withoutSecrets(value.detections, tree) } }
    : result;
  return withScreen({ ...found.look, vision });
}

/** Why the hierarchy is not enough; null if it is, or if there is nothing to see. */
function whyPoor(look: ObservationParts): string | null {
  const { hierarchy } = look;
  const window = look.merged?.facts ?? null;
  if (window?.power?.interactive === false) return null;
  if (!hierarchy?.value) {
    const code = hierarchy?.errors[0]?.code;
    return `no view hierarchy${code === undefined ? "" : ` (${code})`}`;
  }
  const size = window?.screenSize ?? null;
  if (!size) return null;
  const tree = hierarchy.value.hierarchy;
  return poorTree(look.hierarchyElements, tree, size);
}

function notSeen(message: string): ProbeResult<VisionData> {
  const nothing = { value: null, source: "none", takenAt: null, durationMs: 0, sideEffect: null };
  return { name: "vision", ...nothing, errors: [factError("vision", "VISION_INCOMPLETE", message)] };
}

interface Pictured {
  readonly look: ObservationParts;
  readonly picture: ScreenshotData;
}

/** The screenshot of the observed screen, or the reason why there is none. Without a hierarchy it is taken now. */
async function pictureFor(
  context: ProbeContext,
  look: ObservationParts,
  signal: AbortSignal,
): Promise<Pictured | string> {
  if (isInconsistent(look)) return "window, tree and picture are of different screens";
  const hasTree = look.hierarchy?.value !== null && look.hierarchy?.value !== undefined;
  if (hasTree && look.screenshot?.value) return ofScreen(look, look.screenshot.value);
  const [window, screenshot] = await Promise.all([
    runProbe(windowProbe(context), signal),
    runProbe(screenshotProbe(context), signal),
  ]);
  if (!screenshot.value) return `no picture: ${screenshot.errors[0]?.message ?? "none arrived"}`;
  if (!hasTree) return ofScreen(lookWith(look, { window, screenshot }), screenshot.value);
  if (isOtherScreen(look, window)) return "the screen changed between the tree and the picture";
  const live = look.hierarchy?.value?.live;
  // No event came since the hierarchy was read: the screenshot shows the same screen.
  const isOfTree = live && !live.companion.events.hasChangedSince(live.seq);
  return ofScreen(isOfTree ? { ...look, screenshot } : look, screenshot.value);
}

/** Whether the window manager or the companion reports another screen than the one of the hierarchy. */
function isOtherScreen(look: ObservationParts, { value: now }: ProbeResult<WindowData>): boolean {
  const before = look.merged?.facts;
  const live = look.hierarchy?.value?.live;
  if (live?.companion.events.haveWindowsChangedSince(live.seq)) return true;
  if (!before?.activeWindow || !now?.activeWindow) return true;
  const [then, front] = [before.activeWindow, now.activeWindow];
  const isSame = live
    ? then.component === front.component
    : then.windowId === front.windowId && then.title === front.title;
  return !isSame || before.rotation !== now.rotation || (before.ime?.visible ?? null) !== (now.ime?.visible ?? null);
}

function ofScreen(look: ObservationParts, picture: ScreenshotData): Pictured | string {
  const { frame } = picture;
  const window = look.merged?.facts ?? null;
  const size = window?.screenSize ?? null;
  if (!size) return "the size of the screen is not known";
  if (window?.displayId !== 0) return "pictures show the default display, another one has the focus";
  if (frame.width !== size.width || frame.height !== size.height) {
    return `the picture is of ${frame.width}x${frame.height}, the screen of ${size.width}x${size.height}`;
  }
  return showsNothing(frame, window.systemInsets) ? "the picture is black" : { look, picture };
}

/** Adds a hierarchy without nodes for the detections, if no source gave a hierarchy. */
function withScreen(look: ObservationParts): ObservationParts {
  const { hierarchy, vision } = look;
  const window = look.merged?.facts ?? null;
  if (!hierarchy || hierarchy.value || !vision?.value || !window?.screenSize) return look;
  const value = {
    hierarchy: treelessScreen(window.activeWindow, window.screenSize),
    source: "vision" as const,
    windowAfter: null,
    compressed: false,
    drafts: null,
    live: null,
  };
  return lookWith(look, { hierarchy: { ...hierarchy, value } });
}
