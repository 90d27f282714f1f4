import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { writeFileAt } from "../base/new-file.js";
import { issueWords } from "../base/zod-words.js";
import { triesSchema } from "./try-book.js";

export const FINDING_KINDS = ["crash", "notResponding", "deadEnd", "unlabelled"] as const;

const findingSchema = z.object({
  kind: z.enum(FINDING_KINDS),
  /** The id of the screen. */
  at: z.string(),
  /** The action in words; for a control without words, the control. */
  of: z.string(),
  /** The cause as the device reports it. */
  cause: z.string(),
});
/** A finding for the developers of the app. */
export type Finding = z.infer<typeof findingSchema>;

const VERSION = 1;

const explorationSchema = z.object({
  version: z.literal(VERSION),
  app: z.string(),
  /** The number of actions in all runs, including those on the way to other screens. */
  actions: z.int().min(0),
  /** The duration of all runs, in ms. */
  ms: z.number().min(0),
  /**
   * The screens in the order in which they were found, with the file of the picture or the reason why there is none.
   */
  screens: z.array(z.object({ id: z.string(), picture: z.string().nullable(), why: z.string().nullable() })),
  tries: triesSchema,
  findings: z.array(findingSchema),
  end: z.enum(["complete", "budget", "stopped", "lost"]).nullable(),
});
/** The knowledge of an exploration besides the memory: with both, it can be continued. */
export type Exploration = z.infer<typeof explorationSchema>;

export function newExploration(app: string): Exploration {
  return { version: VERSION, app, actions: 0, ms: 0, screens: [], tries: [], findings: [], end: null };
}

const FILE = "exploration.json";

/** The exploration in a folder; null if there is none. Errors: EXPLORATION_UNREADABLE, also if it is of another app. */
export async function readExploration(folder: string, app: string): Promise<Exploration | null> {
  const path = join(folder, FILE);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw unreadable(`${path} cannot be read: ${causeWords(cause)}`, cause);
  });
  if (text === null) return null;
  const read = explorationSchema.safeParse(parsed(text, path), { error: issueWords });
  if (!read.success) {
    const [first] = read.error.issues;
    throw unreadable(`${path} is not an exploration: ${first?.path.join(".") || "it"}: ${first?.message}`);
  }
  if (read.data.app !== app) throw unreadable(`${path} is about ${read.data.app}`);
  return read.data;
}

/** Writes the file completely or not at all. Errors: those of open(2) and write(2). */
export async function writeExploration(folder: string, exploration: Exploration): Promise<void> {
  await writeFileAt(join(folder, FILE), Buffer.from(`${JSON.stringify(exploration)}\n`), true);
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(`${path} is not JSON`, cause);
  }
}

function unreadable(message: string, cause?: unknown): FoveaError {
  return new FoveaError("EXPLORATION_UNREADABLE", message, { cause });
}
