import { escapeHtml } from "../../base/escape-html.js";
import { printable } from "../../base/printable.js";
import { actionWords } from "../../graph/action-sig.js";
import type { ProcessGraph } from "../../graph/graph.js";

const KEYS = {
  node: { title: "string", kind: "string", app: "string", activity: "string", visits: "int" },
  edge: { action: "string", times: "int", ok: "int", failed: "int" },
} as const;

/** A graph as GraphML (graphml.graphdrawing.org, 1.0), which graph programs read; each action is an edge. */
export function graphml({ vertices, edges }: ProcessGraph): string {
  const nodes = vertices.map(({ id, print: { title, kind, app, activity }, visits }) =>
    element("node", { id }, { title, kind, app, activity, visits }),
  );
  const links = edges.map(({ id, from, to, action, n, ok, failed }) =>
    element("edge", { id, source: from, target: to }, { action: actionWords(action), times: n, ok, failed }),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...Object.entries(KEYS).flatMap(([of, keys]) =>
      Object.entries(keys).map(
        ([name, type]) => `<key id="${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`,
      ),
    ),
    '<graph id="app" edgedefault="directed">',
    ...nodes,
    ...links,
    "</graph>",
    "</graphml>",
    "",
  ].join("\n");
}

type Values = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Values, data: Values): string {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${safe(value)}"`);
  const parts = Object.entries(data).map(([key, value]) => `<data key="${key}">${safe(value)}</data>`);
  return `<${name}${own.join("")}>${parts.join("")}</${name}>`;
}

/** XML does not allow control characters, not even as references. */
function safe(value: string | number): string {
  return escapeHtml(printable(String(value)));
}
