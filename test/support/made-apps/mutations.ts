import { center } from "../../../src/base/geometry.js";
import type { MadePlace } from "./made-place.js";
import {
  type Block,
  type Control,
  type Item,
  type MadeState,
  type Meaning,
  meaningsOf,
  sameness,
  slotsOf,
  withControls,
  withItems,
} from "./made-state.js";
import { anySum, LANGUAGES, translated, type Words } from "./made-words.js";
import { type Maker, moreOf } from "./make-app.js";
import { between, pick } from "./pick.js";

/** The input of a mutation besides the state. */
export interface Around {
  readonly target: Meaning;
  readonly random: () => number;
}

/** A change that an app makes by itself; `change` gives null if it does not apply to the target. */
export interface Mutation {
  readonly name: string;
  readonly change: (state: MadeState, around: Around) => MadeState | null;
  /** Whether the dialog is shown in another window. */
  readonly isReopened?: boolean;
  /** A further effect of the mutation. */
  readonly act?: (place: MadePlace, target: Meaning) => void;
}

/** Mutations after which the shown control is a different one, not unique, gone, or at another place. */
export const MUTATIONS: readonly Mutation[] = [
  { name: "other words", change: (state, around) => ownWords(state, around, (maker, one) => maker.controlLike(one)) },
  { name: "other sum", change: otherSum },
  { name: "other name", change: otherName },
  { name: "two swap", change: swapped },
  { name: "rows rebound", change: rebound },
  { name: "row's words replaced", change: rowReplaced },
  { name: "row's sum changes", change: rowSum },
  { name: "rows swap", change: rowsSwap },
  { name: "next step", change: nextStep },
  { name: "other title", change: otherTitle },
  { name: "other heading", change: otherHeading },
  { name: "other tab", change: otherTab },
  { name: "turned by itself", change: turned },
  { name: "twin above", change: (state, around) => twin(state, around, 0) },
  { name: "twin below", change: (state, around) => twin(state, around, 1) },
  { name: "twin beside", change: twinBeside },
  { name: "one twin goes", change: oneTwinGoes },
  { name: "row goes", change: rowGoes },
  { name: "list goes on", change: recycled },
  { name: "dialog says other things", change: otherDialog },
  { name: "dialog opens again", change: otherDialog, isReopened: true },
  { name: "translated", change: inAnotherLanguage },
  {
    name: "focus goes on",
    change: (state, around) => (otherField(state, around.target) ? state : null),
    act: focusOther,
  },
];

function ownWords(
  state: MadeState,
  { target, random }: Around,
  to: (maker: Maker, control: Control) => Control,
): MadeState | null {
  if (target.words === null) return null;
  const maker = moreOf(state, random);
  return withControls(state, (control) => (control.slot === target.slot ? to(maker, control) : control));
}

/** "Pay 5 €" becomes "Pay 500 €". */
function otherSum(state: MadeState, around: Around): MadeState | null {
  const { words } = around.target;
  if (words?.nature !== "money") return null;
  const text = words.text.replace(/\S*\d\S*(?: €)?$/, (sum) => anySum(around.random, sum).text);
  return ownWords(state, around, (maker, one) => ({ ...one, key: maker.number(), words: { ...words, text } }));
}

/** "Call Bob" becomes "Call Alice". */
function otherName(state: MadeState, around: Around): MadeState | null {
  const { words } = around.target;
  if (words?.nature !== "name") return null;
  return ownWords(state, around, (maker, one) => {
    const name = maker.likeWords({ text: "", nature: "name" });
    return { ...one, key: maker.number(), words: { ...words, text: words.text.replace(/\S+$/, name.text) } };
  });
}

/** Two controls of the same kind change places; the ids stay at the places. */
function swapped(state: MadeState, { target, random }: Around): MadeState | null {
  const others = meaningsOf(state).filter((one) => {
    const isOfKind = one.kind === target.kind && one.slot !== target.slot && one.words !== null;
    // A swap of two controls with the same words is not visible.
    const saysOther = one.words?.text !== target.words?.text || one.isOn !== target.isOn;
    return isOfKind && saysOther && sameness(target, one) === "different";
  });
  if (others.length === 0 || target.words === null) return null;
  const other = pick(others, random);
  const meant = ({ key, words, isOn }: Control) => ({ key, words, isOn });
  return withControls(state, (control) => {
    if (control.slot === target.slot) return { ...control, ...meant(other) };
    return control.slot === other.slot ? { ...control, ...meant(target) } : control;
  });
}

/** The views keep their ids and places, but show other items. */
function rebound(state: MadeState, { target, random }: Around): MadeState | null {
  const maker = moreOf(state, random);
  return withItems(state, target.slot, (items) => items.map((item) => inPlaceOf(item, maker.itemLike(item))));
}

/** The content and effect of one row in the views of another. */
function inPlaceOf(place: Item, content: Item): Item {
  const at = (control: Control, other: Control | null | undefined) =>
    other ? { ...control, key: other.key, words: other.words, isOn: other.isOn } : control;
  return {
    key: content.key,
    texts: content.texts,
    controls: place.controls.map((control, index) => at(control, content.controls[index])),
    whole: place.whole && at(place.whole, content.whole),
  };
}

function oneItem(state: MadeState, { target }: Around, to: (item: Item) => Item | null): MadeState | null {
  return withItems(state, target.slot, (items, at) => {
    const next = items.map((item, place) => (place === at ? to(item) : item));
    return next.every((item) => item !== null) ? next : null;
  });
}

/** `Delete` next to Bob becomes `Delete` next to Alice. */
function rowReplaced(state: MadeState, around: Around): MadeState | null {
  const maker = moreOf(state, around.random);
  return oneItem(state, around, (item) => {
    const [first, ...more] = item.texts;
    if (!first) return null;
    const texts = [maker.likeWords(first), ...more];
    return inPlaceOf(item, { ...maker.itemLike(item), texts, controls: item.controls.map(renewedBy(maker)) });
  });
}

function renewedBy(maker: Maker): (control: Control) => Control {
  return (control) => ({ ...control, key: maker.number() });
}

function rowSum(state: MadeState, around: Around): MadeState | null {
  const maker = moreOf(state, around.random);
  return oneItem(state, around, (item) => {
    const at = item.texts.findIndex(({ nature }) => nature === "money");
    if (at < 0) return null;
    const texts = item.texts.map((words, place) => (place === at ? maker.likeWords(words) : words));
    return { ...item, texts, controls: item.controls.map(renewedBy(maker)) };
  });
}

function wordsIn({ texts }: Item): string {
  return texts.map(({ text }) => text).join("\n");
}

/** Two rows change places; the views stay. */
function rowsSwap(state: MadeState, { target, random }: Around): MadeState | null {
  return withItems(state, target.slot, (items, at) => {
    const here = items[at];
    // A swap of two rows with the same words is not visible.
    const others = items.filter((item) => here && wordsIn(item) !== wordsIn(here));
    if (!here || others.length === 0) return null;
    const there = pick(others, random);
    return items.map((item) =>
      item === here ? inPlaceOf(here, there) : item === there ? inPlaceOf(there, here) : item,
    );
  });
}

/** Title and texts change; the controls stay the same. */
function nextStep(state: MadeState, { random }: Around): MadeState | null {
  if (state.dialog) return null;
  const maker = moreOf(state, random);
  const blocks = state.blocks.map(
    (block): Block =>
      block.kind === "note"
        ? { ...block, words: maker.words("sentence") }
        : { ...block, heading: block.heading && maker.words("topic") },
  );
  return withControls({ ...state, blocks, title: maker.words("topic") }, renewedBy(maker));
}

function otherTitle(state: MadeState, { random }: Around): MadeState | null {
  if (state.dialog) return null;
  const maker = moreOf(state, random);
  return withControls({ ...state, title: maker.words("topic") }, renewedBy(maker));
}

function otherHeading(state: MadeState, { target, random }: Around): MadeState | null {
  if (target.heading === null) return null;
  const maker = moreOf(state, random);
  const isOwn = (block: Block) => block.kind !== "note" && block.heading?.text === target.heading?.text;
  const blocks = state.blocks.map((block) => {
    if (block.kind === "note" || !isOwn(block)) return block;
    const heading = maker.words("topic");
    if (block.kind === "controls") return { ...block, heading, controls: block.controls.map(renewedBy(maker)) };
    const items = block.items.map((item) => ({ ...item, controls: item.controls.map(renewedBy(maker)) }));
    return { ...block, heading, items };
  });
  return { ...state, blocks };
}

/** Another tab is selected; its page has the same controls. */
function otherTab(state: MadeState, { target, random }: Around): MadeState | null {
  const at = state.blocks.findIndex((block) => block.kind === "controls" && block.form === "tabs");
  const strip = state.blocks[at];
  const isBelow = state.blocks.slice(at + 1).some((block) => slotsIn(block).includes(target.slot));
  if (state.dialog || strip?.kind !== "controls" || target.tab === undefined || !isBelow) return null;
  const maker = moreOf(state, random);
  const next = pick(
    strip.controls.filter(({ isOn }) => isOn !== true),
    random,
  );
  const controls = strip.controls.map((tab) => ({ ...tab, isOn: tab.slot === next.slot }));
  const blocks = state.blocks.map((block, place) => (place === at ? { ...strip, controls } : block));
  return withControls({ ...state, blocks }, renewedBy(maker));
}

function slotsIn(block: Block): readonly number[] {
  if (block.kind === "note") return [];
  return block.kind === "items" ? block.items.flatMap(slotsOf) : block.controls.map(({ slot }) => slot);
}

function turned(state: MadeState, { target }: Around): MadeState | null {
  if (target.isOn === null || target.kind === "tab") return null;
  return withControls(state, (one) => (one.slot === target.slot ? { ...one, isOn: !one.isOn } : one));
}

/** A row with the same words appears right above or below. */
function twin(state: MadeState, { target, random }: Around, below: number): MadeState | null {
  const maker = moreOf(state, random);
  return withItems(state, target.slot, (items, at) => {
    const own = items[at];
    if (!own) return null;
    const { texts, controls } = own;
    const other = { ...maker.itemLike(own), texts };
    const words = other.controls.map((control, index) => ({ ...control, words: controls[index]?.words ?? null }));
    return [...items.slice(0, at + below), { ...other, controls: words }, ...items.slice(at + below)];
  });
}

/** A control with the same words appears right before the target. */
function twinBeside(state: MadeState, { target, random }: Around): MadeState | null {
  const maker = moreOf(state, random);
  const blocks = state.blocks.map((block): Block => {
    if (block.kind !== "controls" || block.form === "fields" || block.form === "captioned" || block.form === "tabs")
      return block;
    const at = block.controls.findIndex(({ slot }) => slot === target.slot);
    const own = block.controls[at];
    if (!own) return block;
    const other = { ...own, slot: maker.number(), key: maker.number(), id: null };
    return { ...block, controls: [...block.controls.slice(0, at), other, ...block.controls.slice(at)] };
  });
  const isDone = blocks.some(
    (block, at) => block.kind === "controls" && block !== state.blocks[at] && isLonger(block, state.blocks[at]),
  );
  return isDone ? { ...state, blocks } : null;
}

function isLonger(block: Block, before: Block | undefined): boolean {
  if (block.kind !== "controls" || before?.kind !== "controls") return false;
  return block.controls.length > before.controls.length;
}

/** One of two rows with the same words disappears, and the other moves up. */
function oneTwinGoes(state: MadeState, { target, random }: Around): MadeState | null {
  return withItems(state, target.slot, (items, at) => {
    const own = items[at];
    const twins = items.filter((item) => own && wordsIn(item) === wordsIn(own));
    if (twins.length < 2) return null;
    const gone = pick(twins, random);
    return withoutItem(items, items.indexOf(gone));
  });
}

/** Removes an item: the last view disappears, and the views from its place on show the following items. */
function withoutItem(items: readonly Item[], at: number): readonly Item[] {
  return items.slice(0, -1).flatMap((item, place) => {
    const content = items[place < at ? place : place + 1];
    return content ? [inPlaceOf(item, content)] : [];
  });
}

function rowGoes(state: MadeState, { target }: Around): MadeState | null {
  return withItems(state, target.slot, (items, at) => withoutItem(items, at));
}

/** The list scrolls by some rows, and the views are recycled. */
function recycled(state: MadeState, { target, random }: Around): MadeState | null {
  const maker = moreOf(state, random);
  return withItems(state, target.slot, (items) => {
    const by = between(1, items.length - 1, random);
    const contents = [...items.slice(by), ...items.slice(0, by).map((item) => maker.itemLike(item))];
    return items.map((item, place) => inPlaceOf(item, contents[place] ?? item));
  });
}

/** Another question, with the same buttons. */
function otherDialog(state: MadeState, { random }: Around): MadeState | null {
  if (!state.dialog) return null;
  const maker = moreOf(state, random);
  const controls = state.dialog.controls.map(renewedBy(maker));
  return { ...state, dialog: { title: maker.words("topic"), message: maker.words("sentence"), controls } };
}

function inAnotherLanguage(state: MadeState, { target, random }: Around): MadeState | null {
  const to = pick(
    LANGUAGES.filter((one) => one !== state.language),
    random,
  );
  const say = (words: Words) => translated(words, to);
  if (target.words === null || say(target.words).text === target.words.text) return null;
  const control = (one: Control) => ({ ...one, words: one.words && say(one.words) });
  const blocks = state.blocks.map((block): Block => {
    if (block.kind === "note") return { ...block, words: say(block.words) };
    if (block.kind === "controls") return { ...block, heading: block.heading && say(block.heading) };
    const items = block.items.map((item) => ({ ...item, texts: item.texts.map(say) }));
    return { ...block, heading: block.heading && say(block.heading), items };
  });
  const dialog = state.dialog && {
    ...state.dialog,
    title: say(state.dialog.title),
    message: say(state.dialog.message),
  };
  return withControls({ ...state, language: to, title: say(state.title), blocks, dialog }, control);
}

function otherField(state: MadeState, target: Meaning): Meaning | undefined {
  return meaningsOf(state).find(
    ({ kind, slot }) => target.kind === "field" && kind === "field" && slot !== target.slot,
  );
}

/** Focuses another field, as an app or a finger does. */
function focusOther({ app, hostile }: MadePlace, target: Meaning): void {
  const other = otherField(app.state, target);
  const placed = hostile.phone.hooks.placed().find(({ view }) => app.meaningOf(view)?.slot === other?.slot);
  if (placed) app.withoutPress(() => hostile.phone.hooks.tapAt(center(placed.visible)));
}
