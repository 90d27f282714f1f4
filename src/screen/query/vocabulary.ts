import { lookUp } from "../../base/word-table.js";
import type { Role, UiElement } from "../element.js";

/** A kind of element that a word names: how well each role matches, 0–1; roles that are not listed do not match. */
export interface Kind {
  readonly name: string;
  readonly roles: Partial<Record<Role, number>>;
  /** The score of other elements that can be clicked. */
  readonly clickable: number;
}

/**
 * Scores of roles that match nearly: they are lower than 1 by more than the margin, so they count only if no element
 * matches fully.
 */
const NEAR = 0.93;
const FAR = 0.91;

const ITEM: Kind = {
  name: "item",
  roles: { row: 1, group: NEAR, text: NEAR, checkbox: NEAR, radio: NEAR, switch: FAR, image: FAR },
  clickable: NEAR,
};

const KINDS: readonly (readonly [words: string, kind: Kind])[] = [
  ["button, btn, push button", { name: "button", roles: { button: 1 }, clickable: NEAR }],
  ["icon, symbol", { name: "icon", roles: { image: 1, button: 1, tab: NEAR }, clickable: FAR }],
  ["link, hyperlink", { name: "link", roles: { text: NEAR }, clickable: 1 }],
  [
    "field, text field, textfield, input, input field, text box, textbox, text area, edit box, entry field, bar",
    { name: "field", roles: { field: 1 }, clickable: 0 },
  ],
  ["box", { name: "box", roles: { field: 1, checkbox: NEAR }, clickable: 0 }],
  ["checkbox, check box, tick box, tickbox", { name: "checkbox", roles: { checkbox: 1, switch: FAR }, clickable: 0 }],
  [
    "switch, toggle, toggle switch, toggle button",
    { name: "switch", roles: { switch: 1, checkbox: FAR }, clickable: 0 },
  ],
  ["radio, radio button", { name: "radio", roles: { radio: 1 }, clickable: 0 }],
  [
    "option, choice",
    { name: "option", roles: { radio: 1, row: 1, checkbox: 1, text: NEAR, tab: FAR, switch: FAR }, clickable: NEAR },
  ],
  ["slider, seek bar, seekbar", { name: "slider", roles: { slider: 1 }, clickable: 0 }],
  [
    "progress, progress bar, loading indicator, loader, spinner",
    { name: "progress", roles: { progress: 1, dropdown: FAR }, clickable: 0 },
  ],
  [
    "dropdown, drop-down, drop down, combo box, combobox, select box, picker",
    { name: "dropdown", roles: { dropdown: 1, field: FAR }, clickable: FAR },
  ],
  ["tab", { name: "tab", roles: { tab: 1 }, clickable: FAR }],
  ["row, line, item, list item, menu item, entry, cell, card, tile, thing", ITEM],
  [
    "email, e-mail, mail, message, conversation, chat, contact, person, file, folder, document, note, song, video, event, alarm, reminder, task, product, result, post, notification, app, setting",
    ITEM,
  ],
  ["list, grid", { name: "list", roles: { list: 1, scroll: NEAR, pager: FAR, group: FAR }, clickable: 0 }],
  ["image, picture, photo, avatar, thumbnail", { name: "image", roles: { image: 1 }, clickable: FAR }],
  [
    "text, label, heading, header, title, caption, paragraph",
    { name: "text", roles: { text: 1, group: FAR }, clickable: FAR },
  ],
  ["page, web page, web view", { name: "web", roles: { web: 1 }, clickable: 0 }],
  ["canvas, drawing, map", { name: "canvas", roles: { canvas: 1, image: FAR }, clickable: 0 }],
];

/** The kind that each word, or two words with a space between, names; also in the plural. */
export const KIND_WORDS: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap(([words, kind]) =>
    words.split(", ").flatMap((word) => [word, `${word}s`, `${word}es`].map((form) => [form, kind] as const)),
  ),
);

/** How well the element matches the kind; 0 if it does not. */
export function fitKind(kind: Kind, { role, actions }: UiElement): number {
  const isClickable = actions.includes("click") || actions.includes("longClick");
  return kind.roles[role] ?? (isClickable && !STATEFUL.has(role) ? kind.clickable : 0);
}

/** Controls that nobody calls a button, although they can be clicked. */
const STATEFUL: ReadonlySet<Role> = new Set(["field", "checkbox", "switch", "radio", "slider", "progress", "list"]);

export const DETERMINERS: ReadonlySet<string> = new Set([
  "the",
  "a",
  "an",
  "this",
  "that",
  "my",
  "your",
  "its",
  "their",
]);

const ORDINAL_WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");

/** The number of an ordinal, from 1; from the end −1, −2 …; undefined for other words. */
export function ordinalOf(word: string): number | undefined {
  const place = ORDINAL_WORDS.indexOf(word);
  if (place >= 0) return place + 1;
  if (word === "last" || word === "final") return -1;
  const number = /^([1-9]\d{0,2})(?:st|nd|rd|th)$/.exec(word)?.[1] ?? /^#([1-9]\d{0,2})$/.exec(word)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Ordinals of two and more words, which are tried before single words. */
export const ORDINAL_PHRASES: readonly (readonly [string, number])[] = [
  ["second to last", -2],
  ["second from last", -2],
  ["next to last", -2],
  ["third to last", -3],
];

export interface Place {
  readonly x: "left" | "center" | "right" | null;
  readonly y: "top" | "middle" | "bottom" | null;
}

const PLACE_WORDS: Readonly<Record<string, Place>> = {
  top: { x: null, y: "top" },
  upper: { x: null, y: "top" },
  topmost: { x: null, y: "top" },
  uppermost: { x: null, y: "top" },
  bottom: { x: null, y: "bottom" },
  lower: { x: null, y: "bottom" },
  lowest: { x: null, y: "bottom" },
  bottommost: { x: null, y: "bottom" },
  left: { x: "left", y: null },
  leftmost: { x: "left", y: null },
  right: { x: "right", y: null },
  rightmost: { x: "right", y: null },
  middle: { x: null, y: "middle" },
  centre: { x: "center", y: "middle" },
  center: { x: "center", y: "middle" },
};

/** A place of the screen in one or two words: `top right`, `bottom-left`, `middle`; undefined for others. */
export function placeOf(words: string): Place | undefined {
  const parts = words.split(/[\s-]+/).map((word) => lookUp(PLACE_WORDS, word));
  const [first, second] = parts;
  if (!first || parts.includes(undefined) || parts.length > 2) return undefined;
  if (!second) return first;
  const [x, y] = [first.x ?? second.x, first.y ?? second.y];
  const isOneEach = (first.x === null) !== (second.x === null) || (first.y === null) !== (second.y === null);
  return isOneEach ? { x, y } : undefined;
}

/** "known by" has no word of its own: the "Wi-Fi switch" has no label and is known by its row "Wi-Fi". */
export type Relation = "in" | "known by" | "with" | "named" | "nextTo" | "below" | "above" | "leftOf" | "rightOf";

/** The words between an element and the one that it is related to; longer ones first. */
export const RELATIONS: readonly (readonly [words: string, relation: Relation])[] = [
  ["to the left of", "leftOf"],
  ["to the right of", "rightOf"],
  ["on the left of", "leftOf"],
  ["on the right of", "rightOf"],
  ["at the left of", "leftOf"],
  ["at the right of", "rightOf"],
  ["on the same row as", "in"],
  ["on the same line as", "in"],
  ["in the same row as", "in"],
  ["that belongs to", "in"],
  ["that contains", "with"],
  ["which contains", "with"],
  ["that has", "with"],
  ["that says", "named"],
  ["which says", "named"],
  ["left of", "leftOf"],
  ["right of", "rightOf"],
  ["next to", "nextTo"],
  ["close to", "nextTo"],
  ["inside of", "in"],
  ["in", "in"],
  ["inside", "in"],
  ["within", "in"],
  ["on", "in"],
  ["of", "in"],
  ["of", "with"],
  ["from", "in"],
  ["from", "with"],
  ["for", "in"],
  ["for", "with"],
  ["at", "in"],
  ["at", "with"],
  ["with", "with"],
  ["about", "with"],
  ["containing", "with"],
  ["having", "with"],
  ["labelled", "named"],
  ["labeled", "named"],
  ["named", "named"],
  ["called", "named"],
  ["titled", "named"],
  ["saying", "named"],
  ["reading", "named"],
  ["beside", "nextTo"],
  ["near", "nextTo"],
  ["by", "nextTo"],
  ["below", "below"],
  ["under", "below"],
  ["underneath", "below"],
  ["beneath", "below"],
  ["above", "above"],
  ["over", "above"],
];

/** The condition on an element that each word like "checked" means. */
export const STATE_WORDS: Readonly<Record<string, (element: UiElement) => boolean>> = {
  checked: (element) => element.checked === true,
  ticked: (element) => element.checked === true,
  unchecked: (element) => element.checked === false,
  unticked: (element) => element.checked === false,
  enabled: (element) => element.enabled !== false,
  disabled: (element) => element.enabled === false,
  greyed: (element) => element.enabled === false,
  selected: (element) => element.selected === true || element.checked === true,
  unselected: (element) => element.selected === false,
  focused: (element) => element.focused === true,
  expanded: (element) => element.expanded === true,
  collapsed: (element) => element.expanded === false,
  password: (element) => element.password === true,
  empty: (element) => element.actions.includes("edit") && element.value === "",
};

/**
 * Words of clauses like "that is on". They count only at the end and after such words, since "on" usually has another
 * meaning.
 */
export const STATE_CLAUSES: Readonly<Record<string, (element: UiElement) => boolean>> = {
  ...STATE_WORDS,
  on: (element) => element.checked === true,
  off: (element) => element.checked === false,
};

/** The names that people have for icons on buttons, and the labels that apps give those buttons for accessibility. */
export const ICON_NAMES: readonly (readonly [said: readonly string[], labels: readonly string[]])[] = [
  [
    ["back", "back arrow", "arrow back"],
    ["back", "navigate up", "go back"],
  ],
  [
    ["three dots", "dots", "overflow", "overflow menu", "kebab menu", "more", "menu"],
    ["more options", "more", "overflow menu"],
  ],
  [
    ["hamburger", "hamburger menu", "drawer", "menu"],
    ["open navigation drawer", "navigation drawer", "open drawer", "menu"],
  ],
  [
    ["gear", "cog", "cogwheel"],
    ["settings", "options", "preferences"],
  ],
  [["magnifier", "magnifying glass", "search", "loupe"], ["search"]],
  [
    ["plus", "plus sign"],
    ["+", "add", "new", "create"],
  ],
  [
    ["minus", "minus sign"],
    ["-", "remove", "subtract"],
  ],
  [
    ["trash", "trash can", "bin", "garbage", "dustbin", "rubbish bin"],
    ["delete", "remove"],
  ],
  [
    ["pencil", "pen"],
    ["edit", "compose"],
  ],
  [
    ["x", "cross"],
    ["close", "dismiss", "clear"],
  ],
  [["heart"], ["like", "favorite", "favourite"]],
  [["star"], ["favorite", "favourite", "bookmark"]],
  [["house"], ["home"]],
  [["bell"], ["notifications"]],
  [["arrow up", "paper plane"], ["send"]],
  [
    ["mic", "microphone"],
    ["voice search", "microphone", "record"],
  ],
];

/** File name extensions by the names that people have for the file types. */
export const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  excel: ["xlsx", "xls", "xlsm", "csv"],
  spreadsheet: ["xlsx", "xls", "ods", "csv"],
  word: ["docx", "doc"],
  powerpoint: ["pptx", "ppt"],
  presentation: ["pptx", "ppt", "odp"],
  pdf: ["pdf"],
  text: ["txt", "md"],
  image: ["png", "jpg", "jpeg", "gif", "webp", "heic"],
  zip: ["zip"],
  audio: ["mp3", "m4a", "wav", "ogg", "flac"],
  video: ["mp4", "mkv", "mov", "webm"],
};
