import { slotKey } from "../action-sig.js";
import type { Edge, Loop, Predicate, ProcessGraph } from "../graph.js";
import { hashOf } from "../identity/screen-print.js";
import { bestStump, type OutcomeCounts } from "./decision-stump.js";
import { simpleCycles } from "./simple-cycles.js";

const CYCLE_BOUNDS = { longest: 8, most: 50 } as const;
const [LEAST_ROWS, MOST_VALUES] = [2, 50];

/** One edge of a run, without the data of rows. */
interface Token {
  readonly edge: Edge;
  /** The families of its start and end. */
  readonly from: string;
  readonly to: string;
  /** The key of the action for any row. */
  readonly key: string;
}

/** A repeated part of a run. */
interface Repeat {
  readonly body: readonly Token[];
  readonly rounds: readonly (readonly Token[])[];
}

/**
 * Loops over the rows of a list: cycles of the graph that a run repeated at least twice in a row, with only the row
 * changing. Records of one family count as one screen.
 */
export function loopsOf(graph: ProcessGraph): readonly Loop[] {
  const families = new Map(graph.vertices.map(({ id, family }) => [id, family]));
  const byId = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const tokensOf = (edge: Edge): Token => ({
    edge,
    from: families.get(edge.from) ?? edge.from,
    to: families.get(edge.to) ?? edge.to,
    key: slotKey(edge.action),
  });
  const cycles = cyclesOf(graph.edges.map(tokensOf));
  const found = new Map<string, Loop>();
  for (const run of graph.runs) {
    const path = run.path.map((id) => (id === null ? undefined : byId.get(id)));
    for (const { body, rounds } of repeatsIn(path.map((edge) => (edge ? tokensOf(edge) : null)))) {
      const values = valuesOf(rounds);
      if (values.length < LEAST_ROWS || !cycles.has(cycleKey(body.map(({ from }) => from)))) continue;
      const turned = fromFirstRow(body);
      const id = `l${hashOf(turned.map(tokenKey).join("\n"))}`;
      const known = found.get(id);
      found.set(id, {
        id,
        body: known?.body ?? turned.map(({ edge }) => edge.id),
        head: known?.head ?? turned[0]?.edge.from ?? "",
        slot: { kind: "item", values: [...new Set([...(known?.slot.values ?? []), ...values])].slice(0, MOST_VALUES) },
        rounds: (known?.rounds ?? 0) + rounds.length,
        exit: known?.exit ?? exitOf(turned, graph.edges.map(tokensOf)),
        runs: [...new Set([...(known?.runs ?? []), run.id])],
      });
    }
  }
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * The loop in a form that does not depend on where a run entered it: it begins with the first action on a row, and
 * repeated equal actions are left out.
 */
function fromFirstRow(body: readonly Token[]): readonly Token[] {
  const at = body.findIndex(({ edge }) => edge.action.isItem);
  const turned = [...body.slice(at), ...body.slice(0, at)];
  return turned.filter((token, place) => place === 0 || tokenKey(token) !== tokenKey(turned[place - 1] ?? token));
}

function tokenKey({ from, key }: Token): string {
  return `${from} ${key}`;
}

function cyclesOf(tokens: readonly Token[]): ReadonlySet<string> {
  const successors = new Map<string, Set<string>>();
  for (const { from, to } of tokens) successors.set(from, (successors.get(from) ?? new Set()).add(to));
  const lists = new Map([...successors].map(([from, to]) => [from, [...to].sort()]));
  return new Set(simpleCycles(lists, CYCLE_BOUNDS).map(cycleKey));
}

/** A key that does not depend on where a cycle is entered, nor on how often it stays at one screen. */
function cycleKey(vertices: readonly string[]): string {
  const moved = vertices.filter((vertex, place) => vertex !== vertices.at(place - 1));
  const cycle = moved.length === 0 ? vertices.slice(0, 1) : moved;
  const start = cycle.indexOf(cycle.toSorted()[0] ?? "");
  return [...cycle.slice(start), ...cycle.slice(0, start)].join(" ");
}

/** Parts of a run that occur at least twice in a row and end where they begin, the shortest first, without overlaps. */
function repeatsIn(path: readonly (Token | null)[]): readonly Repeat[] {
  const found: Repeat[] = [];
  for (let at = 0; at < path.length; at += 1) {
    const repeat = repeatAt(path, at);
    if (!repeat) continue;
    found.push(repeat);
    at += repeat.body.length * repeat.rounds.length - 1;
  }
  return found;
}

function repeatAt(path: readonly (Token | null)[], at: number): Repeat | null {
  for (let length = 1; length <= CYCLE_BOUNDS.longest && at + 2 * length <= path.length; length += 1) {
    const body = tokensAt(path, at, length);
    if (!body || body[0]?.from !== body.at(-1)?.to || !body.some(({ edge }) => edge.action.isItem)) continue;
    const key = body.map(tokenKey).join("\n");
    const rounds = [body];
    for (;;) {
      const next = tokensAt(path, at + rounds.length * length, length);
      if (!next || next.map(tokenKey).join("\n") !== key) break;
      rounds.push(next);
    }
    if (rounds.length >= 2) return { body, rounds };
  }
  return null;
}

function tokensAt(path: readonly (Token | null)[], at: number, length: number): readonly Token[] | null {
  const tokens = path.slice(at, at + length).flatMap((token) => token ?? []);
  return tokens.length === length ? tokens : null;
}

/** The rows that were used, without repetition. */
function valuesOf(rounds: readonly (readonly Token[])[]): readonly string[] {
  const items = rounds.flat().filter(({ edge }) => edge.action.isItem);
  return [...new Set(items.map(({ edge: { action } }) => action.label || `#${(action.ordinal ?? 0) + 1}`))];
}

/** A predicate that is true at the head when the loop ends, and false when it goes on. */
function exitOf(body: readonly Token[], all: readonly Token[]): Predicate | null {
  const [first] = body;
  if (!first) return null;
  const here = all.filter(({ from }) => from === first.from);
  const goesOn = here.filter(({ key }) => key === first.key);
  const leaves = here.filter((token) => token.key !== first.key && !body.some(({ key }) => key === token.key));
  if (leaves.length === 0) return null;
  const stump = bestStump([countsOf(leaves), countsOf(goesOn)]);
  return stump?.whenTrue === 0 ? stump.predicate : null;
}

function countsOf(tokens: readonly Token[]): OutcomeCounts {
  return {
    n: tokens.reduce((sum, { edge }) => sum + edge.n, 0),
    seenBefore: combined(tokens.flatMap(({ edge }) => edge.seenBefore)),
  };
}

function combined(seen: OutcomeCounts["seenBefore"]): OutcomeCounts["seenBefore"] {
  const counts = new Map<string, OutcomeCounts["seenBefore"][number]>();
  for (const one of seen) {
    const key = JSON.stringify(one.predicate);
    counts.set(key, { ...one, count: one.count + (counts.get(key)?.count ?? 0) });
  }
  return [...counts.values()];
}
