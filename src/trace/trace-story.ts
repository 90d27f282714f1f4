import { cutLabel, nameOrQuoted, normaliseLabel } from "../screen/label.js";
import type { GUIElement, InteractionStep } from "./protocol.js";

const LONGEST_TEXT = 80;
/** Elements of a state that are named; the rest is counted. */
const MOST_NAMED = 6;

/**
 * One step in a few lines: what was seen, what was done there, why. Words of the screen stand in quotes and hold no
 * control characters, whoever wrote the trace.
 */
export function storyOf(step: InteractionStep, number: number): string {
  const { visual_state: state, action, rationale } = step;
  const [width, height] = state.screen_resolution;
  const target = state.elements.find(({ element_id: id }) => id === action.target_id);
  const at = action.bbox ? ` at [${action.bbox.x1},${action.bbox.y1}][${action.bbox.x2},${action.bbox.y2}]` : "";
  const text = action.text === undefined || action.text === null ? "" : ` ${quoted(action.text)}`;
  const done = `${nameOrQuoted(action.type)}${target ? ` ${nameOf(target)}` : ""}${text}${target ? "" : at}`;
  const seen = `${state.elements.length} elements on ${width}x${height}`;
  const lines = [`${number}. ${seconds(step.timestamp)} ${done}`, `   saw ${seen}: ${namesOf(state.elements)}`];
  if (rationale) lines.push(`   why ${quoted(rationale)}`);
  return lines.join("\n");
}

function seconds(value: number): string {
  return `+${value.toFixed(1)} s`;
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
