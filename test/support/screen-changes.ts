import { type DrawnRow, type DrawnScreen, PLAIN } from "./drawn-screen.js";

/** A change of a screen, and whether the kept tree may still be used after it. */
export interface ScreenChange {
  readonly name: string;
  readonly before: DrawnScreen;
  readonly after: DrawnScreen;
  /** Whether the kept tree is used with the default policy `tile`. */
  readonly isHit: boolean;
}

type Part = Partial<DrawnScreen>;

function miss(name: string, after: Part, before: Part = {}): ScreenChange {
  const first = { ...PLAIN, ...before };
  return { name, before: first, after: { ...first, ...after }, isHit: false };
}

function hit(name: string, after: Part, before: Part = {}): ScreenChange {
  return { ...miss(name, after, before), isHit: true };
}

function withRow(place: number, change: Partial<DrawnRow>): Part {
  return { rows: PLAIN.rows.map((row, i) => (i === place ? { ...row, ...change } : row)) };
}

function typed(text: string): Part {
  return { field: { ...PLAIN.field, text } };
}

/** Changes that, as measurements showed, a perceptual hash and the share of changed pixels do not detect reliably. */
export const MEASURED_CHANGES: readonly ScreenChange[] = [
  hit("status-bar clock", { clock: "9:42" }),
  miss("one checkbox toggled", withRow(1, { isOn: true })),
  miss("one character typed", typed("hellow")),
  miss("hello world typed", typed("hello world"), typed("")),
  miss("row label 5 to 6", withRow(4, { label: "Option 6" })),
  miss("button disabled", { button: { ...PLAIN.button, isEnabled: false } }),
  miss("toast", { toast: "Saved" }),
  miss("dialog", { dialog: "Delete all?" }),
  miss("list scrolled one row", { scrolledDp: 56 }),
  miss("scrolled 40 px", { scrolledDp: 40 / 2.625 }),
];

const SAME_ROWS: Part = {
  rows: PLAIN.rows.map((row, i) => ({ ...row, label: "Item", isOn: false, control: i % 4 === 3 ? "checkbox" : null })),
};
const FOCUSED = { ...PLAIN.field, isFocused: true };

export const MORE_CHANGES: readonly ScreenChange[] = [
  miss("switch", withRow(0, { isOn: false })),
  miss("radio button", withRow(2, { isOn: true })),
  miss("tab", { tab: 1 }),
  miss("progress by one percent", { progress: 41 }),
  miss("badge counts on", { badge: 4 }),
  miss("badge goes", { badge: null }),
  miss("button enabled", { button: PLAIN.button }, { button: { ...PLAIN.button, isEnabled: false } }),
  miss("colour only", { button: { ...PLAIN.button, color: 0xff3f5ab9 } }),
  miss("colour by one level", { button: { ...PLAIN.button, color: 0xff3f5aa8 } }),
  miss("repeating list scrolled one row", { scrolledDp: 56 }, SAME_ROWS),
  miss("font scale", { fontScale: 1.15 }),
  miss("dark theme", { isDark: true }),
  miss("toast goes", { toast: null }, { toast: "Saved" }),
  miss("dialog goes", { dialog: null }, { dialog: "Delete all?" }),
  miss("other words in the dialog", { dialog: "Delete it all?" }, { dialog: "Delete all?" }),
  miss("keyboard", { isKeyboardShown: true }),
  miss("rotation", { isTurned: true }),
  miss("another device with the same screen", { serial: "emulator-5556" }),
  miss("another density", { density: 400 }),
  miss("focus", { field: FOCUSED }),
  miss("caret", { field: { ...FOCUSED, hasCaret: true } }, { field: FOCUSED }),
  miss("shimmer", { shimmer: 0.31 }, { shimmer: 0.3 }),
  miss("full stop to comma", withRow(4, { label: "Option 5," }), withRow(4, { label: "Option 5." })),
  miss("small l to capital I", typed("heIlo")),
  miss("title", { title: "Setting5" }),
  miss("clock over an edge-to-edge app", { clock: "9:42" }, { isEdgeToEdge: true }),
  hit("battery", { battery: 61 }),
  hit("clock and battery", { clock: "22:07", battery: 13 }),
  hit("clock and battery in the dark", { clock: "22:07", battery: 13 }, { isDark: true }),
  hit("clock with the keyboard shown", { clock: "22:07" }, { isKeyboardShown: true }),
  hit("nothing", {}),
  hit("nothing, edge to edge", {}, { isEdgeToEdge: true }),
];
