import { performance } from "node:perf_hooks";
import { readFrame } from "../src/observe/reading/read-frame.js";
import { readTree } from "../src/observe/reading/read-tree.js";
import { openReadingThreads, readFrameFor, readTreeFor } from "../src/observe/reading/reading.js";
import { pictureBounds } from "../src/session/picture-bounds.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_RUNS = 20;
const WARM_UPS = 5;

/** How long reading trees and pictures blocks the event loop, in place and in a thread; for choosing the threshold. */
export const readingBench: Bench = {
  name: "reading",
  about: "reading trees and pictures in place and in a thread, by size [--runs N]",
  run: async (args) => await measure(Number(flagValue(args, "--runs") ?? DEFAULT_RUNS)),
};

interface Work {
  readonly name: string;
  readonly kb: number;
  inPlace(): unknown;
  inThread(session: Parameters<typeof readTreeFor>[0]): Promise<unknown>;
}

const COLUMNS = 28;
const ROWS = [2, 4, 9, 12, 18, 36, 47];
const SIZES = [
  [360, 800],
  [720, 1280],
  [1080, 2400],
  [1440, 3120],
] as const;

async function measure(runs: number): Promise<BenchResult> {
  await using workers = openReadingThreads();
  const figures: Figure[] = [];
  const rows: (string | number)[][] = [["what", "kB", "in place ms", "in a thread ms", "of that the loop's ms"]];
  for (const work of [...ROWS.map(treeWork), ...SIZES.map(([width, height]) => frameWork(width, height))]) {
    const inPlace = await repeat(runs, async () => work.inPlace());
    const inThread = await repeat(runs, async () => await work.inThread({ workers, device: { serial: "phone" } }));
    const cells = [percentile(inPlace.wall, 0.5), percentile(inThread.wall, 0.5), percentile(inThread.busy, 0.5)];
    rows.push([work.name, work.kb, ...cells]);
    const [place = 0, thread = 0, loop = 0] = cells;
    figures.push(
      { name: `${work.name}: in place`, value: place, unit: "ms" },
      { name: `${work.name}: in a thread`, value: thread, unit: "ms" },
      { name: `${work.name}: in a thread, the loop's part`, value: loop, unit: "ms" },
    );
  }
  return { text: table(rows), figures };
}

async function repeat(runs: number, work: () => Promise<unknown>) {
  const wall: number[] = [];
  const busy: number[] = [];
  for (let run = 0; run < runs + WARM_UPS; run += 1) {
    const before = performance.eventLoopUtilization();
    const startedAt = performance.now();
    await work();
    const tookMs = performance.now() - startedAt;
    await new Promise(setImmediate); // Node counts the loop's time at the end of a turn
    const { active } = performance.eventLoopUtilization(before);
    if (run < WARM_UPS) continue;
    wall.push(tookMs);
    busy.push(Math.min(active, tookMs));
  }
  return { wall, busy };
}

function treeWork(rows: number): Work {
  const sent = { bytes: Buffer.from(gridXml(rows)), screenSize: { width: 1080, height: 2400 } };
  const nodes = 1 + rows * (1 + COLUMNS * 3);
  return {
    name: `tree of ${nodes} nodes`,
    kb: Math.round(sent.bytes.length / 1024),
    inPlace: () => readTree(sent),
    inThread: async (session) => await readTreeFor(session, sent, AbortSignal.timeout(60_000), 0),
  };
}

function frameWork(width: number, height: number): Work {
  const bytes = Buffer.alloc(16 + width * height * 4, 7);
  [width, height, 1, 1].forEach((value, at) => {
    bytes.writeUInt32LE(value, at * 4);
  });
  return {
    name: `picture of ${width}x${height}`,
    kb: Math.round(bytes.length / 1024),
    inPlace: async () => await readFrame({ bytes, isPacked: false, bounds: pictureBounds(null) }),
    // A copy for each run, because the bytes are transferred to the thread.
    inThread: async (session) => {
      const sent = { bytes: Uint8Array.from(bytes), isPacked: false, bounds: pictureBounds(null) };
      return await readFrameFor(session, sent, AbortSignal.timeout(60_000), 0);
    },
  };
}

/** A dump of a board whose cells have an icon and a text each. */
function gridXml(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: COLUMNS }, (_, column) => cellXml(row, column)).join("");
    return nodeXml("android.widget.LinearLayout", { bounds: `[0,${row * 8}][1080,${row * 8 + 8}]` }, cells);
  });
  const root = nodeXml("android.widget.FrameLayout", { bounds: "[0,0][1080,2400]" }, lines.join(""));
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${root}</hierarchy>`;
}

function cellXml(row: number, column: number): string {
  const [left, top] = [column * 38, row * 8];
  const bounds = `[${left},${top}][${left + 36},${top + 8}]`;
  const icon = nodeXml("android.widget.ImageView", { bounds, id: "icon", label: "Open" }, "");
  const words = nodeXml("android.widget.TextView", { bounds, id: "title", text: `Cell ${row * COLUMNS + column}` }, "");
  return nodeXml("android.view.ViewGroup", { bounds, id: `cell_${row}_${column}`, clickable: "true" }, icon + words);
}

function nodeXml(className: string, given: Readonly<Record<string, string>>, inside: string): string {
  const { bounds = "", id, text = "", label = "", clickable = "false" } = given;
  const resource = id === undefined ? "" : `com.example.board:id/${id}`;
  const words = `text="${text}" resource-id="${resource}" class="${className}" package="com.example.board" content-desc="${label}"`;
  const states = `checkable="false" checked="false" clickable="${clickable}" enabled="true" focusable="${clickable}" focused="false" scrollable="false" long-clickable="false" password="false" selected="false"`;
  return `<node index="0" ${words} ${states} bounds="${bounds}">${inside}</node>`;
}
