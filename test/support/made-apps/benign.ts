import { center } from "../../../src/base/geometry.js";
import type { MadePlace } from "./made-place.js";
import { type Block, type MadeState, type Meaning, meaningsOf, withControls, withItems } from "./made-state.js";
import { counter } from "./made-words.js";
import { moreOf } from "./make-app.js";
import type { Around, Mutation } from "./mutations.js";

/** Mutations after which the shown thing is still there, with the same words. */
export const BENIGN: readonly Mutation[] = [
  { name: "nothing", change: (state) => state },
  { name: "counter elsewhere", change: (state, { target }) => (isBelowStatus(state, target) ? null : counted(state)) },
  { name: "progress", change: further },
  { name: "words elsewhere", change: elsewhere },
  { name: "strip above", change: withBanner },
  { name: "row above", change: rowAbove },
  { name: "row below", change: rowBelow },
  { name: "other toggle turns", change: otherTurned },
  { name: "scrolls", change: (state) => (state.long === "nothing" ? null : state), act: ({ app }) => app.scrollBy(24) },
  { name: "toast", change: (state) => state, act: ({ app }) => app.toast("OK") },
  { name: "battery", change: (state) => state, act: ({ hostile }) => hostile.phone.hooks.setBattery(41, false) },
  {
    name: "keyboard opens",
    change: (state, { target }) => (anyField(state, target) ? state : null),
    act: openKeyboard,
  },
];

function anyField(state: MadeState, target: Meaning): Meaning | undefined {
  return target.kind === "field" ? undefined : meaningsOf(state).find(({ kind }) => kind === "field");
}

function openKeyboard({ app, hostile }: MadePlace, target: Meaning): void {
  const field = anyField(app.state, target);
  const placed = hostile.phone.hooks.placed().find(({ view }) => app.meaningOf(view)?.slot === field?.slot);
  if (placed) app.withoutPress(() => hostile.phone.hooks.tapAt(center(placed.visible)));
}

/** Increases the number of people online. */
export function counted(state: MadeState): MadeState {
  const next = Number.parseInt(state.status.text, 10) + 1;
  return { ...state, status: counter(`${next} online`) };
}

/**
 * Whether the only words above a field are the number of people: readers take the words right above a field as its
 * label, and the role of "9 online" does not show that it is a counter.
 */
export function isBelowStatus({ blocks }: MadeState, target: Meaning): boolean {
  const [first] = blocks;
  if (target.kind !== "field" || first?.kind !== "controls" || first.form !== "fields") return false;
  return first.heading === null && first.controls[0]?.slot === target.slot;
}

function further(state: MadeState): MadeState | null {
  return state.progress === null ? null : { ...state, progress: state.progress + 7 };
}

/**
 * Adds a text without a relation to any control. It must not be a question: "Delete all?" above "Yes" would be its
 * heading.
 */
function elsewhere(state: MadeState, { random }: Around): MadeState | null {
  if (state.dialog || !state.blocks.some(({ kind }) => kind === "note")) return null;
  const maker = moreOf(state, random);
  const blocks = state.blocks.map(
    (block): Block => (block.kind === "note" ? { ...block, words: maker.words("sentence") } : block),
  );
  return [...state.blocks, ...blocks].some(asks) ? null : { ...state, blocks };
}

function asks(block: Block): boolean {
  return block.kind === "note" && block.words.text.endsWith("?");
}

function withBanner(state: MadeState, { random }: Around): MadeState | null {
  if (state.dialog) return null;
  return { ...state, banner: moreOf(state, random).words("sentence") };
}

function rowAbove(state: MadeState, { target, random }: Around): MadeState | null {
  const maker = moreOf(state, random);
  return withItems(state, target.slot, (items, at) => {
    const own = items[at];
    return own ? [...items.slice(0, at), maker.itemLike(own), ...items.slice(at)] : null;
  });
}

function rowBelow(state: MadeState, { target, random }: Around): MadeState | null {
  const maker = moreOf(state, random);
  return withItems(state, target.slot, (items, at) => {
    const own = items[at];
    return own ? [...items.slice(0, at + 1), maker.itemLike(own), ...items.slice(at + 1)] : null;
  });
}

/** Turns a toggle in another row: the words in the target's row are part of the target's meaning. */
function otherTurned(state: MadeState, { target }: Around): MadeState | null {
  if (state.dialog) return null;
  let isDone = false;
  const next = withControls(state, (control) => {
    const isOther = control.slot !== target.slot && control.words !== null;
    if (isDone || !isOther || (control.kind !== "switch" && control.kind !== "checkbox")) return control;
    isDone = true;
    return { ...control, isOn: !control.isOn };
  });
  return isDone ? next : null;
}
