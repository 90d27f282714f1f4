import { join } from "node:path";
import type { Config } from "../../base/config.js";
import { presented } from "../../farm/presented.js";
import { LiveMemory } from "../../live-memory/live-memory.js";
import type { ServerParts } from "../../server/tool-context.js";
import type { SessionWatcher } from "../../session/session-watcher.js";

const TENANTS = "tenants";

/**
 * The data that a host of a farm keeps separately for each tenant, in subfolders of its folders: the memory with its
 * skills, and files that tools save. So no tenant sees another tenant's screens, skills or files.
 */
export class TenantMemories implements AsyncDisposable {
  readonly #config: Config;
  readonly #memories = new Map<string, LiveMemory>();

  constructor(config: Config) {
    this.#config = config;
  }

  /** The server parts for calls of this tenant. Errors: MEMORY_UNUSABLE. */
  partsFor(tenant: string, parts: ServerParts): ServerParts {
    const { memory: folder, outputDir } = this.#config;
    const own = { ...this.#config, outputDir: join(outputDir, TENANTS, tenant) };
    const { memory: _, ...shared } = parts;
    if (folder === undefined) return { ...shared, config: own };
    return { ...shared, config: { ...own, memory: join(folder, TENANTS, tenant) }, memory: this.#of(tenant, folder) };
  }

  /** Watches a session: its actions are recorded in the memory of the tenant of the current call. */
  watch(serial: string): SessionWatcher {
    return {
      keepsFrames: false,
      frame: () => {},
      sent: () => {},
      acted: (note) => this.#present()?.watch(serial).acted(note),
    };
  }

  /** Records what a guard decided about the next action of the current call. */
  decided(line: Readonly<Record<string, unknown>>): void {
    this.#present()?.decided(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const memory of this.#memories.values()) await memory[Symbol.asyncDispose]();
  }

  #present(): LiveMemory | undefined {
    const { memory: folder } = this.#config;
    const tenant = presented()?.tenant;
    return folder === undefined || tenant === undefined ? undefined : this.#of(tenant, folder);
  }

  #of(tenant: string, folder: string): LiveMemory {
    const { redact, redactRegions } = this.#config;
    const known = this.#memories.get(tenant);
    const memory = known ?? new LiveMemory({ folder: join(folder, TENANTS, tenant), redact, redactRegions });
    this.#memories.set(tenant, memory);
    return memory;
  }
}
