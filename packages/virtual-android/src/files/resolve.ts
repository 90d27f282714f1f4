import { SystemError } from "../linux/errno.js";
import { type FolderNode, IDS, type Node } from "./node.js";

/** Linux's limit on links followed for one path. */
const MOST_LINKS = 40;

/** Who asks; root may do everything. */
export type FileUser = "root" | "shell";

/** The bits of a permission. */
export const READ = 4;
/** See READ. */
export const WRITE = 2;
/** To go through a folder, or to execute a file. */
export const SEARCH = 1;

/** The groups of the shell user that own something in the tree. */
const SHELL_GROUPS: ReadonlySet<number> = new Set([IDS.shell, IDS.sdcardRw, IDS.everybody]);

/** Where a path leads: the folder, the name in it ("" for the root itself) and what is there now. */
export interface Place {
  readonly folder: FolderNode;
  readonly name: string;
  readonly node: Node | undefined;
  /** Without links, "." and "..". */
  readonly realPath: string;
}

/** How a path is looked up. */
export interface PathLookup {
  readonly root: FolderNode;
  /** Whether a link in the last place is followed too. */
  readonly follow: boolean;
  readonly user: FileUser;
}

interface Step {
  readonly folder: FolderNode;
  readonly name: string;
}

/**
 * Walks a path from the root. Errors: ENOENT where a folder on the way is missing, ENOTDIR, EACCES, ELOOP. A missing
 * last name is not an error.
 */
export function resolvePath(path: string, { root, follow, user }: PathLookup): Place {
  const walked: Step[] = [{ folder: root, name: "" }];
  const pending = partsOf(path);
  const mustBeFolder = path.endsWith("/");
  let links = 0;
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    if (part === "..") {
      if (walked.length > 1) walked.pop();
      continue;
    }
    const { folder } = walked[walked.length - 1] ?? { folder: root };
    if (!isAllowed(folder, SEARCH, user)) throw new SystemError("EACCES", path);
    const node = folder.children.get(part);
    const isLast = pending.length === 0;
    if (node?.kind === "link" && (!isLast || follow || mustBeFolder)) {
      links += 1;
      if (links > MOST_LINKS) throw new SystemError("ELOOP", path);
      if (node.target.startsWith("/")) walked.length = 1;
      pending.unshift(...partsOf(node.target));
      continue;
    }
    if (isLast && node?.kind !== "folder") {
      if (mustBeFolder && node) throw new SystemError("ENOTDIR", path);
      return { folder, name: part, node, realPath: `${pathOf(walked)}/${part}` };
    }
    walked.push({ folder: folderOn(node, path), name: part });
  }
  return folderPlace(walked, root);
}

/** Whether the user has this right on a file or folder. */
export function isAllowed(node: Node, bit: number, user: FileUser): boolean {
  if (user === "root") return true;
  if (node.uid === IDS.shell) return ((node.permissions >> 6) & bit) !== 0;
  if (SHELL_GROUPS.has(node.gid)) return ((node.permissions >> 3) & bit) !== 0;
  return (node.permissions & bit) !== 0;
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

function folderOn(node: Node | undefined, path: string): FolderNode {
  if (!node) throw new SystemError("ENOENT", path);
  if (node.kind !== "folder") throw new SystemError("ENOTDIR", path);
  return node;
}

function folderPlace(walked: readonly Step[], root: FolderNode): Place {
  const last = walked[walked.length - 1];
  const parent = walked[walked.length - 2]?.folder ?? root;
  return { folder: parent, name: last?.name ?? "", node: last?.folder ?? root, realPath: pathOf(walked) || "/" };
}

function pathOf(walked: readonly Step[]): string {
  return walked
    .slice(1)
    .map((step) => `/${step.name}`)
    .join("");
}
