import { closedPage } from "../../base/closed-page.js";
import { escapeHtml } from "../../base/escape-html.js";
import { printable } from "../../base/printable.js";
import type { Finding } from "../exploration.js";
import type { AppMap, MapScreen, MapWay } from "./app-map.js";
import { CARD, type MapLayout, mapLayout } from "./map-layout.js";

const LONGEST_ON_CARD = 20;
const LONGEST_ON_WAY = 26;

const KIND_WORDS: Readonly<Record<Finding["kind"], string>> = {
  crash: "Crash",
  notResponding: "Does not respond",
  deadEnd: "Dead end",
  unlabelled: "Control without words",
};

const END_WORDS = {
  complete: "nothing is left that is worth trying",
  budget: "the budget is spent; it can go on",
  stopped: "it was stopped; it can go on",
  lost: "the app did not come to the front any more",
} as const;

/** The map as one page that needs no network. `pictures`: data URIs by the files of the screens. */
export async function mapPage(map: AppMap, pictures: ReadonlyMap<string, string>): Promise<string> {
  const { head, foot } = await closedPage(`${printable(map.app)}: map`, { folder: "explore-map", name: "map" });
  return `${head}<h1>${safe(map.app)}</h1>
<p>${safe(summary(map))}</p>
<div class="map">
${drawing(mapLayout(map), map, pictures)}
<div class="tools"><button id="in" title="Larger">+</button><button id="out" title="Smaller">−</button>
<button id="fit" title="All of it">All</button></div>
</div>
<p>A line is what led from one screen to another, a dashed one leads back. What the key Back does is only in the
table. Click a screen to see its connections.</p>
${findings(map)}
${screens(map)}
${ways(map)}
${held(map)}
${foot}`;
}

/** The result in a line. */
export function summary({ screens, ways, findings, actions, ms, end, held }: AppMap): string {
  const offered = screens.reduce((sum, one) => sum + one.offered, 0);
  const tried = screens.reduce((sum, one) => sum + one.tried, 0);
  const counts = [
    counted(screens.length, "screen"),
    counted(ways.length, "way"),
    `${tried} of ${offered} controls and gestures tried`,
    `${held.length} not done`,
    counted(findings.length, "finding"),
    `${counted(actions, "action")} in ${Math.round(ms / 1_000)} s`,
  ];
  return `${counts.join(", ")}${end === null ? "" : `; ${END_WORDS[end]}`}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function drawing(layout: MapLayout, map: AppMap, pictures: ReadonlyMap<string, string>): string {
  const bad = new Set(map.findings.filter(({ kind }) => kind !== "unlabelled").map(({ at }) => at));
  const cards = layout.cards.map(({ screen, at }) => card(screen, at, { pictures, isBad: bad.has(screen.id) }));
  return [
    `<svg viewBox="0 0 ${layout.width} ${layout.height}" role="img" aria-label="Map of ${safe(map.app)}">`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
    '<path class="arrow" d="M0 0 8 4 0 8z"/></marker></defs>',
    ...layout.lines.map(line),
    ...cards,
    "</svg>",
  ].join("\n");
}

type Card = MapLayout["cards"][number];

function card(
  { id, title, line: words, picture, why, offered, tried, held: kept }: MapScreen,
  { x, y }: Card["at"],
  { pictures, isBad }: { readonly pictures: ReadonlyMap<string, string>; readonly isBad: boolean },
): string {
  const image = picture === null ? undefined : pictures.get(picture);
  const { width, picture: height, caption } = CARD;
  const shown =
    image === undefined
      ? `<text class="counts" x="8" y="20">no picture</text>`
      : `<image href="${image}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid meet"/>`;
  const counts = `${tried} of ${offered} tried${kept === 0 ? "" : `, ${kept} not done`}`;
  return [
    `<g class="card${isBad ? " bad" : ""}" data-screen="${safe(id)}" tabindex="0" transform="translate(${x} ${y})">`,
    `<title>${safe(`${id} ${words}${why === null ? "" : `\n${why}`}`)}</title>`,
    `<rect width="${width}" height="${height + caption}" rx="5"/>`,
    shown,
    `<text class="title" x="6" y="${height + 14}">${safe(cut(title, LONGEST_ON_CARD))}</text>`,
    `<text class="counts" x="6" y="${height + 27}">${safe(counts)}</text>`,
    "</g>",
  ].join("");
}

function line({ way, points, label }: MapLayout["lines"][number]): string {
  const [first = "", ...rest] = points.map(({ x, y }) => `${round(x)} ${round(y)}`);
  const more = way.actions.length === 1 ? "" : ` +${way.actions.length - 1}`;
  const words = `${cut(way.actions[0] ?? "", LONGEST_ON_WAY)}${more}`;
  return [
    `<g class="way${label === null ? " return" : ""}" data-from="${safe(way.from)}" data-to="${safe(way.to)}">`,
    `<title>${safe(`${way.from} to ${way.to}:\n${way.actions.join("\n")}`)}</title>`,
    `<path d="M${first}L${rest.join(" ")}" marker-end="url(#tip)"/>`,
    ...(label === null ? [] : [`<text x="${round(label.x)}" y="${round(label.y)}">${safe(words)}</text>`]),
    "</g>",
  ].join("");
}

function findings({ findings: all, screens: known }: AppMap): string {
  if (all.length === 0) return "<h2>Findings</h2><p>None: no crash, no dead end, no control without words.</p>";
  const rows = all.map(({ kind, at, of, cause }) => [KIND_WORDS[kind], link(at, known), safe(of), safe(cause)]);
  return table("Findings", ["What", "Screen", "Of", "The device says"], rows);
}

function screens({ screens: all }: AppMap): string {
  const rows = all.map(({ id, line: words, visits, offered, tried, held: kept }) => [
    safe(id),
    safe(words),
    String(visits),
    `${tried} of ${offered}`,
    String(kept),
  ]);
  const ids = all.map(({ id }) => id);
  return table("Screens", ["Id", "Screen", "Visits", "Tried", "Not done"], rows, ids);
}

function ways({ ways: all, screens: known }: AppMap): string {
  const rows = all.map(({ from, to, actions, n }: MapWay) => [
    link(from, known),
    actions.map(safe).join("<br>"),
    link(to, known),
    String(n),
  ]);
  return table("Ways", ["From", "By", "To", "Times"], rows);
}

function held({ held: all, screens: known }: AppMap): string {
  if (all.length === 0) return "";
  const rows = all.map(({ at, action, code }) => [link(at, known), safe(action), safe(code)]);
  return table("Not done", ["Screen", "Action", "Why"], rows);
}

/** A table whose cells are HTML. */
function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  ids: readonly string[] = [],
): string {
  const head = heads.map((one) => `<th>${one}</th>`).join("");
  const body = rows.map((cells, place) => {
    const id = ids[place];
    return `<tr${id === undefined ? "" : ` id="${safe(id)}"`}>${cells.map(cell).join("")}</tr>`;
  });
  return `<h2>${title}</h2>\n<div class="table"><table><tr>${head}</tr>\n${body.join("\n")}\n</table></div>`;
}

function cell(html: string): string {
  return /^\d+$/.test(html) ? `<td class="number">${html}</td>` : `<td dir="auto">${html}</td>`;
}

function link(id: string, known: readonly MapScreen[]): string {
  const screen = known.find((one) => one.id === id);
  return screen ? `<a href="#${safe(id)}">${safe(cut(screen.title, 40))}</a>` : safe(id);
}

function cut(text: string, most: number): string {
  const all = [...text];
  return all.length <= most ? text : `${all.slice(0, most - 1).join("")}…`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function safe(text: string): string {
  return escapeHtml(printable(text));
}
