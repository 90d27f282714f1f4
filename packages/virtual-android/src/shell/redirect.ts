import { SystemError } from "../linux/errno.js";
import type { Descriptors } from "../system/descriptors.js";
import { bytesFile, type OpenFile } from "../system/open-file.js";
import type { OpenMode } from "../system/open-path.js";
import { expandText } from "./expand.js";
import type { Shell } from "./shell.js";
import type { Redirect } from "./syntax.js";
import { ShellError } from "./variables.js";

/** A failed redirection: only its command is not run. `message` is mksh's. */
export class RedirectError extends Error {}

/** Runs `work` with the redirections. Errors: RedirectError, before `work`. */
export async function withRedirects(
  shell: Shell,
  redirects: readonly Redirect[],
  work: () => Promise<void>,
): Promise<void> {
  if (redirects.length === 0) return await work();
  await shell.process.withDescriptors(await redirected(shell, redirects), () => reporting(shell, work));
}

/** Prints an error that ends the shell while the redirections are still active. */
async function reporting(shell: Shell, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ShellError) await shell.report(error);
    throw error;
  }
}

/** Applies the redirections permanently: `exec >file`. Errors: RedirectError. */
export async function keepRedirects(shell: Shell, redirects: readonly Redirect[]): Promise<void> {
  const before = shell.process.descriptors;
  shell.process.descriptors = await redirected(shell, redirects);
  before.closeAll();
}

async function redirected(shell: Shell, redirects: readonly Redirect[]): Promise<Descriptors> {
  const descriptors = shell.process.descriptors.copy();
  try {
    for (const redirect of redirects) await apply(shell, redirect, descriptors);
    return descriptors;
  } catch (error) {
    descriptors.closeAll();
    throw error;
  }
}

async function apply(shell: Shell, redirect: Redirect, descriptors: Descriptors): Promise<void> {
  const { operator } = redirect;
  const descriptor = redirect.descriptor ?? (operator.startsWith("<") ? 0 : 1);
  const target = await expandText(redirect.target, shell);
  if (operator === "<&" || operator === ">&") duplicate(descriptors, descriptor, operator + target);
  else if (operator === "<<" || operator === "<<-") descriptors.set(descriptor, bytesFile(Buffer.from(target)));
  else if (operator === "<<<") descriptors.set(descriptor, bytesFile(Buffer.from(`${target}\n`)));
  else descriptors.set(descriptor, open(shell, target, operator));
  if (operator === "&>") duplicate(descriptors, 2, ">&1");
}

const MODES = { "<": "read", ">": "write", ">|": "write", ">>": "append", "<>": "read-write", "&>": "write" } as const;

function open(shell: Shell, path: string, operator: keyof typeof MODES): OpenFile {
  const mode: OpenMode = MODES[operator];
  try {
    return shell.system.open(shell.process, path, mode);
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    throw new RedirectError(`can't ${mode === "read" ? "open" : "create"} ${path}: ${error.message}`);
  }
}

/** `source` is `<&N` or `>&N`; `-` in place of N closes the descriptor. */
function duplicate(descriptors: Descriptors, descriptor: number, source: string): void {
  const target = source.slice(2);
  const file = /^\d+$/.test(target) ? descriptors.get(Number(target)) : undefined;
  if (target === "-") descriptors.close(descriptor);
  else if (file) descriptors.set(descriptor, file.dup());
  else throw new RedirectError(`${source} : bad file descriptor`);
}
