import type { AppOptions } from "../app/open-app.js";
import type { Config } from "../base/config.js";
import type { ServerParts } from "../server/tool-context.js";
import type { Plugins } from "../tool-contract/plugins.js";
import type { AnyTool } from "../tool-contract/tool.js";

type OpenParts = ServerParts & AsyncDisposable;

/**
 * The parts that a server needs to answer calls. They are loaded and opened once, at the first request: that takes
 * several times as long as a handshake, which needs none of them. Dispose of it at the end.
 */
export class Opening implements AsyncDisposable {
  readonly config: Config;
  readonly plugins: Plugins | null;
  readonly #remembers: AppOptions["remembers"];
  #open: Promise<OpenParts> | null = null;

  constructor(config: Config, plugins: Plugins | null = null, remembers?: AppOptions["remembers"]) {
    this.config = config;
    this.plugins = plugins;
    this.#remembers = remembers;
  }

  get pluginTools(): readonly AnyTool[] {
    return this.plugins?.tools ?? [];
  }

  /** Errors: those of openFovea, the same at each call. */
  readonly parts = async (): Promise<ServerParts> => {
    this.#open ??= openParts(this.config, this.plugins, this.#remembers);
    return await this.#open;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    // The callers that requested the parts received the error.
    const open = await this.#open?.catch(() => null);
    await open?.[Symbol.asyncDispose]();
  }
}

async function openParts(
  config: Config,
  plugins: Plugins | null,
  remembers: AppOptions["remembers"],
): Promise<OpenParts> {
  const [{ openReadingThreads }, { openFovea }] = await Promise.all([
    import("../observe/reading/reading.js"),
    import("../app/open-app.js"),
  ]);
  const workers = openReadingThreads();
  const close = async () => await workers[Symbol.asyncDispose]();
  try {
    const app = await openFovea(config, {
      program: "fovea serve",
      workers,
      startsCompanion: true,
      remembers,
      ...(plugins && { plugins }),
    });
    const closeBoth = async () => {
      await app[Symbol.asyncDispose]();
      await close();
    };
    return { ...app, [Symbol.asyncDispose]: closeBoth };
  } catch (error) {
    await close();
    throw error;
  }
}
