import { SystemError } from "../linux/errno.js";
import { type FolderNode, IDS, type Node } from "./node.js";

/** Linux's limit for the number of links in one path. */
const MOST_LINKS = 40;

/** The user who accesses files; root may do everything. */
export type FileUser = "root" | "shell";

/** The permission bit for reading. */
export const READ = 4;
/** The permission bit for writing. */
export const WRITE = 2;
/** The permission bit for entering a folder or executing a file. */
export const SEARCH = 1;

/** The groups of the shell user to which files of the tree belong. */
const SHELL_GROUPS: ReadonlySet<number> = new Set([IDS.shell, IDS.sdcardRw, IDS.everybody]);

/** The place to which a path leads: the folder, the name in it ("" for the root itself), and the node if it exists. */
export interface Place {
  readonly folder: FolderNode;
  readonly name: string;
  readonly node: Node | undefined;
  /** The path without ".", ".." and links. */
  readonly realPath: string;
}

/** The options for the lookup of a path. */
export interface PathLookup {
  readonly root: FolderNode;
  /** Whether a link at the end of the path is followed, too. */
  readonly follow: boolean;
  readonly user: FileUser;
}

interface Step {
  readonly folder: FolderNode;
  readonly name: string;
}

/**
 * Walks a path from the root. Errors: ENOENT if a folder of the path is missing, ENOTDIR, EACCES, ELOOP. A missing last
 * name is not an error.
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

/** Whether the user has this permission for a file or folder. */
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
