import { withoutEnd } from "../../../../src/base/cut-text.js";
import { SystemError } from "../linux/errno.js";
import { Pipe } from "../linux/pipe.js";
import { type OpenFile, pipeReader, pipeWriter } from "../system/open-file.js";
import { expandText } from "./expand.js";
import type { Shell } from "./shell.js";
import type { List, Redirect } from "./syntax.js";

/** See `Interpreter.substitute`. */
export async function substitute(shell: Shell, commands: List): Promise<string> {
  const path = inputOnly(commands);
  const output = path ? await contentOf(shell, path) : await outputOf(shell, commands);
  return withoutEnd(output.toString().replaceAll("\0", ""), (one) => one === "\n");
}

/** The redirection of a list that consists only of `<file`. */
function inputOnly(commands: List): Redirect | undefined {
  const [command] = commands[0]?.first.commands ?? [];
  if (commands.length !== 1 || command?.kind !== "simple" || commands[0]?.rest.length !== 0) return undefined;
  const { assignments, redirects, words } = command;
  const [redirect] = redirects;
  const isAlone = assignments.length + words.length === 0 && redirects.length === 1;
  return isAlone && redirect?.operator === "<" ? redirect : undefined;
}

/** `$(<file)`: reads the file without a process. */
async function contentOf(shell: Shell, redirect: Redirect): Promise<Buffer> {
  const path = await expandText(redirect.target, shell);
  try {
    shell.substitutionStatus = 0;
    const bytes = shell.files.read(path);
    if (bytes) return Buffer.from(bytes);
    throw new SystemError("ENOENT", path);
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    await shell.complain(`can't open ${path}: ${error.message}`);
    shell.substitutionStatus = 1;
    return Buffer.alloc(0);
  }
}

async function outputOf(shell: Shell, commands: List): Promise<Buffer> {
  const pipe = new Pipe();
  const reader = pipeReader(pipe);
  try {
    const descriptors = shell.process.descriptors.copy();
    descriptors.set(1, pipeWriter(pipe));
    const child = shell.fork(descriptors, (subshell) => subshell.interpreter.runLast(subshell, commands));
    const output = await readAll(reader, shell.process.signal);
    shell.substitutionStatus = await shell.waitFor(child);
    return output;
  } finally {
    reader.close();
  }
}

async function readAll(file: OpenFile, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const chunk = await file.read(65536, signal);
    if (!chunk) return Buffer.concat(chunks);
    chunks.push(chunk);
  }
}
