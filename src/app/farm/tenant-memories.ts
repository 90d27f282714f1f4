import { join } from "node:path";
import type { Config } from "../../base/config.js";
import { presented } from "../../farm/presented.js";
import { LiveMemory } from "../../live-memory/live-memory.js";
import type { ServerParts } from "../../server/tool-context.js";
import type { SessionWatcher } from "../../session/session-watcher.js";

const TENANTS = "tenants";

/**
 * What a host of a farm keeps of each tenant by itself, below the folders that it was given: the memory and its skills,
 * and what tools save. So nobody is shown another tenant's screens and ways, nor its files.
 */
export class TenantMemories implements AsyncDisposable {
  readonly #config: Config;
  readonly #memories = new Map<string, LiveMemory>();

  constructor(config: Config) {
    this.#config = config;
  }

  /** The parts as calls of this tenant use them. Errors: MEMORY_UNUSABLE. */
  partsFor(tenant: string, parts: ServerParts): ServerParts {
    const { memory: folder, outputDir } = this.#config;
    const own = { ...this.#config, outputDir: join(outputDir, TENANTS, tenant) };
    const { memory: _, ...shared } = parts;
    if (folder === undefined) return { ...shared, config: own };
    return { ...shared, config: { ...own, memory: join(folder, TENANTS, tenant) }, memory: this.#of(tenant, folder) };
  }

  /** For sessions: acts of a call are noted in the memory of its tenant. */
  watch(serial: string): SessionWatcher {
    return {
      keepsFrames: false,
      frame: () => {},
      sent: () => {},
      acted: (note) => this.#present()?.watch(serial).acted(note),
    };
  }

  /** What a guard found about the next act of the present call. */
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
