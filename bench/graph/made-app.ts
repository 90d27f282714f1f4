import { seededRandom } from "../../packages/virtual-android/src/random.js";
import type { SeenScreen } from "../../src/graph/screen/screen-facts.js";
import { Canvas, HEIGHT, WIDTH } from "./canvas.js";
import { WORDS } from "./made-words.js";

/** A screen or dialog of a generated app. */
export type Place =
  | { readonly kind: "tab"; readonly tab: number }
  | { readonly kind: "record"; readonly record: string }
  | { readonly kind: "settings" | "login" | "profile" }
  | { readonly kind: "setting"; readonly setting: number }
  | { readonly kind: "confirm" | "share" | "permission"; readonly record: string };

/** The state that may differ while the screen is still the same screen. */
export interface Shown {
  readonly seed: number;
  readonly isSignedIn: boolean;
  readonly isScrolled: boolean;
  readonly hasKeyboard: boolean;
  readonly hasBadge: boolean;
  readonly hasBanner: boolean;
  readonly switchedOn: ReadonlySet<string>;
  /** The seed of the run's data: its records and texts. */
  readonly data: number;
}

export const PLAIN: Omit<Shown, "seed" | "data"> = {
  isSignedIn: true,
  isScrolled: false,
  hasKeyboard: false,
  hasBadge: false,
  hasBanner: false,
  switchedOn: new Set(),
};

/** A screen, and the names of its elements by their purpose. */
export interface Drawn {
  readonly screen: SeenScreen;
  readonly targets: ReadonlyMap<string, string>;
}

/** The true name of the screen. */
export function truthOf(place: Place): string {
  if (place.kind === "tab") return `tab ${place.tab}`;
  if (place.kind === "record") return `record ${place.record}`;
  return place.kind === "setting" ? `setting ${place.setting}` : place.kind;
}

/** An app generated from a seed: its words, whether its elements have ids, and how its tabs are marked. */
export class MadeApp {
  readonly package: string;
  readonly tabs: readonly string[];
  readonly verbs: readonly string[];
  readonly settings: readonly string[];
  readonly #hasIds: boolean;
  readonly #marksTabs: boolean;

  constructor(seed: number) {
    const random = seededRandom(seed, "made app");
    this.package = `com.example.made${seed}`;
    this.tabs = pick(WORDS.tabs, 4, random);
    this.verbs = pick(WORDS.verbs, 3, random);
    this.settings = pick(WORDS.settings, 8, random);
    this.#hasIds = random() < 0.6;
    this.#marksTabs = random() < 0.5;
  }

  /** Twenty names of records, which depend on the data of the run. */
  records(data: number): readonly string[] {
    const random = seededRandom(data, `${this.package} records`);
    const all = WORDS.adjectives.flatMap((adjective) => WORDS.nouns.map((noun) => `${adjective} ${noun}`));
    return pick(all, 20, random);
  }

  draw(place: Place, shown: Shown): Drawn {
    const canvas = new Canvas(this.package, `${this.package}.${activityOf(place)}`, this.#hasIds);
    const targets = new Map<string, string>();
    const random = seededRandom(shown.seed, truthOf(place));
    canvas.statusBar(
      `${Math.floor(random() * 12)}:${10 + Math.floor(random() * 49)}`,
      String(Math.floor(random() * 100)),
    );
    const part = { canvas, targets, shown, random };
    if (place.kind === "tab") this.#tab(place.tab, part);
    else if (place.kind === "record") this.#record(place.record, part);
    else if (place.kind === "settings") this.#settingsPage(part);
    else if (place.kind === "setting") this.#setting(place.setting, part);
    else if (place.kind === "login") login(part);
    else if (place.kind === "profile") this.#profile(part);
    else if ("record" in place) dialog(place.kind, place.record, part);
    if (shown.hasBanner && place.kind !== "confirm" && place.kind !== "share" && place.kind !== "permission") {
      canvas.put("text", "snackbar_text", ["You are offline"], [40, 2000, 1040, 2080]);
    }
    if (shown.hasKeyboard && place.kind === "login") canvas.keyboard();
    return { screen: canvas.screen(), targets };
  }

  #tab(tab: number, part: Part): void {
    const { canvas, targets, shown, random } = part;
    const title = tab === 0 ? (WORDS.greetings[Math.floor(random() * 4)] ?? "") : (this.tabs[tab] ?? "");
    canvas.put("text", tab === 0 ? "greeting" : "toolbar_title", [title], [40, 100, 600, 200]);
    targets.set("settings", canvas.put("button", "settings", ["Settings"], [900, 100, 1060, 200]));
    targets.set("profile", canvas.put("button", "account", ["Profile"], [740, 100, 890, 200]));
    if (tab === 0 && !shown.isSignedIn)
      canvas.put("text", "hint", ["Sign in to see your orders"], [40, 220, 1040, 290]);
    if (tab === 0)
      canvas.put("text", "summary", [`${Math.floor(random() * 90)} new since yesterday`], [40, 300, 700, 370]);
    const scroller = canvas.put("list", `list_${tab}`, [], [0, 400, WIDTH, 2150], {
      scrollable: true,
      actions: ["scroll"],
    });
    const records = this.records(shown.data + tab);
    const from = shown.isScrolled ? 7 : 0;
    for (const [row, record] of records.slice(from, from + 9).entries()) {
      const top = 400 + row * 190;
      const labels = [record, WORDS.sentences[(row + tab + shown.data) % 12] ?? ""];
      const name = canvas.put("row", "item", labels, [0, top, WIDTH, top + 180], { parent: scroller });
      targets.set(`row:${record}`, name);
    }
    this.#bar(tab, part);
  }

  #bar(tab: number, { canvas, targets, shown, random }: Part): void {
    for (const [place, label] of this.tabs.entries()) {
      const box = [place * 270, 2200, place * 270 + 270, 2360] as const;
      const badge = shown.hasBadge && place === 2 ? [`${1 + Math.floor(random() * 30)}`] : [];
      const isHere = place === tab;
      const more = this.#marksTabs ? { selected: isHere } : { actions: isHere ? [] : ["click"] };
      const role = this.#marksTabs || !isHere ? "button" : "text";
      targets.set(`tab:${place}`, canvas.put(role, `nav_${place}`, [label, ...badge], box, more));
    }
  }

  #record(record: string, { canvas, targets, shown, random }: Part): void {
    targets.set("up", canvas.put("button", "up", ["Navigate up"], [0, 100, 140, 200]));
    canvas.put("text", "toolbar_title", [record], [160, 100, 760, 200]);
    targets.set("delete", canvas.put("button", "delete", ["Delete"], [900, 100, 1060, 200]));
    canvas.put("image", "photo", [], [0, 220, WIDTH, 900]);
    const own = seededRandom(shown.data, record);
    const count = 2 + Math.floor(own() * 3);
    const texts = pick(WORDS.sentences, count, own);
    for (const [line, text] of texts.entries())
      canvas.put("text", `line_${line}`, [text], [40, 940 + line * 90, 1040, 1020 + line * 90]);
    canvas.put("text", "price", [`$${Math.floor(random() * 900)}.00`], [40, 1400, 400, 1480]);
    for (const [place, verb] of this.verbs.entries()) {
      const top = 1600 + place * 150;
      targets.set(`verb:${place}`, canvas.put("button", `action_${place}`, [verb], [40, top, 1040, top + 130]));
    }
  }

  #settingsPage({ canvas, targets, shown }: Part): void {
    targets.set("up", canvas.put("button", "up", ["Navigate up"], [0, 100, 140, 200]));
    canvas.put("text", "toolbar_title", ["Settings"], [160, 100, 760, 200]);
    const scroller = canvas.put("list", "settings_list", [], [0, 220, WIDTH, HEIGHT], {
      scrollable: true,
      actions: ["scroll"],
    });
    const from = shown.isScrolled ? 2 : 0;
    for (const [row, setting] of this.settings.slice(from, from + 6).entries()) {
      const top = 240 + row * 200;
      const name = canvas.put("row", "entry", [setting], [0, top, WIDTH, top + 180], { parent: scroller });
      targets.set(`setting:${from + row}`, name);
    }
  }

  #setting(setting: number, { canvas, targets, shown }: Part): void {
    const name = this.settings[setting] ?? "";
    targets.set("up", canvas.put("button", "up", ["Navigate up"], [0, 100, 140, 200]));
    canvas.put("text", "toolbar_title", [name], [160, 100, 760, 200]);
    for (const [line, option] of pick(WORDS.options, 3, seededRandom(setting, this.package)).entries()) {
      const top = 260 + line * 220;
      canvas.put("text", "label", [option], [40, top, 700, top + 100]);
      const checked = shown.switchedOn.has(`${setting}:${line}`);
      targets.set(
        `switch:${line}`,
        canvas.put("switch", `switch_${line}`, [option], [800, top, 1040, top + 100], { checked }),
      );
    }
  }

  #profile({ canvas, targets, random }: Part): void {
    targets.set("up", canvas.put("button", "up", ["Navigate up"], [0, 100, 140, 200]));
    canvas.put("text", "toolbar_title", ["Profile"], [160, 100, 760, 200]);
    canvas.put("text", "points", [`${Math.floor(random() * 5000)} points`], [40, 300, 800, 400]);
    targets.set("rename", canvas.put("button", "rename", ["Change name"], [40, 500, 1040, 640]));
    targets.set("orders", canvas.put("button", "orders", ["My orders"], [40, 700, 1040, 840]));
  }
}

interface Part {
  readonly canvas: Canvas;
  readonly targets: Map<string, string>;
  readonly shown: Shown;
  readonly random: () => number;
}

function activityOf({ kind }: Place): string {
  if (kind === "tab") return "MainActivity";
  if (kind === "record" || kind === "confirm" || kind === "share" || kind === "permission") return "DetailActivity";
  return kind === "setting" || kind === "settings" ? "SettingsActivity" : "AccountActivity";
}

function login({ canvas, targets, shown }: Part): void {
  canvas.put("text", "toolbar_title", ["Sign in"], [160, 100, 760, 200]);
  targets.set("up", canvas.put("button", "up", ["Navigate up"], [0, 100, 140, 200]));
  const value = (name: string) => (shown.switchedOn.has(name) ? "someone" : "");
  targets.set("user", canvas.put("field", "user", ["Name"], [40, 300, 1040, 440], { value: value("user") }));
  const password = { password: true, value: value("password") };
  targets.set("password", canvas.put("field", "password", ["Password"], [40, 500, 1040, 640], password));
  targets.set("submit", canvas.put("button", "submit", ["Continue"], [40, 720, 1040, 860]));
}

const DIALOGS = {
  confirm: { title: "Delete this item?", buttons: ["Delete", "Cancel"] },
  share: { title: "Share with", buttons: ["Copy link", "Close"] },
  permission: { title: "Allow access to photos?", buttons: ["Allow", "Don't allow"] },
} as const;

function dialog(kind: keyof typeof DIALOGS, record: string, { canvas, targets }: Part): void {
  const { title, buttons } = DIALOGS[kind];
  canvas.put("text", "alertTitle", [title], [140, 900, 940, 1000]);
  canvas.put("text", "message", [record], [140, 1020, 940, 1120]);
  for (const [place, label] of buttons.entries()) {
    const left = 140 + place * 420;
    targets.set(`button:${place}`, canvas.put("button", `button${place + 1}`, [label], [left, 1200, left + 380, 1320]));
  }
}

/** `count` different values in a random order. */
export function pick<Value>(from: readonly Value[], count: number, random: () => number): readonly Value[] {
  const rest = [...from];
  const found: Value[] = [];
  while (found.length < count && rest.length > 0) found.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return found;
}
