import {
  type Block,
  type Control,
  type Dialog,
  highestIn,
  type Item,
  type Kind,
  type MadeState,
  type Style,
  saidIn,
} from "./made-state.js";
import { anyName, anySum, anyWords, counter, LANGUAGES, type Language, type Pool, type Words } from "./made-words.js";
import { between, pick } from "./pick.js";

/** The height that fits below the toolbar, and the height of a page that scrolls, in dp. */
const ROOM = 500;
const LONG = 1_100;

export interface AppPreference {
  /** Whether the app has text fields, and whether they need captions. */
  readonly fields?: "none" | "captioned" | "any";
}

/** Generates a random app: its content, its toolkit, and its language. */
export function makeApp(random: () => number, preference: AppPreference = {}): MadeState {
  return new Maker(random).make(preference);
}

/** A maker of more content for an app: new controls and items in the style of the existing ones. */
export function moreOf(state: MadeState, random: () => number): Maker {
  return new Maker(random, {
    language: state.language,
    said: saidIn(state),
    first: Math.max(FIRST_OF_MORE, 1 + highestIn(state)),
  });
}

/** The first slot or key of later content, above those of a new app. */
const FIRST_OF_MORE = 1_000;

interface Begun {
  readonly language: Language;
  /** The words that are already used. */
  readonly said: ReadonlySet<string>;
  /** The first number for a slot or a key. */
  readonly first: number;
}

export class Maker {
  readonly #random: () => number;
  readonly #language: Language;
  readonly #said: Set<string>;
  readonly #style: Style;
  readonly #hasIds: boolean;
  #last: number;

  constructor(random: () => number, { language, said, first }: Partial<Begun> = {}) {
    this.#random = random;
    this.#language = language ?? pick(LANGUAGES, random);
    this.#said = new Set(said ?? []);
    this.#last = (first ?? 1) - 1;
    this.#style = pick(["views", "views", "compose", "web"], random);
    this.#hasIds = this.#style === "views" && random() < 0.8;
  }

  make({ fields = "none" }: AppPreference): MadeState {
    const drawn = this.#random();
    const long = drawn < 0.15 ? "page" : drawn < 0.3 && this.#style === "views" ? "list" : "nothing";
    const title = this.#words("topic");
    const actions = this.#times(0, 2, () => this.#control(this.#chance(0.5) ? "icon" : "button", "action"));
    return {
      style: this.#style,
      language: this.#language,
      hasIds: this.#hasIds,
      title,
      titleIn: this.#chance(0.7) ? "toolbar" : "text",
      actions,
      blocks: this.#blocks(fields, long),
      long,
      banner: null,
      status: counter(`${between(2, 90, this.#random)} online`),
      progress: this.#chance(0.2) ? 10 : null,
      dialog: this.#chance(fields === "none" ? 0.2 : fields === "any" ? 0.15 : 0) ? this.#dialog(fields) : null,
      done: 0,
    };
  }

  /** A row of the same structure with other words. */
  itemLike({ texts, controls, whole }: Item): Item {
    return {
      key: this.#next(),
      texts: texts.map((words) => this.likeWords(words)),
      controls: controls.map((control) => ({ ...control, key: this.#next(), slot: this.#next() })),
      whole: whole && { ...whole, key: this.#next(), slot: this.#next() },
    };
  }

  /** Different words of the same kind. */
  likeWords(words: Words): Words {
    if (words.nature === "name") return this.#name();
    if (words.nature === "money") return anySum(this.#random, words.text);
    return words.nature === "plain" ? this.#words("topic") : words;
  }

  /** A control at the same place with another key and other words. */
  controlLike(control: Control): Control {
    const pool =
      control.kind === "field" ? "field" : control.kind === "tab" || isToggle(control.kind) ? "topic" : "action";
    const words = control.words && this.#wordsFor(control.kind, pool);
    return { ...control, key: this.#next(), words };
  }

  /** Words that are not used yet. */
  words(pool: Pool): Words {
    return this.#words(pool);
  }

  /** A number that is not used yet. */
  number(): number {
    return this.#next();
  }

  #blocks(fields: "none" | "captioned" | "any", long: MadeState["long"]): readonly Block[] {
    const blocks: Block[] = [];
    const fieldsAt = fields === "none" ? -1 : between(0, 1, this.#random);
    let room = long === "page" ? LONG : long === "list" ? ROOM / 2 : ROOM;
    while (room > 120 && blocks.length < 7) {
      const form = pick(FORMS, this.#random);
      const asked = fields === "captioned" || this.#chance(0.5) ? "captioned" : "fields";
      const block = this.#block(blocks.length === fieldsAt ? asked : form);
      const height = heightOf(block);
      if (height > room) break;
      blocks.push(block);
      room -= height;
    }
    if (long !== "list") return blocks;
    return [...blocks, { kind: "items", heading: null, form: "list", items: this.#items(8) }];
  }

  #block(form: Form): Block {
    const heading = this.#chance(0.4) ? this.#words("topic") : null;
    switch (form) {
      case "note":
        return { kind: "note", words: this.#words("sentence"), id: this.#id("note") };
      case "list":
      case "plain":
      case "cards":
      case "tiles":
        return { kind: "items", heading, form, items: this.#items() };
      case "tabs": {
        const tabs = this.#times(2, 3, () => this.#control("tab", "topic"));
        return { kind: "controls", heading: null, form, controls: tabs.map((tab, at) => ({ ...tab, isOn: at === 0 })) };
      }
      case "fields":
      case "captioned":
        return { kind: "controls", heading, form, controls: this.#times(2, 3, () => this.#control("field", "field")) };
      case "row":
        return { kind: "controls", heading, form, controls: this.#times(2, 2, () => this.#press()) };
      case "column":
        return { kind: "controls", heading, form, controls: this.#times(1, 3, () => this.#press()) };
      case "toggles": {
        const kind = pick(["switch", "checkbox", "radio"] as const, this.#random);
        const controls = this.#times(1, 3, () => this.#control(kind, "topic"));
        return { kind: "controls", heading, form: "column", controls };
      }
    }
  }

  #press(): Control {
    return this.#control(pick(["button", "button", "link", "chip"] as const, this.#random), "action");
  }

  #items(more = 0): readonly Item[] {
    const kinds = this.#times(0, 2, () => pick(["button", "icon", "switch", "checkbox"] as const, this.#random));
    const hasWhole = kinds.length === 0 || this.#chance(0.4);
    const words = kinds.map((kind) => (kind === "icon" && this.#chance(0.3) ? null : this.#words("action")));
    const ids = kinds.map((_, at) => this.#id(`act${at}`));
    const second = pick(["none", "money", "topic", "counter"] as const, this.#random);
    const items = this.#times(2 + more, 4 + more, (): Item => {
      const more = second === "none" ? [] : [this.#second(second)];
      const controls = kinds.map((kind, at) => ({
        ...this.#bare(kind),
        words: isToggle(kind) ? null : (words[at] ?? null),
        id: ids[at] ?? null,
      }));
      const whole = hasWhole ? { ...this.#bare("row"), words: null, id: null } : null;
      return {
        key: this.#next(),
        texts: [this.#chance(0.7) ? this.#name() : this.#words("topic"), ...more],
        controls,
        whole,
      };
    });
    const [first] = items;
    // Twins have the same words, but are two items.
    if (!first || !this.#chance(0.15)) return items;
    return [...items.slice(0, -1), { ...this.itemLike(first), texts: first.texts }];
  }

  #second(nature: "money" | "topic" | "counter"): Words {
    if (nature === "money") return anySum(this.#random);
    return nature === "topic" ? this.#words("topic") : counter(`${between(1, 50, this.#random)} min`);
  }

  #dialog(fields: "none" | "captioned" | "any"): Dialog {
    const roles = ["android:id/button1", "android:id/button2"] as const;
    const controls = roles.map((id) => ({ ...this.#control("button", "action"), id: this.#hasIds ? id : null }));
    const inputs = fields === "none" ? [] : this.#times(1, 2, () => this.#control("field", "field"));
    return { title: this.#words("topic"), message: this.#words("sentence"), controls: [...inputs, ...controls] };
  }

  #control(kind: Kind, pool: Pool): Control {
    return { ...this.#bare(kind), words: this.#wordsFor(kind, pool), id: this.#id(kind) };
  }

  #bare(kind: Kind): Omit<Control, "words" | "id"> {
    const isOn = isToggle(kind) ? this.#chance(0.5) : null;
    return { slot: this.#next(), key: this.#next(), kind, isOn };
  }

  #wordsFor(kind: Kind, pool: Pool): Words {
    const words = this.#words(pool);
    if (kind !== "button" && kind !== "link") return words;
    const drawn = this.#random();
    if (drawn < 0.15) return { text: `${words.text} ${anySum(this.#random).text}`, nature: "money" };
    if (drawn < 0.25) return { text: `${words.text} ${this.#name().text}`, nature: "name" };
    if (drawn < 0.33) return counter(`${words.text} (${between(1, 40, this.#random)})`);
    return words;
  }

  #words(pool: Pool): Words {
    const words = anyWords(pool, this.#language, this.#random, this.#said);
    this.#said.add(words.text);
    return words;
  }

  #name(): Words {
    const name = anyName(this.#random, this.#said);
    this.#said.add(name.text);
    return name;
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }

  #id(name: string): string | null {
    if (!this.#hasIds || this.#chance(0.1)) return null;
    return name.startsWith("act") ? name : `${name}_${this.#next()}`;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #times<T>(least: number, most: number, make: () => T): readonly T[] {
    return Array.from({ length: between(least, most, this.#random) }, make);
  }
}

const FORMS = [
  ...(["note", "list", "plain", "cards", "tiles", "tabs", "fields", "captioned", "row", "column"] as const),
  ...(["toggles", "plain"] as const),
];
type Form = (typeof FORMS)[number];

function isToggle(kind: Kind): boolean {
  return kind === "switch" || kind === "checkbox" || kind === "radio" || kind === "chip";
}

/** The approximate height of a block in dp. */
function heightOf(block: Block): number {
  if (block.kind === "note") return 28;
  const heading = block.heading ? 40 : 0;
  if (block.kind === "items")
    return heading + block.items.length * (block.form === "tiles" ? 104 : block.form === "cards" ? 76 : 56);
  if (block.form === "row" || block.form === "tabs") return heading + 52;
  return heading + block.controls.length * (block.form === "fields" ? 78 : 48);
}
