import { readFile } from "node:fs/promises";
import type { RunnableConfig } from "@langchain/core/runnables";
import { MemorySaver } from "@langchain/langgraph";
import type { Checkpoint, CheckpointMetadata, PendingWrite } from "@langchain/langgraph-checkpoint";
import * as z from "zod";
import { AgentError } from "../agent-error.js";
import { fileWords } from "./file-words.js";
import { writeWhole } from "./private-file.js";

const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, "base64")));
const checkpointSchema = z.tuple([
  bytes,
  bytes,
  z
    .string()
    .nullable()
    .transform((id) => id ?? undefined),
]);
const savedSchema = z.strictObject({
  fovea_agent_checkpoint: z.literal(1),
  checkpoints: z.record(z.string(), z.record(z.string(), z.record(z.string(), checkpointSchema))),
  writes: z.record(z.string(), z.record(z.string(), z.tuple([z.string(), z.string(), bytes, z.string()]))),
});

/**
 * Saves the checkpoints of one run in one file. Each checkpoint replaces the one before: the graph continues from the
 * last one. LangGraph's own savers keep checkpoints in memory, or need a database with native code.
 */
export class FileSaver extends MemorySaver {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(path: string) {
    super();
    this.#path = path;
  }

  /** Opens the file. Errors: AGENT_RUN_UNUSABLE for a file that is not a checkpoint. */
  static async open(path: string): Promise<FileSaver> {
    const saver = new FileSaver(path);
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw new AgentError("AGENT_RUN_UNUSABLE", `${path} cannot be read: ${fileWords(error)}`, { cause: error });
    });
    if (text === null) return saver;
    try {
      const { checkpoints, writes } = savedSchema.parse(JSON.parse(text));
      Object.assign(saver, { storage: checkpoints, writes });
    } catch (cause) {
      throw new AgentError("AGENT_RUN_UNUSABLE", `${path} is not a checkpoint of this version`, { cause });
    }
    return saver;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const next = await super.put(config, checkpoint, metadata);
    this.#keepOnly(checkpoint.id);
    await this.#write();
    return next;
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    path?: string,
  ): Promise<void> {
    await super.putWrites(config, writes, taskId, path);
    await this.#write();
  }

  /** Waits for the writes that the graph started before its end; later writes are ignored. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing;
    this.#isClosed = true;
  }

  /** A run continues only from the last checkpoint. */
  #keepOnly(id: string): void {
    for (const spaces of Object.values(this.storage))
      for (const kept of Object.values(spaces)) for (const one of Object.keys(kept)) if (one !== id) delete kept[one];
    for (const key of Object.keys(this.writes)) if (!key.includes(id)) delete this.writes[key];
  }

  /** Writes are done one after another; each writes the newest state at its start. */
  async #write(): Promise<void> {
    const turn = this.#writing.then(async () => (this.#isClosed ? undefined : await this.#writeNow()));
    this.#writing = turn.catch(() => {});
    await turn;
  }

  async #writeNow(): Promise<void> {
    const saved = { fovea_agent_checkpoint: 1, checkpoints: this.storage, writes: this.writes };
    const text = JSON.stringify(saved, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
    );
    await writeWhole(this.#path, text);
  }
}
