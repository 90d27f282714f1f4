import { normaliseLabel } from "../screen/label.js";
import type { GUIElement, InteractionStep } from "../trace/protocol.js";
import { extensions } from "../trace/x-fovea.js";
import { foreignCall } from "./foreign-step.js";

/** The app and the activity in front; null if they were not recorded. */
export interface Front {
  readonly package: string | null;
  readonly activity: string | null;
}

/** The part of an element by which a screen is compared with the recorded one. */
export interface Trait {
  readonly role: string;
  readonly labels: readonly string[];
  /** Left, top, right, bottom in px; null if no part of the element was visible. */
  readonly bounds: readonly [number, number, number, number] | null;
  readonly isFocused: boolean;
  readonly resourceId: string | null;
}

/** The recorded screen before an action. */
export interface RecordedScreen {
  /** Whether the screen was read. */
  readonly isKnown: boolean;
  /** The source of its elements, as in observations; null if it was not recorded. */
  readonly source: string | null;
  readonly front: Front;
  readonly words: ReadonlySet<string>;
  readonly traits: readonly Trait[];
  readonly size: readonly [number, number];
  /** The path of its picture in the trace; null if there is none. */
  readonly picture: string | null;
  /** The time by the device's clock, in ms since the epoch; null if it was not recorded. */
  readonly deviceMs: number | null;
}

/** The recorded screen after an action. */
export interface RecordedAfter {
  readonly front: Front;
  readonly words: ReadonlySet<string>;
  /** The lines of elements that changed, without their refs; null if they are not known, or not completely. */
  readonly changed: readonly string[] | null;
  readonly picture: string | null;
  readonly deviceMs: number | null;
}

export interface RecordedVerdict {
  readonly kind: string;
  readonly evidence: readonly string[];
}

/** The facts of a recorded step that a replay needs. */
export interface RecordedStep {
  /** The number of the step, from 1. */
  readonly number: number;
  /** The line in the file of steps, from 1. */
  readonly line: number;
  /** The action in the past tense, as recorded; else the type of the action. */
  readonly did: string;
  /** The tool that can repeat it; null if the trace does not name it. */
  readonly tool: string | null;
  readonly args: Readonly<Record<string, unknown>>;
  /** The stored selector of the target, as JSON; null if there was no element. */
  readonly selector: string | null;
  readonly toSelector: string | null;
  readonly before: RecordedScreen;
  /** The screen after the action; null if the trace has no result. */
  readonly after: RecordedAfter | null;
  readonly verdict: RecordedVerdict | null;
  /** The error code of a call that failed after it had acted. */
  readonly error: string | null;
  /** Whether another program recorded it. Its result is then taken from the state before the next step. */
  readonly isForeign: boolean;
}

/** Converts a step of any recorder. Without Fovea's extension, the call is made from the protocol's fields. */
export function recordedStep(
  step: InteractionStep,
  at: { readonly number: number; readonly line: number },
): RecordedStep {
  const { action } = step;
  const own = extensions.action(action);
  const outcome = extensions.step(step);
  const before = screenBefore(step);
  const call = own ? null : foreignCall(step);
  return {
    ...at,
    did: own?.did ?? action.type,
    tool: own?.tool ?? call?.tool ?? null,
    args: own?.args ?? call?.args ?? {},
    selector: own?.selector === undefined ? null : JSON.stringify(own.selector),
    toSelector: own?.to_selector === undefined ? null : JSON.stringify(own.to_selector),
    before,
    after: outcome?.after ? afterOf(outcome.after, before, step.visual_state.timestamp) : null,
    verdict: outcome?.verdict ?? null,
    error: outcome?.error?.code ?? null,
    isForeign: !own && !outcome,
  };
}

function screenBefore({ visual_state: state }: InteractionStep): RecordedScreen {
  const facts = extensions.state(state);
  return {
    isKnown: facts?.known ?? state.elements.length > 0,
    source: facts?.source ?? null,
    front: { package: facts?.package ?? null, activity: facts?.activity ?? null },
    words: wordsRecorded(state.elements.map((element) => ({ labels: labelsOf(element), systemBar: isBar(element) }))),
    traits: state.elements.filter((element) => !isBar(element)).map(traitOf),
    size: state.screen_resolution,
    picture: state.screenshot_path === "" ? null : state.screenshot_path,
    deviceMs: timeOf(facts?.device_time),
  };
}

/** The time by the device's clock, in ms since the epoch; null if it is not recorded. */
function timeOf(reported: string | undefined): number | null {
  const ms = reported === undefined ? Number.NaN : Date.parse(reported);
  return Number.isNaN(ms) ? null : ms;
}

type After = NonNullable<NonNullable<ReturnType<typeof extensions.step>>["after"]>;

function afterOf(after: After, before: RecordedScreen, stateAt: number): RecordedAfter {
  const { words, changes, timestamp } = after;
  const reckoned = before.deviceMs === null ? null : before.deviceMs + (timestamp - stateAt) * 1_000;
  return {
    front: { package: after.package ?? null, activity: after.activity ?? null },
    words: new Set(words),
    changed: changes === undefined ? null : changedLines(changes),
    picture: after.screenshot_path ?? null,
    deviceMs: timeOf(after.device_time) ?? reckoned,
  };
}

function changedLines(changes: readonly string[]): readonly string[] | null {
  if (changes.some((line) => /^\(\d+ more\)$/.test(line))) return null;
  return changes.filter((line) => line.startsWith("~ ")).map((line) => withoutRef(line.slice(2)));
}

/** A line of the outline without its ref at the beginning: refs belong to one run. */
export function withoutRef(line: string): string {
  return line.replace(/^\s*e[1-9]\d* ?/, "");
}

const MOST_WORDS = 200;
const LONGEST_WORD = 120;

/** The fields of an element from which words are taken. */
export interface Worded {
  readonly labels: readonly string[];
  readonly systemBar: boolean;
}

/** The words of a screen as traces store them: in reading order, without repetitions and without the system bars. */
export function wordsRecorded(elements: Iterable<Worded>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { labels, systemBar } of elements) {
    if (systemBar) continue;
    for (const label of labels) words.add(normaliseLabel(label).slice(0, LONGEST_WORD));
    if (words.size >= MOST_WORDS) break;
  }
  return new Set([...words].slice(0, MOST_WORDS));
}

function labelsOf(element: GUIElement): readonly string[] {
  return extensions.element(element)?.labels ?? (element.text ? [element.text] : []);
}

function isBar(element: GUIElement): boolean {
  return extensions.element(element)?.system_bar === true;
}

function traitOf(element: GUIElement): Trait {
  const { bbox } = element;
  const own = extensions.element(element);
  return {
    role: element.role ?? "",
    labels: labelsOf(element).map(normaliseLabel),
    bounds: bbox ? [bbox.x1, bbox.y1, bbox.x2, bbox.y2] : null,
    isFocused: own?.focused === true,
    resourceId: own?.resource_id ?? null,
  };
}
