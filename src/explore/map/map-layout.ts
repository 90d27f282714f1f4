import { Graph, layout } from "@dagrejs/dagre";
import type { AppMap, MapScreen, MapWay } from "./app-map.js";

/** The size of a screen on the map, in the map's units: the picture with a caption below. */
export const CARD = { width: 132, picture: 240, caption: 34 } as const;
const CARD_HEIGHT = CARD.picture + CARD.caption;
const LABEL = { width: 120, height: 14 } as const;

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  /** The screens with their upper left corners. */
  readonly cards: readonly { readonly screen: MapScreen; readonly at: Place }[];
  readonly lines: readonly MapLine[];
}

export interface MapLine {
  readonly way: MapWay;
  readonly points: readonly Place[];
  /** The place of the label; null for a way back to a screen that was found before. */
  readonly label: Place | null;
}

/**
 * The places of screens and ways on the map, in layers from top to bottom, because screens are taller than wide. Ways
 * of "back" alone and ways that stay on a screen are not drawn: there are many, and they say little.
 */
export function mapLayout({ screens, ways }: Pick<AppMap, "screens" | "ways">): MapLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 24, ranksep: 46, marginx: 12, marginy: 12 });
  const known = new Set(screens.map(({ id }) => id));
  for (const { id } of screens) graph.setNode(id, { width: CARD.width, height: CARD_HEIGHT });
  const order = new Map(screens.map(({ id }, place) => [id, place]));
  const pairs = new Set(ways.map(({ from, to }) => `${from} ${to}`));
  const returns = ({ from, to }: MapWay) => (order.get(to) ?? 0) < (order.get(from) ?? 0) && pairs.has(`${to} ${from}`);
  const drawn = ways.filter(({ from, to, isBack }) => !isBack && from !== to && known.has(from) && known.has(to));
  for (const way of drawn) graph.setEdge(way.from, way.to, returns(way) ? {} : { ...LABEL, labelpos: "c" }, "way");
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.max(1, width),
    height: Math.max(1, height),
    cards: screens.map((screen) => {
      const { x, y } = placeOf(graph.node(screen.id));
      return { screen, at: { x: x - CARD.width / 2, y: y - CARD_HEIGHT / 2 } };
    }),
    lines: drawn.map((way) => {
      const line = graph.edge({ v: way.from, w: way.to, name: "way" });
      const points: readonly Partial<Place>[] = line.points ?? [];
      return { way, points: points.map(placeOf), label: returns(way) ? null : placeOf(line) };
    }),
  };
}

function placeOf({ x = 0, y = 0 }: Partial<Place>): Place {
  return { x, y };
}
