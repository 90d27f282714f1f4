import { type Command, UsageError } from "./command.js";
import type { Program } from "./command-entry.js";
import { EXIT, printText } from "./output.js";

const USAGE = `fovea record-device DIR [options] [-- COMMAND ...]

Records the phone while it is driven: every adb exchange, its bytes and its timing, into the folder DIR, which
\`fovea virtual-device --from DIR\` plays. Without a command it runs \`fovea serve\`: use it in the configuration of your MCP client.
With one, that command runs once; a later one is added to the same folder.

  fovea record-device phones/login -- observe
  fovea record-device phones/login --redact '[0-9]{16}' -- tap 'button "Sign in"'

Options are those of every command (\`fovea serve --help\`): --device, --redact, --redact-region, --record-device-cap, …
It is the same as \`fovea COMMAND … --record-device DIR\`. Before you send a recording, read docs/device-recordings.md: it
contains everything that the phone showed.`;

/** Runs another command, or the server, with `--record-device`. */
export function recordDevice({ commands, run }: Program): Command {
  return async ({ words, terminal }, signal) => {
    const at = words.indexOf("--");
    const before = at < 0 ? words : words.slice(0, at);
    const [folder, ...options] = before;
    if (folder === undefined || folder === "--help") {
      printText(terminal, USAGE);
      return folder === undefined ? EXIT.usage : EXIT.done;
    }
    if (folder.startsWith("-")) throw new UsageError("the folder comes first: fovea record-device DIR");
    const [name = "serve", ...rest] = at < 0 ? [] : words.slice(at + 1);
    const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (entry?.isNeverRecorded) throw new UsageError(`"${name}" drives no device that could be recorded`);
    return await run({ words: [name, ...options, "--record-device", folder, ...rest], terminal }, signal);
  };
}
