import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { requirePackage } from "../actions/apps/apps.js";
import { openFovea } from "../app/open-app.js";
import { writeFileAt } from "../base/new-file.js";
import { requireActing } from "../base/read-only.js";
import { redactionOf } from "../base/redaction.js";
import { type Exploration, newExploration, readExploration, writeExploration } from "../explore/exploration.js";
import { Explorer, type PictureTaken } from "../explore/explorer.js";
import { Failures } from "../explore/failures.js";
import { appMap, exploredGraph } from "../explore/map/app-map.js";
import { graphml } from "../explore/map/graphml.js";
import { mapPage, summary } from "../explore/map/map-page.js";
import type { ProcessGraph } from "../graph/graph.js";
import { printGraph } from "../graph/graph-json.js";
import { Redactor } from "../recorder/redactor.js";
import { takeSafePicture } from "../recorder/safe-picture.js";
import { toolContext } from "../server/tool-context.js";
import type { Session } from "../session/session.js";
import { requireMemory } from "../tool-contract/require-memory.js";
import { decodePicture, encodeForModel } from "../vision/image.js";
import { type Command, type CommandLine, readCommandLine, requirePositional, textFlag, UsageError } from "./command.js";
import { EXIT, printJson, printText } from "./output.js";

const USAGE = `fovea explore PACKAGE [--budget 15m|300] [-o FOLDER]

Tries what an app offers, the least known first, and draws the map of its screens (docs/explore.md). The guard blocks
what is sensitive: nothing is sent, deleted, bought or allowed.
  --budget N|Ns|Nm|Nh  the number of actions, or the time; 15m if absent
  -o, --out FOLDER     the folder to write; explore-PACKAGE if absent. With the same folder the exploration goes on
  --json               the report as data at the end, and no lines before

Writes map.html, report.json, graph.json and graph.graphml, also when it is stopped with Ctrl-C.
Exit codes: 0 done, 1 the app crashed or did not respond, 2 usage, 130 stopped.`;

const FLAGS = {
  budget: { type: "string", multiple: false },
  out: { type: "string", short: "o", multiple: false },
  json: { type: "boolean", multiple: false },
  help: { type: "boolean", multiple: false },
} as const;

/** The limits of an image on the map. */
const PICTURE = { longestSide: 480, maxBytes: 60_000 } as const;
const STOPPED = 130;

export const explore: Command = async (call, signal) => {
  const line = readCommandLine(call, FLAGS, 1);
  if (line.flags["help"]) {
    printText(line.terminal, USAGE);
    return EXIT.done;
  }
  const app = requirePackage(requirePositional(line.positionals, 0, "the package of an app"));
  const folder = textFlag(line.flags, "out") ?? `explore-${app}`;
  const isSpent = budgetOf(textFlag(line.flags, "budget") ?? "15m");
  requireActing("exploring", line.config);
  await mkdir(join(folder, "screens"), { recursive: true, mode: 0o700 });
  const known = (await readExploration(folder, app)) ?? newExploration(app);
  const found = await exploreInto(folder, line, { known, isSpent }, signal);
  const map = await report(folder, found);
  if (line.flags["json"] === true) printJson(line.terminal, map);
  else printText(line.terminal, `${summary(map)}\n${join(folder, "map.html")}`);
  if (found.exploration.end === "stopped") return STOPPED;
  const isBroken = map.findings.some(({ kind }) => kind === "crash" || kind === "notResponding");
  return isBroken || found.exploration.end === "lost" ? EXIT.failed : EXIT.done;
};

/** `300` actions, or `90s`, `15m`, `1h`. Errors: UsageError. */
function budgetOf(text: string): (actions: number) => boolean {
  const [, digits = "", unit] = /^([1-9]\d{0,5})([smh]?)$/.exec(text) ?? [];
  if (digits === "")
    throw new UsageError(
      `--budget takes a number of actions or a time, as 300 or 15m, and not ${JSON.stringify(text)}`,
    );
  const amount = Number(digits);
  if (unit === "") return (actions) => actions >= amount;
  const until = performance.now() + amount * { s: 1_000, m: 60_000, h: 3_600_000 }[unit as "s" | "m" | "h"];
  return () => performance.now() >= until;
}

interface Found {
  readonly exploration: Exploration;
  readonly graph: ProcessGraph;
}

async function exploreInto(
  folder: string,
  { config: given, terminal, flags }: CommandLine,
  { known, isSpent }: { readonly known: Exploration; readonly isSpent: (actions: number) => boolean },
  signal: AbortSignal,
): Promise<Found> {
  // Nobody is asked during a run, and no option allows sensitive actions. Vision is off: detections have neither words
  // nor an identity.
  const own = { guard: "block", vision: "off", memory: given.memory ?? join(folder, "memory") } as const;
  const config = { ...given, ...own };
  await using app = await openFovea(config, { program: "fovea explore", startsCompanion: true, entry: "script" });
  const context = toolContext(app, () => {});
  const memory = await requireMemory(context);
  const session = await context.session(undefined, signal);
  const redaction = redactionOf(config.redact);
  const redactor = new Redactor(redaction, config.redactRegions);
  const failures = new Failures(session, known.app, (text) => redaction.text(text));
  const explorer = new Explorer({
    session,
    context,
    memory,
    known,
    isSpent,
    failures,
    takePicture: async (screen, limit) => await keepPicture({ folder, session, redactor, screen }, limit),
    onStep: async (did, exploration) => {
      await writeExploration(folder, exploration);
      if (flags["json"] !== true) printText(terminal, `${String(exploration.actions).padEnd(5)} ${did}`);
    },
  });
  const exploration = await explorer.run(signal);
  await writeExploration(folder, exploration);
  return { exploration, graph: exploredGraph(memory.view().graph, exploration) };
}

interface PictureParts {
  readonly folder: string;
  readonly session: Session;
  readonly redactor: Redactor;
  readonly screen: string;
}

/** Saves a screenshot of a screen. Errors: those of the connection. */
async function keepPicture(
  { folder, session, redactor, screen }: PictureParts,
  signal: AbortSignal,
): Promise<PictureTaken> {
  const png = await takeSafePicture(session, redactor, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  });
  if (typeof png === "string") return { picture: null, why: png };
  const { bytes } = await encodeForModel(await decodePicture(png), PICTURE);
  const picture = `screens/${screen}.jpg`;
  await writeFileAt(join(folder, picture), bytes, true);
  return { picture, why: null };
}

/** Writes the reports. Errors: those of open(2) and write(2). */
async function report(folder: string, { exploration, graph }: Found) {
  const map = appMap(graph, exploration);
  const pictures = new Map<string, string>();
  for (const { picture } of map.screens) {
    const bytes = picture === null ? null : await readFile(join(folder, picture)).catch(() => null); // removed since
    if (picture !== null && bytes) pictures.set(picture, `data:image/jpeg;base64,${bytes.toString("base64")}`);
  }
  const files: Readonly<Record<string, string>> = {
    "map.html": await mapPage(map, pictures),
    "report.json": `${JSON.stringify(map, null, 1)}\n`,
    "graph.json": [...printGraph(graph)].join(""),
    "graph.graphml": graphml(graph),
  };
  for (const [name, text] of Object.entries(files)) await writeFileAt(join(folder, name), Buffer.from(text), true);
  return map;
}
