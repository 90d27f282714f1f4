import type { Command } from "./command.js";
import { toolCommand } from "./tool-command.js";

type LoadCommand = () => Promise<Command>;

export const appInfo: LoadCommand = async () =>
  toolCommand((await import("../tools/app-info.js")).appInfo, "app-info", ["package"]);
