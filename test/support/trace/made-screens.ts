import { createHash } from "node:crypto";
import sharp from "sharp";
import type { BoundingBox, GUIElement } from "../../../src/trace/protocol.js";
import { EXTENSION } from "../../../src/trace/x-fovea.js";

/** An element of a generated state, in the format of the trace. */
export type MadeElement = GUIElement & { readonly role: string; readonly bbox: BoundingBox };

export interface MadeScreen {
  readonly title: string;
  readonly activity: string;
  readonly elements: readonly MadeElement[];
  /** The path in the trace, and the PNG; null without a picture. */
  readonly picture: { readonly path: string; readonly png: Uint8Array } | null;
}

export interface ScreenPreference {
  readonly elements: number;
  readonly width: number;
  readonly height: number;
  /** Whether one in five elements has a hostile text. */
  readonly hostile: boolean;
  readonly drawn: boolean;
}

/** Hostile texts that attack a page, a terminal or a reader. */
export const HOSTILE_WORDS: readonly string[] = [
  `</script><script>window.owned = "script"</script>`,
  `<img src=x onerror="window.owned='img'"><svg onload="window.owned='svg'">`,
  `"><a href="javascript:window.owned=1">x</a>`,
  "\u202eevil.com\u202c \u2066right\u2069",
  "\u001b[2J\u001b]0;owned\u0007",
  "line\u2028separator\u2029and\0nul",
  "<!--<script>",
  "👩‍👩‍👧 👍🏽 🇩🇪",
  "]]>&amp;&lt;`window.owned=1`",
  "__proto__",
];

const WORDS = [
  "Lamp",
  "Chair",
  "Notebook",
  "Kettle",
  "Bicycle",
  "Umbrella",
  "Headphones",
  "Coffee",
  "Backpack",
  "Clock",
];
const TITLES = ["Shop", "Search", "Details", "Cart", "Address", "Payment", "Orders", "Settings"];
const COLOURS = ["#1a73e8", "#188038", "#d93025", "#9334e6", "#e8710a", "#12868f", "#b06000", "#3c4043"];

/** The n-th of an endless series of screens: a bar with a title, a field, rows with a picture, words and a button. */
export async function makeScreen(number: number, preference: ScreenPreference): Promise<MadeScreen> {
  const title = `${TITLES[number % TITLES.length]}${number < TITLES.length ? "" : ` ${number}`}`;
  const elements = elementsOf(number, title, preference);
  const picture = preference.drawn ? await draw(elements, number, preference) : null;
  return { title, activity: `com.example.shop/.${TITLES[number % TITLES.length]}Activity`, elements, picture };
}

function elementsOf(number: number, title: string, { elements: count, width, height, hostile }: ScreenPreference) {
  const made: MadeElement[] = [];
  const bar = Math.round(height * 0.08);
  const add = (role: string, tag: string, text: string | null, box: readonly number[], more: object = {}) => {
    if (made.length >= count) return "";
    const words =
      hostile && made.length % 5 === 3 ? (HOSTILE_WORDS[(number + made.length) % HOSTILE_WORDS.length] ?? "") : text;
    const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = box.map(Math.round);
    const id = `e${made.length + 1}`;
    const extension = { package: "com.example.shop", ...(words === null ? {} : { labels: [words] }), ...more };
    made.push({
      element_id: id,
      tag,
      text: words,
      role,
      bbox: { x1, y1, x2, y2 },
      visible: true,
      [EXTENSION]: extension,
    });
    return id;
  };
  const pressable = { actions: ["click"], enabled: true };
  add("heading", "android.widget.TextView", title, [width * 0.18, bar * 0.3, width * 0.8, bar]);
  add("button", "android.widget.ImageButton", "Back", [0, bar * 0.3, width * 0.15, bar], pressable);
  add("field", "android.widget.EditText", "Search products", [width * 0.04, bar * 1.1, width * 0.96, bar * 1.9], {
    resource_id: "com.example.shop:id/search",
    actions: ["click", "setText"],
  });
  const top = bar * 2.1;
  const list = add("list", "androidx.recyclerview.widget.RecyclerView", null, [0, top, width, height * 0.97], {
    scrollable: true,
  });
  const rows = Math.max(1, Math.ceil((count - 4) / 4));
  const high = (height * 0.97 - top) / rows;
  for (let row = 0; row < rows; row += 1) {
    const y = top + row * high;
    const name = `${WORDS[(row + number) % WORDS.length]} ${row + 1}`;
    const parent = add("row", "android.view.ViewGroup", name, [0, y, width, y + high], { ...pressable, parent: list });
    add("image", "android.widget.ImageView", null, [width * 0.04, y + high * 0.15, width * 0.18, y + high * 0.85], {
      parent,
    });
    add(
      "text",
      "android.widget.TextView",
      `${(row * 7 + number) % 90}.99 €`,
      [width * 0.22, y + high * 0.5, width * 0.6, y + high * 0.9],
      { parent },
    );
    add("button", "android.widget.Button", "Add", [width * 0.74, y + high * 0.2, width * 0.96, y + high * 0.8], {
      ...pressable,
      parent,
      ...(row % 3 === 1 ? { sources: ["hierarchy", "vision"], confidence: 0.91 } : {}),
    });
  }
  return made;
}

async function draw(elements: readonly MadeElement[], number: number, { width, height }: ScreenPreference) {
  const accent = COLOURS[number % COLOURS.length] ?? "#000";
  const shapes = elements.map((element) => shapeOf(element, accent)).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fafafa"/><rect width="100%" height="${height * 0.085}" fill="${accent}"/>${shapes}<text x="${width - 90}" y="40" font-size="30" fill="#fff">${number}</text></svg>`;
  const image = sharp(Buffer.from(svg)).flatten({ background: "#fff" });
  const pixels = await image.clone().ensureAlpha().raw().toBuffer();
  const sha256 = createHash("sha256").update(pixels).digest("hex");
  return { path: `screenshots/${sha256}.png`, png: await image.png({ compressionLevel: 6 }).toBuffer() };
}

function shapeOf({ role, text, bbox: { x1, y1, x2, y2 } }: MadeElement, accent: string): string {
  const box = `x="${x1}" y="${y1}" width="${x2 - x1}" height="${y2 - y1}"`;
  const size = Math.min(44, (y2 - y1) * 0.5);
  const words = (x: number, fill: string) =>
    `<text x="${x}" y="${(y1 + y2) / 2 + size / 3}" font-family="sans-serif" font-size="${size}" fill="${fill}">${plain(text)}</text>`;
  if (role === "heading") return words(x1, "#fff");
  if (role === "field") return `<rect ${box} rx="24" fill="#e8eaed"/>${words(x1 + 40, "#5f6368")}`;
  if (role === "row")
    return `<rect ${box} fill="#fff" stroke="#dadce0"/><text x="${x1 + 240}" y="${y1 + (y2 - y1) * 0.4}" font-family="sans-serif" font-size="${size * 0.8}" fill="#202124">${plain(text)}</text>`;
  if (role === "image") return `<rect ${box} rx="16" fill="${accent}" opacity="0.35"/>`;
  if (role === "button") return `<rect ${box} rx="30" fill="${accent}"/>${words(x1 + 40, "#fff")}`;
  return !text ? "" : words(x1, "#5f6368");
}

function plain(text: string | null | undefined): string {
  return (text ?? "").replace(/[^\w €.]/g, " ").slice(0, 30);
}
