import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { issueWords } from "../base/zod-words.js";
import { edgeSchema, GRAPH_VERSION, graphSchema, type ProcessGraph, vertexSchema } from "./graph.js";

/** The graph as JSON in pieces, one line for each vertex or edge: the same graph gives the same bytes. */
export function* printGraph(graph: ProcessGraph): Generator<string> {
  const { vertices, edges, runs, loops, branches, patterns, ...head } = graph;
  yield `${JSON.stringify(head).slice(0, -1)}`;
  // The schemas put properties in one order, whether the graph was built or read from a file.
  const lists = {
    runs,
    vertices: vertices.map((vertex) => vertexSchema.parse(vertex)),
    edges: edges.map((edge) => edgeSchema.parse(edge)),
    loops,
    branches,
    patterns,
  };
  for (const [name, values] of Object.entries(lists)) {
    yield `,\n"${name}":[`;
    for (const [place, value] of values.entries()) yield `${place === 0 ? "\n" : ",\n"}${JSON.stringify(value)}`;
    yield "]";
  }
  yield "}\n";
}

/**
 * Reads a graph from JSON. Errors: GRAPH_UNREADABLE if it is not a graph, or one of a newer version. `from`: the name
 * of the file for the message.
 */
export function parseGraph(text: string, from: string): ProcessGraph {
  const json = parsed(text, from);
  const version = typeof json === "object" && json !== null && "version" in json ? json.version : null;
  if (typeof version === "number" && version > GRAPH_VERSION) {
    throw unreadable(`${from} is a graph of version ${version}, and this Fovea reads up to ${GRAPH_VERSION}`);
  }
  const read = graphSchema.safeParse(json, { error: issueWords });
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw unreadable(`${from} is not a graph: ${first?.path.join(".") || "it"}: ${first?.message}`);
}

function parsed(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(`${from}: ${causeWords(cause)}`, cause);
  }
}

function unreadable(message: string, cause?: unknown): FoveaError {
  return new FoveaError("GRAPH_UNREADABLE", message, { cause });
}
