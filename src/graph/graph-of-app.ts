import type { ProcessGraph } from "./graph.js";

/** The screens of one app, the edges between them, the runs through them, and the findings that stay within the app. */
export function graphOfApp(graph: ProcessGraph, app: string): ProcessGraph {
  const vertices = graph.vertices.filter(({ print }) => print.app === app);
  const ids = new Set(vertices.map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const known = new Set(edges.map(({ id }) => id));
  const isWithin = (path: readonly string[]) => path.every((id) => known.has(id));
  const runs = graph.runs.map((run) => ({
    ...run,
    start: run.start !== null && ids.has(run.start) ? run.start : null,
    path: run.path.map((id) => (id !== null && known.has(id) ? id : null)),
  }));
  return {
    ...graph,
    vertices,
    edges,
    runs: runs.filter(({ start, path }) => start !== null || path.some((id) => id !== null)),
    loops: graph.loops.filter(({ body }) => isWithin(body)),
    branches: graph.branches.filter(({ edges: all }) => isWithin(all)),
    patterns: graph.patterns.filter(({ edges: all }) => isWithin(all)),
  };
}
