import { REDACTED } from "../base/redaction.js";
import { lookUp } from "../base/word-table.js";
import { diffScreens, elementWording } from "../screen/diff.js";
import type { UiElement } from "../screen/element.js";
import { listedRefs } from "../screen/listed-refs.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { parseTarget } from "../screen/selector.js";
import { settledLines } from "../screen/settled.js";
import { type StoredSelector, storedSelectorsOf } from "../screen/stored-selector.js";
import type { ActNote } from "../session/session-watcher.js";
import type { GUIAction, InteractionStep, VisualState } from "../trace/protocol.js";
import { type ActionExtension, EXTENSION, type StepExtension } from "../trace/x-fovea.js";
import { type StateParts, screenWords } from "./state-of.js";
import { reportedOf, typingOf } from "./typing.js";

export interface StepParts extends Pick<StateParts, "redactor" | "secondsAt"> {
  /** The state before the action. */
  readonly state: VisualState;
  /** The number of the call; null outside of calls. */
  readonly call: number | null;
  /** The path of the screenshot after the action; null if none was taken. */
  readonly pictureAfter: string | null;
  /** Converts a time of performance.now() to ms since the epoch. */
  readonly epochOf: (moment: number) => number;
}

/** An action as a step of the protocol. */
export function stepOf(note: ActNote, parts: StepParts): InteractionStep {
  const { state, redactor, secondsAt, epochOf, call } = parts;
  const { times, verdict, notes, settled, after, before, error } = note;
  const words = (texts: readonly string[]) => texts.map((text) => redactor.text(text));
  const extension: StepExtension = {
    ...(call === null ? {} : { call }),
    duration_ms: Math.round(times.ended - times.begun),
    ...(verdict && { verdict: { kind: verdict.kind, evidence: words(verdict.evidence) } }),
    ...(notes.length > 0 && { notes: words(notes) }),
    ...(settled && settledLines(settled).length > 0 && { settled: words(settledLines(settled)) }),
    ...(after && { after: afterOf(after, before, parts) }),
    ...(error && { error: { code: error.code, message: redactor.text(error.message) } }),
  };
  return {
    // Not before the state: the target is from the last observation, which may have been made during the action.
    timestamp: Math.max(state.timestamp, secondsAt(epochOf(times.begun))),
    visual_state: state,
    action: actionOf(note, parts),
    [EXTENSION]: extension,
  };
}

function afterOf(
  after: Observation,
  before: Observation | null,
  { redactor, secondsAt, pictureAfter }: StepParts,
): NonNullable<StepExtension["after"]> {
  const { activeWindow, observationId, timestamp, deviceTime } = after;
  const isReadable = before !== null && before.hierarchySource !== "none" && after.hierarchySource !== "none";
  return {
    observation_id: observationId,
    timestamp: secondsAt(Date.parse(timestamp)),
    ...(deviceTime === null ? {} : { device_time: deviceTime }),
    ...(activeWindow?.package ? { package: activeWindow.package } : {}),
    ...(activeWindow?.activity ? { activity: activeWindow.activity } : {}),
    ...(activeWindow ? { window: redactor.text(activeWindow.title) } : {}),
    words: screenWords(after, redactor),
    ...idsAndLists(after, redactor),
    ...(isReadable && { changes: changesOf(before, after).map((line) => redactor.text(line)) }),
    ...(pictureAfter === null ? {} : { screenshot_path: pictureAfter }),
  };
}

const MOST_IDS = 200;

function idsAndLists(
  { elements }: Observation,
  redactor: StepParts["redactor"],
): Pick<NonNullable<StepExtension["after"]>, "ids" | "listed"> {
  const lists = listedRefs(elements);
  const own = elements.filter(({ systemBar }) => !systemBar);
  const ids = own.flatMap(({ ref, resourceId }) => (resourceId && !lists.has(ref) ? [resourceId] : []));
  const listed = screenWords({ elements: own.filter(({ ref }) => lists.has(ref)) }, redactor);
  return {
    ...(ids.length > 0 && { ids: [...new Set(ids)].slice(0, MOST_IDS) }),
    ...(listed.length > 0 && { listed }),
  };
}

const MOST_CHANGES = 100;

function changesOf(before: Observation, after: Observation): readonly string[] {
  const { removed, added, changed } = diffScreens(before, after, DEFAULT_OUTLINE);
  const [then, now] = [elementWording(before.elements), elementWording(after.elements)];
  const lines = [
    ...removed.map((element) => `- ${then(element)}`),
    ...added.map((element) => `+ ${now(element)}`),
    ...changed.map((element) => `~ ${now(element)}`),
  ];
  const rest = lines.length - MOST_CHANGES;
  return rest > 0 ? [...lines.slice(0, MOST_CHANGES), `(${rest} more)`] : lines;
}

function actionOf(note: ActNote, { state, redactor }: StepParts): GUIAction {
  const { call, targetNames, before, points, did, by } = note;
  const [target, to] = targetNames.map((ref) => before?.elements.find((element) => element.ref === ref));
  const args = safeArgs(note);
  const selector = target && selectorOf(target, before, redactor);
  const inState = target && state.elements.find(({ element_id: id }) => id === target.ref);
  const extension: ActionExtension = {
    tool: call.tool,
    args: { ...safeValues(args, (text) => redactor.text(text)), ...(selector && storedTargetArgs(args, selector)) },
    ...(selector && { selector }),
    ...(to && { to_selector: selectorOf(to, before, redactor) }),
    ...(did === "" ? {} : { did: redactor.text(reportedOf(note)) }),
    ...(points.length > 0 && { points: points.map(({ x, y }) => ({ x, y })) }),
    by,
  };
  const text = args["text"];
  return {
    type: actionType(note),
    ...(inState && { target_id: inState.element_id }),
    ...(inState?.bbox ? { bbox: inState.bbox } : {}),
    ...(typeof text === "string" ? { text: redactor.text(text) } : {}),
    [EXTENSION]: extension,
  };
}

/** The stored selector as the target, if the given target is a pattern of a flow, which tools do not accept. */
function storedTargetArgs(
  args: Readonly<Record<string, unknown>>,
  selector: StoredSelector,
): Readonly<Record<string, unknown>> {
  const { target } = args;
  if (typeof target !== "string" || isTarget(target)) return {};
  return { target: JSON.stringify(selector) };
}

function isTarget(text: string): boolean {
  try {
    parseTarget(text);
    return true;
  } catch {
    return false; // a pattern of a flow
  }
}

/** The arguments; typed text is kept only if the field is known not to be a password field. */
function safeArgs(note: ActNote): Readonly<Record<string, unknown>> {
  const { args } = note.call;
  if (typingOf(note)?.isPlain !== false) return args;
  return note.call.tool === "press_key" ? { key: REDACTED } : { ...args, text: REDACTED };
}

function safeValues(args: Readonly<Record<string, unknown>>, safe: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === "string" ? safe(value) : value]),
  );
}

const TYPES: Readonly<Record<string, GUIAction["type"]>> = {
  type_text: "type",
  swipe: "scroll",
  open_app: "launch_app",
};

function actionType({ call: { tool, args } }: ActNote): GUIAction["type"] {
  if (tool === "tap") {
    if (args["hold_ms"] !== undefined) return "x-fovea.long_press";
    return args["count"] === undefined ? "click" : "x-fovea.double_tap";
  }
  return lookUp(TYPES, tool) ?? `x-fovea.${tool}`;
}

/**
 * To make a stored selector, the whole screen is read; on a screen with more elements, this would delay other calls.
 */
const MOST_ELEMENTS = 1_500;

function selectorOf(
  element: UiElement,
  before: Observation | null,
  redactor: StepParts["redactor"],
): StoredSelector | undefined {
  if (!before || before.elements.length > MOST_ELEMENTS) return undefined;
  const stored = storedSelectorsOf(before)[before.elements.indexOf(element)];
  if (!stored) return undefined;
  const safe = redactor.words(element);
  const isHidden = element.labels.some((label, place) => safe.labels[place] !== label);
  const around = stored.around.map((text) => redactor.text(text));
  return { ...stored, labels: isHidden ? [] : stored.labels, around };
}
