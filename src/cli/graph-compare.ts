import { readFile } from "node:fs/promises";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { escapeHtml } from "../base/escape-html.js";
import { writeFileAt } from "../base/new-file.js";
import { printable } from "../base/printable.js";
import { actionWords } from "../graph/action-sig.js";
import {
  compareGraphs,
  type GraphComparison,
  type Share,
  sharesOf,
  triedControls,
  type Way,
} from "../graph/compare/compare-graphs.js";
import { describeScreen } from "../graph/describe-screen.js";
import type { ProcessGraph, Vertex } from "../graph/graph.js";
import { parseGraph } from "../graph/graph-json.js";
import { type CommandLine, requirePositional, textFlag, UsageError } from "./command.js";
import { EXIT, printJson, printText } from "./output.js";

/** Reads a graph from a file. Errors: GRAPH_UNREADABLE. */
export async function readGraphFile(file: string): Promise<ProcessGraph> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new FoveaError("GRAPH_UNREADABLE", `${file} cannot be read: ${causeWords(cause)}`, { cause });
  });
  return parseGraph(text, file);
}

/** Runs `fovea graph diff OLD NEW`. */
export async function graphDiff({ terminal, positionals, flags }: CommandLine): Promise<number> {
  const [old, next] = [1, 2].map((place) =>
    requirePositional(positionals, place, "the paths of two graphs, the older one first"),
  );
  requireNoMore(positionals, 3);
  const compared = compareGraphs(await readGraphFile(old ?? ""), await readGraphFile(next ?? ""));
  const junit = textFlag(flags, "junit");
  if (junit !== undefined) await writeFileAt(junit, Buffer.from(junitXml(compared)), true);
  if (flags["json"] === true) printJson(terminal, asData(compared));
  else printText(terminal, diffLines(compared).join("\n"));
  const { screens, ways } = compared;
  return screens.lost.length + ways.lost.length === 0 ? EXIT.done : EXIT.failed;
}

function diffLines({ screens, ways }: GraphComparison): readonly string[] {
  return [
    ...screens.lost.map((screen) => `- ${lineOf(screen)}`),
    ...ways.lost.map((way) => `- way ${wayWords(way)}`),
    ...screens.added.map((screen) => `+ ${lineOf(screen)}`),
    `${screens.lost.length} screens and ${ways.lost.length} ways lost, ${screens.added.length} screens new, ` +
      `${screens.kept.length} screens and ${ways.kept.length} ways kept`,
  ];
}

function asData({ screens, ways }: GraphComparison) {
  const screenData = (vertex: Vertex) => ({ id: vertex.id, line: describeScreen(vertex) });
  const wayData = (way: Way) => ({
    from: way.from.id,
    to: way.to.id,
    actions: way.edges.map(({ action }) => actionWords(action)),
  });
  return {
    screens: {
      kept: screens.kept.map(screenData),
      lost: screens.lost.map(screenData),
      added: screens.added.map(screenData),
    },
    ways: { kept: ways.kept.map(wayData), lost: ways.lost.map(wayData) },
  };
}

function lineOf(vertex: Vertex): string {
  return `${vertex.id} ${describeScreen(vertex)}`;
}

function wayWords({ from, to, edges }: Way): string {
  const actions = [...new Set(edges.map(({ action }) => actionWords(action)))];
  return `${lineOf(from)} -> ${lineOf(to)} by ${actions.join(" or ")}`;
}

interface Case {
  readonly name: string;
  readonly isLost: boolean;
}

/** JUnit XML with a suite for the screens of the older graph and one for its ways; a lost one is a failure. */
function junitXml({ screens, ways }: GraphComparison): string {
  const suites = [
    suite("screens", [
      ...screens.kept.map((screen) => ({ name: lineOf(screen), isLost: false })),
      ...screens.lost.map((screen) => ({ name: lineOf(screen), isLost: true })),
    ]),
    suite("ways", [
      ...ways.kept.map((way) => ({ name: wayWords(way), isLost: false })),
      ...ways.lost.map((way) => ({ name: wayWords(way), isLost: true })),
    ]),
  ];
  const lost = screens.lost.length + ways.lost.length;
  const all = lost + screens.kept.length + ways.kept.length;
  const head = `<testsuites name="fovea" tests="${all}" failures="${lost}" errors="0">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, "</testsuites>", ""].join("\n");
}

function suite(name: string, cases: readonly Case[]): string {
  const lost = cases.filter(({ isLost }) => isLost).length;
  const lines = cases.map((one) => {
    const words = escapeHtml(printable(one.name));
    const failure = one.isLost ? '<failure message="the newer graph does not have it"/>' : "";
    return `    <testcase name="${words}" classname="${name}">${failure}</testcase>`;
  });
  const head = `  <testsuite name="${name}" tests="${cases.length}" failures="${lost}" errors="0" skipped="0">`;
  return [head, ...lines, "  </testsuite>"].join("\n");
}

/** Runs `fovea graph coverage FILE`. */
export async function graphCoverage({ terminal, positionals, flags }: CommandLine): Promise<number> {
  const file = requirePositional(positionals, 1, "the path of the graph");
  requireNoMore(positionals, 2);
  const least = leastOf(textFlag(flags, "min"));
  const graph = await readGraphFile(file);
  const of = textFlag(flags, "of");
  const shares: Readonly<Record<string, Share>> =
    of === undefined ? { controls: triedControls(graph) } : sharesOf(graph, await readGraphFile(of));
  if (flags["json"] === true) printJson(terminal, shares);
  else
    for (const [name, share] of Object.entries(shares))
      printText(terminal, `${name}: ${share.reached} of ${share.of} (${Math.floor(percentOf(share))} %)`);
  const [first] = Object.values(shares);
  return first !== undefined && percentOf(first) < least ? EXIT.failed : EXIT.done;
}

/** The value of --min. Errors: UsageError. */
function leastOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const least = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(least <= 100)) throw new UsageError(`--min takes a percentage from 0 to 100, and not ${JSON.stringify(text)}`);
  return least;
}

/** The share in percent; 100 if there is nothing to reach. */
function percentOf({ of, reached }: Share): number {
  return of === 0 ? 100 : (100 * reached) / of;
}

function requireNoMore(positionals: readonly string[], most: number): void {
  const extra = positionals[most];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
}
