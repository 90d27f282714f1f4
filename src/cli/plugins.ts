import type { Config } from "../base/config.js";
import type { Plugins } from "../tool-contract/plugins.js";

/** What the modules of `--plugin` register; null if none is named. Errors: those of loadPlugins. */
export async function pluginsOf({ plugins }: Pick<Config, "plugins">): Promise<Plugins | null> {
  if (plugins.length === 0) return null;
  const { loadPlugins } = await import("../library/plugins/load-plugins.js");
  return await loadPlugins(plugins);
}
