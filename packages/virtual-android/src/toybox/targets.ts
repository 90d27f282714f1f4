import { withoutEnd } from "../../../../src/base/cut-text.js";
import { type Tool, UsageError } from "./tool.js";

/** The target of each source of `mv` and `cp`: in a folder the source keeps its name. Errors: UsageError. */
export function targetsOf(tool: Tool): readonly { readonly source: string; readonly target: string }[] {
  const sources = tool.args.slice(0, -1);
  const last = tool.args.at(-1);
  if (sources.length === 0 || last === undefined) throw new UsageError("Needs 2 arguments");
  const isFolder = tool.files.isFolder(last);
  if (sources.length > 1 && !isFolder) throw new UsageError(`'${last}' not directory`);
  return sources.map((source) => ({
    source,
    target: isFolder ? `${last.replace(/\/$/, "")}/${baseName(source)}` : last,
  }));
}

/** The last name of a path. */
export function baseName(path: string): string {
  return (
    withoutEnd(path, (one) => one === "/")
      .split("/")
      .pop() ?? ""
  );
}
