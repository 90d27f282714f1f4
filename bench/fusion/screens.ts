import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { type Rect, rectOf } from "../../src/base/geometry.js";
import type { DrawnScreen, Part } from "./drawn.js";

/** Pixels per dp at 420 dpi. */
const DP = 2.625;
const WIDTH = 1080;
const HEIGHT = 2400;
const dp = (value: number) => Math.round(value * DP);

const WORDS = [
  "Network",
  "Battery",
  "Display",
  "Sound",
  "Privacy",
  "Account",
  "Storage",
  "Backup",
  "Language",
  "Updates",
]
  .concat([
    "Messages",
    "Photos",
    "Calendar",
    "Travel",
    "Invoices",
    "Recipes",
    "Garden",
    "Weather",
    "Training",
    "Library",
  ])
  .concat(["Receipts", "Contacts", "Projects", "Maps", "Camera", "Notes", "Podcasts", "Orders", "Tickets", "Payments"]);
const ICONS = ["search", "share", "settings", "delete", "edit", "filter", "favourite", "download", "call", "more"];

type Random = () => number;

function pick<T>(list: readonly T[], random: Random): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error("an empty list");
  return found;
}

/** Gives words that no other part of the screen has. */
function namer(random: Random): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${pick(WORDS, random)} ${count}`;
  };
}

function textAt(left: number, top: number, words: string, size = 16): Part {
  const bounds = rectOf(
    left,
    top,
    Math.min(WIDTH, left + Math.round(words.length * dp(size) * 0.52)),
    top + dp(size * 1.4),
  );
  return { bounds, className: "android.widget.TextView", text: words, looks: "text" };
}

function iconButton(left: number, top: number, name: string): Part {
  const bounds = rectOf(left, top, left + dp(48), top + dp(48));
  return {
    bounds,
    className: "android.widget.ImageButton",
    description: name,
    clickable: true,
    looks: "iconButton",
    drawnBounds: inset(bounds, dp(12)),
    target: name,
  };
}

function picture(bounds: Rect): Part {
  return { bounds, className: "android.widget.ImageView", looks: "image" };
}

function inset({ left, top, right, bottom }: Rect, by: number): Rect {
  return rectOf(left + by, top + by, right - by, bottom - by);
}

function button(bounds: Rect, words: string): Part {
  return { bounds, className: "android.widget.Button", text: words, clickable: true, looks: "button", target: words };
}

function toolbar(random: Random, name: () => string): Part {
  const icons = [...ICONS].sort(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 3));
  const parts = icons.map((icon, place) => iconButton(WIDTH - dp(52) * (place + 1), dp(28), icon));
  const back = random() < 0.7 ? [iconButton(dp(4), dp(28), "back")] : [];
  const title = textAt(dp(72), dp(40), name(), 20);
  const bounds = rectOf(0, dp(24), WIDTH, dp(80));
  return { bounds, className: "android.view.ViewGroup", parts: [...back, title, ...parts.reverse()] };
}

/**
 * A row with words, maybe an icon at its start, and maybe a switch at its end: it shows the row's state, or is a
 * separate target.
 */
function row(top: number, name: () => string, random: Random): Part {
  const title = name();
  const bounds = rectOf(0, top, WIDTH, top + dp(random() < 0.6 ? 72 : 56));
  const middle = Math.floor((bounds.top + bounds.bottom) / 2);
  const start = random();
  const mark = start < 0.5 ? [picture(rectOf(dp(16), middle - dp(12), dp(40), middle + dp(12)))] : [];
  const second = random() < 0.6 ? [textAt(dp(72), middle + dp(2), `${name()} and more`, 14)] : [];
  const first = textAt(dp(72), second.length > 0 ? middle - dp(24) : middle - dp(11), title);
  return {
    bounds,
    className: "android.widget.LinearLayout",
    clickable: true,
    looks: "row",
    target: title,
    parts: [...mark, first, ...second, ...rowEnd(middle, title, random)],
  };
}

function rowEnd(middle: number, title: string, random: Random): readonly Part[] {
  const end = random();
  const box = rectOf(WIDTH - dp(64), middle - dp(16), WIDTH - dp(12), middle + dp(16));
  const widget = { bounds: box, className: "android.widget.Switch", checkable: true, looks: "switch" as const };
  if (end < 0.25) return [{ ...widget, checkable: false }];
  if (end < 0.4) return [iconButton(WIDTH - dp(52), middle - dp(24), `more of ${title}`)];
  if (end < 0.5) return [picture(rectOf(WIDTH - dp(36), middle - dp(8), WIDTH - dp(20), middle + dp(8)))];
  return [];
}

function list(top: number, bottom: number, name: () => string, random: Random): Part {
  const parts: Part[] = [];
  for (let at = top; at + dp(72) <= bottom; ) {
    if (random() < 0.12) {
      parts.push(textAt(dp(16), at + dp(12), name(), 14));
      at += dp(40);
      continue;
    }
    const next = row(at, name, random);
    parts.push(next);
    at = next.bounds.bottom;
  }
  const className = "androidx.recyclerview.widget.RecyclerView";
  return { bounds: rectOf(0, top, WIDTH, bottom), className, scrollable: true, parts };
}

function tabs(name: () => string, random: Random): Part {
  const count = 3 + Math.floor(random() * 3);
  const top = HEIGHT - dp(80);
  const parts = Array.from({ length: count }, (_, place): Part => {
    const label = name();
    const bounds = rectOf(
      Math.round((WIDTH / count) * place),
      top,
      Math.round((WIDTH / count) * (place + 1)),
      HEIGHT - dp(16),
    );
    const middle = Math.floor((bounds.left + bounds.right) / 2);
    const words = textAt(middle - dp(24), top + dp(40), label, 12);
    const icon = picture(rectOf(middle - dp(12), top + dp(10), middle + dp(12), top + dp(34)));
    const drawnBounds = rectOf(middle - dp(32), top + dp(8), middle + dp(32), top + dp(58));
    const className = "android.widget.FrameLayout";
    return { bounds, drawnBounds, className, clickable: true, looks: "tab", target: label, parts: [icon, words] };
  });
  return { bounds: rectOf(0, top, WIDTH, HEIGHT - dp(16)), className: "android.view.ViewGroup", parts };
}

function listScreen(random: Random): readonly Part[] {
  const name = namer(random);
  const withTabs = random() < 0.5;
  const bottom = withTabs ? HEIGHT - dp(80) : HEIGHT - dp(16);
  const content = list(dp(80), bottom, name, random);
  const at = rectOf(WIDTH - dp(72), bottom - dp(72), WIDTH - dp(16), bottom - dp(16));
  const add: Part = {
    bounds: at,
    className: "android.widget.ImageButton",
    description: "add",
    clickable: true,
    looks: "iconButton",
    target: "add",
  };
  return [toolbar(random, name), content, ...(withTabs ? [tabs(name, random)] : []), ...(random() < 0.3 ? [add] : [])];
}

function formScreen(random: Random): readonly Part[] {
  const name = namer(random);
  const parts: Part[] = [];
  let at = dp(96);
  while (at < HEIGHT - dp(240)) {
    const kind = random();
    const label = name();
    const line = rectOf(dp(16), at, WIDTH - dp(16), at + dp(56));
    if (kind < 0.45)
      parts.push({
        bounds: line,
        className: "android.widget.EditText",
        text: label,
        clickable: true,
        looks: "field",
        target: label,
      });
    else if (kind < 0.65)
      parts.push({
        bounds: line,
        className: "android.widget.CheckBox",
        text: label,
        clickable: true,
        checkable: true,
        looks: "checkbox",
        drawnBounds: rectOf(dp(20), at + dp(16), dp(200), at + dp(40)),
        target: label,
      });
    else if (kind < 0.8) parts.push(textAt(dp(16), at + dp(12), `${label} explains what to do`, 14));
    else
      parts.push({
        bounds: line,
        className: "android.widget.SeekBar",
        description: label,
        looks: "slider",
        clickable: true,
        target: label,
      });
    at += dp(64) + Math.floor(random() * dp(16));
  }
  const half = Math.floor(WIDTH / 2);
  parts.push(button(rectOf(dp(16), at + dp(16), half - dp(8), at + dp(64)), name()));
  parts.push(button(rectOf(half + dp(8), at + dp(16), WIDTH - dp(16), at + dp(64)), name()));
  return [
    toolbar(random, name),
    {
      bounds: rectOf(0, dp(80), WIDTH, HEIGHT - dp(16)),
      className: "android.widget.ScrollView",
      scrollable: true,
      parts,
    },
  ];
}

function cardScreen(random: Random): readonly Part[] {
  const name = namer(random);
  const parts: Part[] = [];
  const columns = random() < 0.5 ? 2 : 3;
  const wide = Math.floor((WIDTH - dp(16)) / columns);
  for (let at = dp(96); at + dp(220) < HEIGHT - dp(80); at += dp(232)) {
    for (let column = 0; column < columns; column += 1)
      parts.push(card(dp(16) + wide * column, at, wide - dp(16), name, random));
  }
  const content: Part = {
    bounds: rectOf(0, dp(80), WIDTH, HEIGHT - dp(80)),
    className: "android.widget.GridView",
    scrollable: true,
    parts,
  };
  return [toolbar(random, name), content, tabs(name, random)];
}

function card(left: number, top: number, wide: number, name: () => string, random: Random): Part {
  const title = name();
  const bounds = rectOf(left, top, left + wide, top + dp(216));
  const image = picture(rectOf(left, top, left + wide, top + dp(128)));
  const words = textAt(left + dp(8), top + dp(136), title, 14);
  const extra = random() < 0.4 ? [iconButton(left + wide - dp(52), top + dp(164), "favourite")] : [];
  const className = "androidx.cardview.widget.CardView";
  return { bounds, className, clickable: true, looks: "clickable", target: title, parts: [image, words, ...extra] };
}

function dialogScreen(random: Random): readonly Part[] {
  const name = namer(random);
  const top = dp(260) + Math.floor(random() * dp(80));
  const bounds = rectOf(dp(28), top, WIDTH - dp(28), top + dp(280));
  const options = random() < 0.5 ? 3 : 0;
  const choices = Array.from({ length: options }, (_, place): Part => {
    const label = name();
    const line = rectOf(dp(40), top + dp(64 + 48 * place), WIDTH - dp(40), top + dp(112 + 48 * place));
    return {
      bounds: line,
      className: "android.widget.RadioButton",
      text: label,
      clickable: true,
      checkable: true,
      looks: "radio",
      drawnBounds: rectOf(dp(48), line.top + dp(10), dp(220), line.bottom - dp(10)),
      target: label,
    };
  });
  const words = options === 0 ? [textAt(dp(52), top + dp(72), `${name()} cannot be undone`, 14)] : [];
  const buttons = [
    button(rectOf(WIDTH - dp(220), top + dp(224), WIDTH - dp(136), top + dp(272)), name()),
    button(rectOf(WIDTH - dp(128), top + dp(224), WIDTH - dp(44), top + dp(272)), name()),
  ];
  return [
    {
      bounds,
      className: "android.widget.FrameLayout",
      parts: [textAt(dp(52), top + dp(24), name(), 20), ...choices, ...words, ...buttons],
    },
  ];
}

/** A game or a canvas: one node whose targets are only in pixels; above it maybe a bar that the tree lists. */
function canvasScreen(random: Random): readonly Part[] {
  const name = namer(random);
  const top = random() < 0.5 ? dp(80) : 0;
  const parts: Part[] = [];
  for (let at = top + dp(60); at + dp(120) < HEIGHT - dp(60); at += dp(110)) {
    if (random() < 0.3) continue;
    const left = dp(40) + Math.floor(random() * dp(120));
    const words = name();
    const bounds = rectOf(left, at, left + dp(160), at + dp(64));
    const part = random() < 0.7 ? button(bounds, words) : iconButton(left, at, pick(ICONS, random));
    parts.push({ ...part, isOnlyPixels: true });
  }
  const className = pick(["android.view.SurfaceView", "android.webkit.WebView", "android.view.View"], random);
  const host: Part = { bounds: rectOf(0, top, WIDTH, HEIGHT), className, parts };
  return top > 0 ? [toolbar(random, name), host] : [host];
}

const KINDS = {
  list: listScreen,
  form: formScreen,
  cards: cardScreen,
  dialog: dialogScreen,
  canvas: canvasScreen,
} as const;

/** The given number of screens of each kind, the same for the same seed. */
export function drawnScreens(perKind: number, seed: number): readonly DrawnScreen[] {
  return Object.entries(KINDS).flatMap(([kind, draw]) =>
    Array.from({ length: perKind }, (_, place): DrawnScreen => {
      const random = seededRandom(seed, `${kind} ${place}`);
      const bounds = rectOf(0, 0, WIDTH, HEIGHT);
      const root: Part = { bounds, className: "android.widget.FrameLayout", parts: draw(random) };
      return { name: `${kind} ${place}`, size: { width: WIDTH, height: HEIGHT }, root };
    }),
  );
}
