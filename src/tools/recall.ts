import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import { actionWords } from "../graph/action-sig.js";
import { MOST_IDLE } from "../graph/build/affordances.js";
import { describeScreen } from "../graph/describe-screen.js";
import type { Edge, Vertex } from "../graph/graph.js";
import type { GraphView } from "../graph/predict/graph-view.js";
import { recallScreens } from "../graph/predict/recall.js";
import { contextOf } from "../live-memory/context.js";
import { type LiveMemory, LONGEST_NOTE } from "../live-memory/live-memory.js";
import { wayTo } from "../live-memory/way.js";
import { quoteLabel } from "../screen/label.js";
import { deviceField } from "../tool-contract/fields.js";
import { requireMemory } from "../tool-contract/require-memory.js";
import { defineTool } from "../tool-contract/tool.js";

/** The default number of results, k = 5, as in retrieval over process graphs. */
const USUAL_COUNT = 5;
const MOST_RESULTS = 20;
const MOST_WAYS = 12;

/** A known screen, and the way to it. */
export interface Hit {
  readonly vertex: Vertex;
  readonly score: number | null;
  readonly note: string | null;
  /** The known way to the screen; null if no way is known; empty if the phone shows the screen. */
  readonly way: readonly Edge[] | null;
  readonly isOtherApp: boolean;
}

interface Asked {
  readonly memory: LiveMemory;
  /** The id of the screen that the phone shows; null if it is unknown. */
  readonly at: string | null;
  readonly app: string | null;
}

export const recall = defineTool({
  name: "recall",
  title: "What is known",
  description: "Known screens that fit a goal, and the path to them; or everything known about one screen.",
  kind: "read",
  askedBy: "memory",
  destructive: false,
  idempotent: true,
  deadlineMs: 20_000,
  example: { goal: "notification sound" },
  input: z.strictObject({
    device: deviceField,
    goal: z.string().max(500).optional().describe("e.g. change the ringtone"),
    screen: z.string().max(40).optional().describe("id, e.g. s41c7df8b"),
    note: z.string().max(LONGEST_NOTE).optional().describe("Note for that screen").meta({
      help: "Text to keep with the screen that `screen` names, or with the current one",
    }),
    count: z.int().min(1).max(MOST_RESULTS).optional().describe("default 5"),
  }),
  run: async (args, context, signal) => {
    const memory = await requireMemory(context);
    const session = await context.session(args.device, signal);
    const { screen: at, application: app } = contextOf(memory, session.device.serial, session.lastObservation);
    const { note } = args;
    const noted = note === undefined ? null : notedVertex(memory, args.screen ?? at);
    if (noted !== null && note !== undefined) memory.writeNote(noted.id, note);
    const asked: Asked = { memory, at, app };
    const { damage } = memory;
    const one = args.screen ?? (args.goal === undefined ? noted?.id : undefined);
    if (one !== undefined) return { hits: [hitOf(asked, requireVertex(memory.view(), one))], ways: true, damage };
    const count = args.count ?? USUAL_COUNT;
    const hits = args.goal === undefined ? latest(asked, count) : found(asked, args.goal, count);
    return { hits, ways: false, damage };
  },
  render: ({ hits, ways, damage }) => ({
    text: [
      ...(damage === null ? [] : [`! the memory is incomplete: ${damage}`]),
      ...(hits.length === 0
        ? ["memory: no known screen fits; explore the app"]
        : hits.map((hit) => hitLines(hit, ways))),
    ].join("\n"),
  }),
  toJson: ({ hits }) => hits.map(hitJson),
});

/** A known screen in the form for programs. */
export function hitJson({ vertex, score, note, way, isOtherApp }: Hit) {
  const steps = way?.map(({ id, action, to, sources }) => {
    return { edge: id, action: actionWords(action), to, runs: sources };
  });
  return {
    screen: vertex.id,
    line: describeScreen(vertex),
    application: vertex.print.app,
    isOtherApp,
    score,
    note,
    visits: vertex.visits,
    lastSeen: new Date(vertex.lastSeen).toISOString(),
    exemplars: vertex.exemplars,
    way: steps ?? null,
  };
}

function found(asked: Asked, goal: string, count: number): readonly Hit[] {
  const { memory, app } = asked;
  const view = memory.view();
  const recalled = recallScreens(view, { words: goal, app, count, notes: memory.notes() });
  return recalled.flatMap(({ id, score }) => {
    const vertex = view.vertex(id);
    return vertex ? [{ ...hitOf(asked, vertex), score }] : [];
  });
}

/** The screens that were seen last, for a request without words. */
function latest(asked: Asked, count: number): readonly Hit[] {
  const known = asked.memory
    .view()
    .graph.vertices.toSorted((a, b) => b.lastSeen - a.lastSeen || (a.id < b.id ? -1 : 1));
  return known.slice(0, count).map((vertex) => hitOf(asked, vertex));
}

function hitOf({ memory, at, app }: Asked, vertex: Vertex): Hit {
  const way = wayTo(memory.view(), memory.ways(), at, vertex.id);
  const isOtherApp = app !== null && vertex.print.app !== app;
  return { vertex, score: null, note: memory.noteOf(vertex.id), way, isOtherApp };
}

/** The known screen that a note is for. Errors: SCREEN_UNKNOWN, before anything is written. */
function notedVertex(memory: LiveMemory, id: string | null): Vertex {
  if (id === null) throw new FoveaError("SCREEN_UNKNOWN", "recall: observe first, or name the screen of the note");
  return requireVertex(memory.view(), id);
}

/** Errors: SCREEN_UNKNOWN. */
export function requireVertex(view: GraphView, id: string): Vertex {
  const vertex = view.vertex(id);
  if (!vertex) throw new FoveaError("SCREEN_UNKNOWN", `${JSON.stringify(id)} is not the id of a known screen`);
  return vertex;
}

function hitLines({ vertex, score, note, way, isOtherApp }: Hit, isWhole: boolean): string {
  const said = [
    `${vertex.id} ${describeScreen(vertex)}`,
    ...(note === null ? [] : [`noted ${quoteLabel(note)}`]),
    ...(isOtherApp ? ["another app"] : []),
    ...(score === null ? [] : [`fits ${Math.round(score * 100)} %`]),
    `seen ${vertex.visits}x`,
    wayWords(way),
  ];
  return [said.join("; "), ...(isWhole ? triedLines(vertex) : [])].join("\n");
}

function wayWords(way: readonly Edge[] | null): string {
  if (way === null) return "no known way";
  return way.length === 0 ? "here" : `way: ${way.map(({ action }) => actionWords(action)).join(" > ")}`;
}

function triedLines({ affordances }: Vertex): readonly string[] {
  const tried = affordances.filter(({ tries }) => tries > 0).toSorted((a, b) => b.tries - a.tries);
  return tried.slice(0, MOST_WAYS).map(({ role, idTail, label, tries, effects, idle, lastTarget }) => {
    const name = label === "" ? (idTail === "" ? "" : ` @${idTail}`) : ` ${quoteLabel(label)}`;
    const where = lastTarget === null ? "" : `, led to ${lastTarget}`;
    const now = idle >= MOST_IDLE ? ` (no effect ${idle} times)` : "";
    return `  ${role}${name}: ${tries} tried, ${effects} with an effect${where}${now}`;
  });
}
