import { type Language, sends, type Words } from "./made-words.js";

export type Kind = "button" | "icon" | "link" | "switch" | "checkbox" | "radio" | "chip" | "tab" | "row" | "field";

/**
 * A control that can be pressed or typed into. Its effect and content (`key`, `words`, `isOn`) may move to another
 * place of the screen; `slot` is the place, which keeps its view, its id and the text that was typed there.
 */
export interface Control {
  readonly slot: number;
  readonly key: number;
  readonly kind: Kind;
  /** Its own words; null if only its surroundings show what it is. */
  readonly words: Words | null;
  readonly id: string | null;
  /** Whether a toggle is on; null for other controls. */
  readonly isOn: boolean | null;
}

/** A row of texts and controls that belong together. */
export interface Item {
  readonly key: number;
  readonly texts: readonly Words[];
  readonly controls: readonly Control[];
  /** The row itself as a control; null if it cannot be pressed. */
  readonly whole: Control | null;
}

export type Block =
  | { readonly kind: "note"; readonly words: Words; readonly id: string | null }
  | {
      readonly kind: "controls";
      readonly heading: Words | null;
      /** How the controls are arranged; captions are above the fields (`captioned`), or inside as hints (`fields`). */
      readonly form: "row" | "column" | "tabs" | "fields" | "captioned";
      readonly controls: readonly Control[];
    }
  | {
      readonly kind: "items";
      readonly heading: Words | null;
      /** How the items are arranged; a tile has its words above its controls. */
      readonly form: "list" | "plain" | "cards" | "tiles";
      readonly items: readonly Item[];
    };

export type Style = "views" | "compose" | "web";

export interface Dialog {
  readonly title: Words;
  readonly message: Words;
  readonly controls: readonly Control[];
}

/** The whole content of a generated app. */
export interface MadeState {
  readonly style: Style;
  readonly language: Language;
  readonly hasIds: boolean;
  readonly title: Words;
  readonly titleIn: "toolbar" | "text";
  readonly actions: readonly Control[];
  readonly blocks: readonly Block[];
  /** A strip above all blocks. */
  readonly banner: Words | null;
  /** A text that changes by itself and has no meaning. */
  readonly status: Words;
  /** The progress bar in percent; null if there is none. */
  readonly progress: number | null;
  readonly dialog: Dialog | null;
  /** The part that scrolls, because its content does not fit on the screen. */
  readonly long: "nothing" | "page" | "list";
  /** How often something was pressed, so that each touch is visible. */
  readonly done: number;
}

/** A control with everything around it that shows a user what it means. */
export interface Meaning extends Control {
  /** The words of its row, without the words of other controls. */
  readonly row: readonly Words[];
  readonly heading: Words | null;
  /** The last heading above it, of its block or of an earlier one; absent if there is none. */
  readonly above?: Words | null;
  /** The title of its dialog, or of its page. */
  readonly title: Words;
  readonly isInDialog: boolean;
  /** The selected tab above it; absent if there are no tabs. */
  readonly tab?: string;
}

/** All controls that can be pressed now: under a dialog only those of the dialog. */
export function meaningsOf(state: MadeState): readonly Meaning[] {
  const { dialog } = state;
  if (dialog) {
    const around = { row: [], heading: null, title: dialog.title, isInDialog: true };
    return dialog.controls.map((control) => ({ ...control, ...around }));
  }
  const onPage = { heading: null, title: state.title, isInDialog: false };
  const actions = state.actions.map((control) => ({ ...control, ...onPage, row: [] }));
  const blocks = state.blocks.flatMap((block, at) =>
    meaningsIn(block).map((one) => {
      const tab = tabsAbove(state.blocks, at);
      return { ...onPage, ...one, above: headingAbove(state.blocks, at), ...(tab !== "" && { tab }) };
    }),
  );
  return [...actions, ...blocks];
}

/** The last heading above a block: a user may think that a block without its own heading belongs to it. */
function headingAbove(blocks: readonly Block[], at: number): Words | null {
  for (const block of blocks.slice(0, at + 1).toReversed()) {
    if (block.kind !== "note" && block.heading) return block.heading;
  }
  return null;
}

function tabsAbove(blocks: readonly Block[], at: number): string {
  const controls = blocks.slice(0, at).flatMap((block) => (block.kind === "controls" ? block.controls : []));
  const tabs = controls.filter(({ kind, isOn }) => kind === "tab" && isOn === true);
  return tabs.map(({ words }) => words?.text ?? "").join("\n");
}

function meaningsIn(block: Block): readonly (Control & Pick<Meaning, "row" | "heading">)[] {
  if (block.kind === "note") return [];
  const { heading } = block;
  if (block.kind === "controls") return block.controls.map((control) => ({ ...control, row: [], heading }));
  return block.items.flatMap(({ texts, controls, whole }) =>
    [...(whole ? [whole] : []), ...controls].map((control) => ({ ...control, row: texts, heading })),
  );
}

/** `volatile`: only a counter or a clock differs. */
export type Sameness = "same" | "volatile" | "different";

/**
 * Compares the shown meaning of a control with its present meaning: its kind, words and state, and the surroundings
 * that distinguish it from others.
 */
export function sameness(shown: Meaning, now: Meaning): Sameness {
  if (shown.kind !== now.kind || shown.isInDialog !== now.isInDialog) return "different";
  // The selection of a tab does not change the effect of any tab.
  if (shown.isOn !== now.isOn && shown.kind !== "tab") return "different";
  if (shown.row.length !== now.row.length || shown.tab !== now.tab) return "different";
  const pairs = [
    [shown.words, now.words],
    headingsOf(shown, now),
    [shown.title, now.title],
    ...shown.row.map((words, at) => [words, now.row[at] ?? null] as const),
  ] as const;
  const all = pairs.map(([one, other]) => sameWords(one, other));
  if (all.includes("different")) return "different";
  return all.includes("volatile") ? "volatile" : "same";
}

/** The headings to compare: if only one of the two controls has its own heading, the last headings above them. */
function headingsOf(shown: Meaning, now: Meaning): readonly [Words | null, Words | null] {
  const hasBoth = (shown.heading === null) === (now.heading === null);
  return hasBoth ? [shown.heading, now.heading] : [shown.above ?? null, now.above ?? null];
}

function sameWords(one: Words | null, other: Words | null): Sameness {
  if (one === null || other === null) return one === other ? "same" : "different";
  if (one.text === other.text) return "same";
  const isLoose = ({ nature }: Words) => nature === "counter" || nature === "clock";
  return isLoose(one) && isLoose(other) ? "volatile" : "different";
}

/** The state with each control replaced by the result of `to`. */
export function withControls(state: MadeState, to: (control: Control) => Control): MadeState {
  return {
    ...state,
    actions: state.actions.map(to),
    blocks: state.blocks.map((block) => blockWith(block, to)),
    dialog: state.dialog && { ...state.dialog, controls: state.dialog.controls.map(to) },
  };
}

function blockWith(block: Block, to: (control: Control) => Control): Block {
  if (block.kind === "note") return block;
  if (block.kind === "controls") return { ...block, controls: block.controls.map(to) };
  const items = block.items.map((item) => ({
    ...item,
    controls: item.controls.map(to),
    whole: item.whole && to(item.whole),
  }));
  return { ...block, items };
}

/** The state with the items replaced in the block that contains the slot; null if no block does. */
export function withItems(
  state: MadeState,
  slot: number,
  to: (items: readonly Item[], at: number) => readonly Item[] | null,
): MadeState | null {
  let isDone = false;
  const blocks = state.blocks.map((block): Block => {
    if (block.kind !== "items") return block;
    const at = block.items.findIndex((item) => slotsOf(item).includes(slot));
    const items = at < 0 ? null : to(block.items, at);
    if (!items) return block;
    isDone = true;
    return { ...block, items };
  });
  return isDone ? { ...state, blocks } : null;
}

/** The places of all controls in the row of a place, including the place itself. */
export function slotsInItemOf({ blocks }: MadeState, slot: number): readonly number[] {
  const items = blocks.flatMap((block) => (block.kind === "items" ? block.items : []));
  return items.map(slotsOf).find((slots) => slots.includes(slot)) ?? [slot];
}

export function slotsOf({ controls, whole }: Item): readonly number[] {
  return [...(whole ? [whole] : []), ...controls].map(({ slot }) => slot);
}

/** The state with a counter of a control, or of its row, increased by one; null if there is no counter. */
export function ticked(state: MadeState, slot: number): MadeState | null {
  const next = (words: Words) =>
    words.nature === "counter" ? { ...words, text: words.text.replace(/\d+/, (n) => String(Number(n) + 1)) } : words;
  const own = meaningsOf(state).find((one) => one.slot === slot);
  if (own?.words?.nature === "counter") {
    if (sends(own.words)) return null;
    return withControls(state, (one) => (one.slot === slot && one.words ? { ...one, words: next(one.words) } : one));
  }
  if (!own?.row.some(({ nature }) => nature === "counter")) return null;
  return withItems(state, slot, (items, at) =>
    items.map((item, place) => (place === at ? { ...item, texts: item.texts.map(next) } : item)),
  );
}

/** The highest slot or key in the state. */
export function highestIn(state: MadeState): number {
  const controls = [...meaningsOf({ ...state, dialog: null }), ...(state.dialog?.controls ?? [])];
  const items = state.blocks.flatMap((block) => (block.kind === "items" ? block.items : []));
  return Math.max(0, ...controls.flatMap(({ slot, key }) => [slot, key]), ...items.map(({ key }) => key));
}

/** All words in the state. */
export function saidIn(state: MadeState): ReadonlySet<string> {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("text" in value && typeof value.text === "string") found.push(value.text);
    for (const part of Object.values(value)) walk(part);
  };
  walk(state);
  return new Set(found);
}
