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
  /** The action in words, without the typed text. */
  intent: z.string().optional(),
  result: z.union([z.literal("not done"), resultSchema]).optional(),
});

/** The state of an action in the journal: not begun; begun without a result; or its result. */
export type Known = "new" | "begun" | ActionResult;

/**
 * Prevents that an action is performed twice: it is written before it is sent, and its result afterwards, both flushed
 * to the disk. An action that was begun and has no result may have happened.
 */
export class ActionJournal {
  readonly #path: string;
  readonly #known: Map<number, Known>;

  private constructor(path: string, known: Map<number, Known>) {
    this.#path = path;
    this.#known = known;
  }

  /**
   * Opens the journal. Errors: AGENT_RUN_UNUSABLE for a file that is not a journal. Ignores a last line that is cut
   * off: it was never flushed.
   */
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
    // The next line must not be appended to an incomplete line.
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

  /**
   * Notes that the action was not performed, because a person has to be asked first; it begins again with the answer.
   */
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
