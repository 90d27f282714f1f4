import { defineTool, type Tool, UsageError } from "../toybox/tool.js";

/** Changes permissions. */
export const chmod = defineTool({
  name: "chmod",
  flags: "fRv",
  needs: 2,
  async run(tool) {
    const [mode = "", ...paths] = tool.args;
    for (const path of paths) {
      await tool.attempt(
        () => change(tool, path, mode),
        (error) => `chmod '${path}' to ${mode}: ${error.message}`,
      );
    }
    return undefined;
  },
});

function change(tool: Tool, path: string, mode: string): void {
  const before = tool.files.stat(path)?.mode ?? 0;
  tool.files.setPermissions(path, newMode(before & 0o7777, mode));
  if (!tool.has("R") || !tool.files.isFolder(path)) return;
  for (const name of tool.files.list(path)) change(tool, `${path}/${name}`, mode);
}

const WHO: Readonly<Record<string, number>> = { u: 0o700, g: 0o070, o: 0o007, a: 0o777 };
const WHAT: Readonly<Record<string, number>> = { r: 0o444, w: 0o222, x: 0o111, X: 0o111 };

/** The new mode from `755` or `u+x,go-w`. */
function newMode(before: number, text: string): number {
  if (/^[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  let mode = before;
  for (const clause of text.split(",")) {
    const [, who = "", operator = "", what = ""] = /^([ugoa]*)([-+=])([rwxX]*)$/.exec(clause) ?? [];
    if (operator === "") throw new UsageError(`bad mode '${text}'`);
    const mask = [...(who || "a")].reduce((bits, letter) => bits | (WHO[letter] ?? 0), 0);
    const bits = [...what].reduce((sum, letter) => sum | (WHAT[letter] ?? 0), 0) & mask;
    if (operator === "+") mode |= bits;
    else mode = operator === "-" ? mode & ~bits : (mode & ~mask) | bits;
  }
  return mode;
}
