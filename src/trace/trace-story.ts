import { cutLabel, inOneLine, nameOrQuoted, normaliseLabel, quoteWords } from "../screen/label.js";
import type { TraceManifest } from "./manifest.js";
import type { GUIElement, InteractionStep } from "./protocol.js";
import { extensions, type StateExtension, type StepExtension, type TraceCall } from "./x-fovea.js";

const LONGEST_TEXT = 80;
/** How many elements of a state are named; the others are counted. */
const MOST_NAMED = 6;
/** How many changes are listed; the others are counted. */
const MOST_CHANGES = 5;

/** The device, the program and the time of a trace, in one or two lines. */
export function headOf({
  created_by: by,
  device,
  started_at: at,
  dropped_screenshots: dropped,
}: TraceManifest): string {
  const model = device.model === null ? [] : [quoteWords(device.model)];
  const release = device.release === null ? [] : [`Android ${nameOrQuoted(device.release)}`];
  const api = device.api_level === null ? [] : [`API ${device.api_level}`];
  const of = [nameOrQuoted(device.serial), ...model, ...release, ...api].join(", ");
  const head = `${of}; begun ${at}, by ${nameOrQuoted(by.name)} ${nameOrQuoted(by.version)}`;
  return dropped.length === 0 ? head : `${head}\n${dropped.length} screenshots were dropped to keep its size limit`;
}

/**
 * One step in a few lines: what was seen, what was done and why, and the result. Words of the screen are in quotes and
 * contain no control characters, whichever program wrote the trace.
 */
export function storyOf(step: InteractionStep, number: number): string {
  const { visual_state: state, rationale } = step;
  const [width, height] = state.screen_resolution;
  const reported = extensions.step(step);
  const known = extensions.state(state);
  const nothing = known?.known === false ? "the screen had not been read" : null;
  const seen = `${state.elements.length} elements on ${width}x${height}: ${namesOf(state.elements)}`;
  const lines = [
    `${number}. ${secondsOf(step.timestamp)} ${actionOf(step)}${reported ? ` (${Math.round(reported.duration_ms)} ms)` : ""}`,
    ...placeOf(known).map((place) => `in ${place}`),
    `saw ${nothing ?? seen}`,
    ...(known?.errors ?? []).map((error) => `unknown: ${inOneLine(error)}`),
    ...(rationale ? [`why ${quoted(rationale)}`] : []),
    ...(reported ? resultOf(reported) : []),
  ];
  return lines.join("\n   ");
}

/** A failed call without a step. */
export function callStoryOf({ timestamp, tool_name: tool, inputs, result }: TraceCall): string {
  const words = Object.values(inputs).filter((value) => typeof value === "string");
  const call = [nameOrQuoted(tool), ...words.map(quoted)].join(" ");
  return `-  ${secondsOf(timestamp)} ${call} failed\n   ${errorOf(result.error)}`;
}

function secondsOf(value: number): string {
  return `+${value.toFixed(1)} s`;
}

/** The action in words, with its target. */
export function actionOf({ action, visual_state: state }: InteractionStep): string {
  const target = state.elements.find(({ element_id: id }) => id === action.target_id);
  const at = action.bbox ? ` at [${action.bbox.x1},${action.bbox.y1}][${action.bbox.x2},${action.bbox.y2}]` : "";
  const text = action.text === undefined || action.text === null ? "" : ` ${quoted(action.text)}`;
  const did = extensions.action(action)?.did;
  const more = did === undefined || target || text !== "" ? "" : `: ${inOneLine(did)}`;
  return `${nameOrQuoted(action.type)}${target ? ` ${nameOf(target)}` : ""}${text}${target ? "" : at}${more}`;
}

function placeOf(state: StateExtension | undefined): readonly string[] {
  const { activity, package: app, window } = state ?? {};
  const names = activity ?? app;
  // A window without its own title has the name of its activity as the title.
  const title = window && !(names && window.endsWith(names)) ? [quoteWords(window)] : [];
  const words = [...(names ? [nameOrQuoted(names)] : []), ...title];
  return words.length === 0 ? [] : [words.join(", ")];
}

function resultOf({ verdict, notes = [], settled = [], after, error }: StepExtension): readonly string[] {
  const changes = after?.changes ?? [];
  const more = changes.length > MOST_CHANGES ? [`and ${changes.length - MOST_CHANGES} more changes`] : [];
  return [
    ...(verdict ? [`=> ${nameOrQuoted(verdict.kind)}: ${verdict.evidence.map(inOneLine).join("; ")}`] : []),
    ...changes.slice(0, MOST_CHANGES).map((change) => `   ${cutLine(change)}`),
    ...more.map((words) => `   ${words}`),
    ...(settled.length > 0 ? [`settled: ${settled.map(inOneLine).join("; ")}`] : []),
    ...notes.map((note) => `note: ${inOneLine(note)}`),
    ...(error ? [errorOf(error)] : []),
  ];
}

function errorOf(error: { readonly code: string; readonly message: string } | undefined): string {
  return error ? `error ${nameOrQuoted(error.code)}: ${inOneLine(error.message)}` : "error without words";
}

function cutLine(words: string): string {
  const line = inOneLine(words);
  return line.length > 2 * LONGEST_TEXT ? `${line.slice(0, 2 * LONGEST_TEXT).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

function namesOf(elements: readonly GUIElement[]): string {
  const named = elements.filter(({ text, visible }) => visible && text);
  const more = named.length > MOST_NAMED ? `, and ${named.length - MOST_NAMED} more with words` : "";
  const shown = named.slice(0, MOST_NAMED).map(nameOf).join(", ");
  return shown === "" ? "none with words" : `${shown}${more}`;
}

function nameOf({ element_id: id, role, text }: GUIElement): string {
  const words = [nameOrQuoted(id), role ? nameOrQuoted(role) : null, text ? quoted(text) : null];
  return words.filter((word) => word !== null).join(" ");
}

function quoted(text: string): string {
  return cutLabel(normaliseLabel(text), LONGEST_TEXT);
}
