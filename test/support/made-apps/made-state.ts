import { type Language, sends, type Words } from "./made-words.js";

export type Kind = "button" | "icon" | "link" | "switch" | "checkbox" | "radio" | "chip" | "tab" | "row" | "field";

/**
 * Something that can be pressed or typed into. What it does and says (`key`, `words`, `isOn`) may go to another place
 * of the screen; `slot` is that place, to which its view, its id and the text that was typed there belong.
 */
export interface Control {
  readonly slot: number;
  readonly key: number;
  readonly kind: Kind;
  /** Null if only what stands around it says what it is. */
  readonly words: Words | null;
  readonly id: string | null;
  /** Null for what is not a toggle. */
  readonly isOn: boolean | null;
}

/** A row of things that belong together. */
export interface Item {
  readonly key: number;
  readonly texts: readonly Words[];
  readonly controls: readonly Control[];
  /** The row itself, where it can be pressed. */
  readonly whole: Control | null;
}

export type Block =
  | { readonly kind: "note"; readonly words: Words; readonly id: string | null }
  | {
      readonly kind: "controls";
      readonly heading: Words | null;
      /** Captions are above the fields, or in them as hints. */
      readonly form: "row" | "column" | "tabs" | "fields" | "captioned";
      readonly controls: readonly Control[];
    }
  | {
      readonly kind: "items";
      readonly heading: Words | null;
      /** A tile says what it is above its controls. */
      readonly form: "list" | "plain" | "cards" | "tiles";
      readonly items: readonly Item[];
    };

export type Style = "views" | "compose" | "web";

export interface Dialog {
  readonly title: Words;
  readonly message: Words;
  readonly controls: readonly Control[];
}

/** All that a made app shows. */
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
  /** Goes on by itself, and means nothing. */
  readonly status: Words;
  /** In percent; null if there is none. */
  readonly progress: number | null;
  readonly dialog: Dialog | null;
  /** What scrolls because there is more than fits. */
  readonly long: "nothing" | "page" | "list";
  /** How often something was pressed: a touch shows. */
  readonly done: number;
}

/** What a control means to who sees it, and what it truly is. */
export interface Meaning extends Control {
  /** The words of its row, without the words of other controls. */
  readonly row: readonly Words[];
  readonly heading: Words | null;
  /** The last heading above it, of its block or of an earlier one; absent if there is none. */
  readonly above?: Words | null;
  /** The title of its dialog, or of its page. */
  readonly title: Words;
  readonly isInDialog: boolean;
  /** What is selected in the tabs above it; absent if there are none. */
  readonly tab?: string;
}

/** Everything that can be pressed now: what lies under a dialog cannot. */
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

/** What is under no heading of its own may belong to the last one above it: nobody who looks can say. */
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

/** `volatile` where only a counter or a clock is another one. */
export type Sameness = "same" | "volatile" | "different";

/**
 * Whether what is there says the same as what was shown: its kind, its words, its state, and what distinguishes it from
 * others.
 */
export function sameness(shown: Meaning, now: Meaning): Sameness {
  if (shown.kind !== now.kind || shown.isInDialog !== now.isInDialog) return "different";
  // Which tab is in front changes nothing about what another one does.
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

/** If one of two controls has no heading of its own: the last headings above them. */
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

/** The state with each control replaced by what `to` makes of it. */
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

/** The state with the items of the block that holds a slot replaced; null if none does. */
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

/** The places of all that is in one row with a place, itself among them. */
export function slotsInItemOf({ blocks }: MadeState, slot: number): readonly number[] {
  const items = blocks.flatMap((block) => (block.kind === "items" ? block.items : []));
  return items.map(slotsOf).find((slots) => slots.includes(slot)) ?? [slot];
}

export function slotsOf({ controls, whole }: Item): readonly number[] {
  return [...(whole ? [whole] : []), ...controls].map(({ slot }) => slot);
}

/** The state with a counter of a thing, or of its row, at the next number; null if it has none. */
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

/** The highest number that a place or a deed has. */
export function highestIn(state: MadeState): number {
  const controls = [...meaningsOf({ ...state, dialog: null }), ...(state.dialog?.controls ?? [])];
  const items = state.blocks.flatMap((block) => (block.kind === "items" ? block.items : []));
  return Math.max(0, ...controls.flatMap(({ slot, key }) => [slot, key]), ...items.map(({ key }) => key));
}

/** All words that the state says. */
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
