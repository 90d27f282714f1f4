import type { Command } from "./command.js";
import { hostFileCommand } from "./host-file-command.js";
import { toolCommand } from "./tool-command.js";

type LoadCommand = () => Promise<Command>;

const load = async () => (await import("../tools/files.js")).files;

export const files: LoadCommand = async () => toolCommand(await load(), "files", ["list"]);
export const push: LoadCommand = async () =>
  hostFileCommand(await load(), { name: "push", words: ["push", "to"], folders: "filesDirs" });
