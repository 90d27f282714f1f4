import { readFile } from "node:fs/promises";
import * as z from "zod";
import { AgentError } from "../agent-error.js";
import type { ActionResult } from "../omni/state.js";
import { fileWords } from "./file-words.js";
import { appendLine } from "./private-file.js";

const resultSchema = z.strictObject({
  outcome: z.enum(["done", "not_done", "unproven"]),
  did: z.string(),
  verdict: z.string(),
  words: z.string(),
});
const lineSchema = z.strictObject({
  action: z.int().min(0),
  /** In words, without what is typed. */
  intent: z.string().optional(),
  result: z.union([z.literal("not done"), resultSchema]).optional(),
});

/** What is known of an action of the run: not begun, begun and never ended, or its result. */
export type Known = "new" | "begun" | ActionResult;

/**
 * What keeps an action from being done twice: each is written down before it is sent, and its result after it, both
 * flushed to the disk. What was begun and has no result may have happened.
 */
export class ActionJournal {
  readonly #path: string;
  readonly #known: Map<number, Known>;

  private constructor(path: string, known: Map<number, Known>) {
    this.#path = path;
    this.#known = known;
  }

  /** Errors: AGENT_RUN_UNUSABLE for a file that is not a journal. A last line that was cut off was not flushed. */
  static async open(path: string): Promise<ActionJournal> {
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
      throw new AgentError("AGENT_RUN_UNUSABLE", `${path} cannot be read: ${fileWords(error)}`, { cause: error });
    });
    const known = new Map<number, Known>();
    const lines = text.split("\n");
    const whole = lines.slice(0, -1);
    for (const line of whole) {
      const { action, result } = parseLine(line, path);
      known.set(action, result === "not done" ? "new" : (result ?? "begun"));
    }
    // The next line must not grow on to a piece of one.
    if (lines.at(-1) !== "") await appendLine(path, "");
    return new ActionJournal(path, known);
  }

  known(action: number): Known {
    return this.#known.get(action) ?? "new";
  }

  async begin(action: number, intent: string): Promise<void> {
    await appendLine(this.#path, JSON.stringify({ action, intent }));
    this.#known.set(action, "begun");
  }

  /** It was provably not done, since a person has to be asked first: it begins again with the answer. */
  async notDone(action: number): Promise<void> {
    await appendLine(this.#path, JSON.stringify({ action, result: "not done" }));
    this.#known.set(action, "new");
  }

  async end(action: number, result: ActionResult): Promise<void> {
    await appendLine(this.#path, JSON.stringify({ action, result }));
    this.#known.set(action, result);
  }
}

function parseLine(line: string, path: string): z.infer<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new AgentError("AGENT_RUN_UNUSABLE", `${path} is not a journal of a run`, { cause });
  }
}
