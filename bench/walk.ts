import { type Device, wrapDevice } from "../src/devices/device.js";
import { rooms as allRooms } from "../test/support/import-graph.js";
import { type Bench, type BenchResult, type Figure, table } from "./bench.js";
import { countCalls } from "./budgets/count-calls.js";
import { drawnFloors, floorsOfRoom } from "./room-floors.js";

/** A call that is traced, and the adb stream at whose opening its stack is read. */
interface Walk {
  readonly figure: string;
  /** The name of the call in the budgets; by then an earlier call has warmed it up. */
  readonly call: string;
  readonly isStream: (service: string) => boolean;
  readonly most?: { readonly frames: number; readonly files: number };
}

const WALKS: readonly Walk[] = [
  {
    figure: "observe",
    call: "observe, unchanged",
    isStream: (service) => service.includes("screencap"),
    most: { frames: 13, files: 9 },
  },
  { figure: "observe, tree", call: "observe, unchanged", isStream: (service) => service.includes("uiautomator") },
  {
    figure: "tap",
    call: "tap, by ref",
    isStream: (service) => /\binput\b.*\btap\b/.test(service),
    most: { frames: 19, files: 11 },
  },
];

/** An async function that waits while the stream is opened. */
interface AsyncFrame {
  readonly name: string;
  /** The path below `src`, for example `observe/observe.ts`. */
  readonly file: string;
}

/**
 * The path from the protocol to an adb stream: the functions that wait for it (the async frames of the stack at the
 * call of `openService`), the innermost first, and their files. Without the on-device service.
 */
export const walkBench: Bench = {
  name: "walk",
  about: "the functions and files between a call and the device [--list], the floors of rooms [--rooms]",
  run: async (args) => {
    using walker = new Walker();
    await countCalls("none", walker);
    const walks = walksReport(walker, args.includes("--list"));
    const rooms = roomsReport(args.includes("--rooms"));
    return { text: `${walks.text}\n\n${rooms.text}`, figures: [...walks.figures, ...rooms.figures] };
  },
};

interface Opened {
  readonly service: string;
  readonly stack: string;
}

/** Records the streams that each counted call opens, and the functions that wait; until it is disposed. */
export class Walker implements Disposable {
  readonly #limit = Error.stackTraceLimit;
  readonly #calls = new Map<string, readonly Opened[]>();
  #opened: Opened[] = [];

  constructor() {
    Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  }

  readonly around = (device: Device): Device =>
    wrapDevice(device, (service, signal) => {
      this.#opened.push({ service, stack: new Error(service).stack ?? "" });
      return device.openService(service, signal);
    });

  readonly ended = (name: string): void => {
    this.#calls.set(name, this.#opened);
    this.#opened = [];
  };

  /** The streams that each call opened. */
  get calls(): ReadonlyMap<string, readonly Opened[]> {
    return this.#calls;
  }

  [Symbol.dispose](): void {
    Error.stackTraceLimit = this.#limit;
  }
}

/** Reports how many functions wait, and in how many files. */
export function walksReport({ calls }: Pick<Walker, "calls">, isListed: boolean): BenchResult {
  return reportOf(
    WALKS.map((walk) => ({ walk, frames: framesOf(walk, calls) })),
    isListed,
  );
}

function framesOf({ call, isStream }: Walk, stacks: ReadonlyMap<string, readonly Opened[]>): readonly AsyncFrame[] {
  const stream = stacks.get(call)?.find(({ service }) => isStream(service));
  if (!stream) throw new Error(`${call} opened no such stream`);
  return [...stream.stack.matchAll(ASYNC_FRAME)].map(([, name = "(nameless)", file = ""]) => ({
    name,
    file: `${file}.ts`,
  }));
}

/** An async frame in our own source, except for that of the virtual phone. */
const ASYNC_FRAME = /^ +at async (?:(\S+) \()?\S*\/dist\/src\/([^\s:]+)\.js:\d+:\d+\)?$/gm;

interface Walked {
  readonly walk: Walk;
  readonly frames: readonly AsyncFrame[];
}

function reportOf(found: readonly Walked[], isListed: boolean): BenchResult {
  const rows = found.map(({ walk, frames }) => [walk.figure, frames.length, filesIn(frames)]);
  const lists = found.map(({ walk, frames }) =>
    [`${walk.figure}:`, ...frames.map(({ name, file }) => `  ${name.padEnd(24)}${file}`)].join("\n"),
  );
  const text = [table([["walk", "frames", "files"], ...rows]), ...(isListed ? lists : [])].join("\n\n");
  const figures = found.flatMap(({ walk: { figure, most }, frames }): readonly Figure[] => [
    { name: `${figure}: frames`, value: frames.length, unit: "functions", ...(most && { atMost: most.frames }) },
    { name: `${figure}: files`, value: filesIn(frames), unit: "files", ...(most && { atMost: most.files }) },
  ]);
  return { text, figures };
}

/** For each room: its imports to a higher layer, and its layers. */
function roomsReport(isDrawn: boolean): BenchResult {
  const rooms = allRooms().map((room) => ({ room, folders: floorsOfRoom(room) }));
  const rows = rooms.map(({ room, folders }) => [
    room,
    folders[0]?.floors.length ?? 0,
    sum(folders, ({ arrows }) => arrows),
    sum(folders, ({ back }) => back),
  ]);
  const pictures = isDrawn ? rooms.flatMap(({ folders }) => folders.map(drawnFloors)) : [];
  const figures = rows.map(([room, , , back]): Figure => {
    return { name: `${room}: arrows back up`, value: Number(back), unit: "imports", atMost: 0 };
  });
  return { text: [table([["room", "floors", "arrows", "back up"], ...rows]), ...pictures].join("\n\n"), figures };
}

function sum<Thing>(things: readonly Thing[], numberOf: (thing: Thing) => number): number {
  return things.reduce((total, thing) => total + numberOf(thing), 0);
}

function filesIn(frames: readonly AsyncFrame[]): number {
  return new Set(frames.map(({ file }) => file)).size;
}
