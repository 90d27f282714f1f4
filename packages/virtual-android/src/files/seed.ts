import { type FolderNode, IDS, type Node } from "./node.js";

interface FolderSeed {
  readonly path: string;
  readonly permissions: number;
  readonly uid: number;
  readonly gid: number;
  readonly isWritableMount?: boolean;
}

const { root, system, sdcardRw, mediaRw, shell, everybody } = IDS;

/** Owners and modes as init sets them on a user build (system/core rootdir init.rc); parents first. */
const FOLDERS: readonly FolderSeed[] = [
  { path: "/acct", permissions: 0o755, uid: root, gid: root },
  { path: "/apex", permissions: 0o755, uid: root, gid: root },
  { path: "/data", permissions: 0o771, uid: system, gid: system, isWritableMount: true },
  { path: "/data/app", permissions: 0o771, uid: system, gid: system },
  { path: "/data/data", permissions: 0o771, uid: system, gid: system },
  { path: "/data/local", permissions: 0o751, uid: root, gid: root },
  { path: "/data/local/tmp", permissions: 0o771, uid: shell, gid: shell },
  { path: "/data/media", permissions: 0o770, uid: mediaRw, gid: mediaRw },
  { path: "/data/misc", permissions: 0o771, uid: system, gid: system },
  { path: "/data/system", permissions: 0o770, uid: system, gid: system },
  { path: "/data/user", permissions: 0o711, uid: system, gid: system },
  { path: "/dev", permissions: 0o755, uid: root, gid: root },
  { path: "/mnt", permissions: 0o755, uid: root, gid: system },
  { path: "/odm", permissions: 0o755, uid: root, gid: root },
  { path: "/product", permissions: 0o755, uid: root, gid: root },
  { path: "/proc", permissions: 0o555, uid: root, gid: root },
  { path: "/storage", permissions: 0o755, uid: shell, gid: everybody },
  { path: "/storage/emulated", permissions: 0o771, uid: root, gid: sdcardRw, isWritableMount: true },
  { path: "/storage/emulated/0", permissions: 0o771, uid: root, gid: sdcardRw, isWritableMount: true },
  ...["Alarms", "Android", "DCIM", "Documents", "Download", "Movies", "Music", "Pictures"].map((name) => ({
    path: `/storage/emulated/0/${name}`,
    permissions: 0o771,
    uid: root,
    gid: sdcardRw,
    isWritableMount: true,
  })),
  { path: "/storage/self", permissions: 0o755, uid: root, gid: root },
  { path: "/sys", permissions: 0o755, uid: root, gid: root },
  { path: "/system", permissions: 0o755, uid: root, gid: root },
  { path: "/system/app", permissions: 0o755, uid: root, gid: root },
  { path: "/system/bin", permissions: 0o751, uid: root, gid: shell },
  { path: "/system/etc", permissions: 0o755, uid: root, gid: root },
  { path: "/system/framework", permissions: 0o755, uid: root, gid: root },
  { path: "/system_ext", permissions: 0o755, uid: root, gid: root },
  { path: "/vendor", permissions: 0o755, uid: root, gid: shell },
];

const LINKS: readonly (readonly [path: string, target: string])[] = [
  ["/bin", "/system/bin"],
  ["/etc", "/system/etc"],
  ["/sdcard", "/storage/self/primary"],
  ["/storage/self/primary", "/storage/emulated/0"],
];

/** Adds the folders of a phone to an empty tree. */
export function seedFolders(tree: FolderNode, newInode: () => number): void {
  for (const { path, permissions, uid, gid, isWritableMount } of FOLDERS) {
    const parent = folderAt(tree, path.slice(0, path.lastIndexOf("/")));
    const isReadOnly = isWritableMount ? false : parent.isReadOnly;
    const facts = { inode: newInode(), permissions, uid, gid, mtimeSeconds: 0 };
    parent.children.set(nameOf(path), { kind: "folder", ...facts, children: new Map(), isReadOnly });
  }
  for (const [path, target] of LINKS) {
    const parent = folderAt(tree, path.slice(0, path.lastIndexOf("/")));
    const facts = { inode: newInode(), permissions: 0o777, uid: root, gid: root, mtimeSeconds: 0 };
    parent.children.set(nameOf(path), { kind: "link", ...facts, target });
  }
}

function folderAt(tree: FolderNode, path: string): FolderNode {
  let node: Node | undefined = tree;
  for (const name of path.split("/").slice(1)) node = node?.kind === "folder" ? node.children.get(name) : undefined;
  if (node?.kind !== "folder") throw new Error(`the seed names a file in ${path || "/"} before the folder itself`);
  return node;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
