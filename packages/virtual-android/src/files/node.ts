/** The file type bits of st_mode. */
export const TYPE_BITS = { file: 0o100000, folder: 0o040000, link: 0o120000, device: 0o020000 } as const;
/** The bits of a mode that contain the type. */
export const TYPE_MASK = 0o170000;

/** Android user and group ids (system/core android_filesystem_config.h). */
export const IDS = { root: 0, system: 1000, sdcardRw: 1015, mediaRw: 1023, shell: 2000, everybody: 9997 } as const;

interface NodeFacts {
  readonly inode: number;
  /** The permission bits, without the type. */
  permissions: number;
  uid: number;
  gid: number;
  mtimeSeconds: number;
}

/** A regular file. */
export interface FileNode extends NodeFacts {
  readonly kind: "file";
  /**
   * The content is its first `size` bytes. They are never changed in place, so that existing views keep their content.
   */
  buffer: Uint8Array;
  size: number;
}

/** A folder. On a read-only mount only the system can change it. */
export interface FolderNode extends NodeFacts {
  readonly kind: "folder";
  readonly children: Map<string, Node>;
  readonly isReadOnly: boolean;
}

/** A symbolic link. */
export interface LinkNode extends NodeFacts {
  readonly kind: "link";
  readonly target: string;
}

/** A file, folder or link. */
export type Node = FileNode | FolderNode | LinkNode;

/** The mode that stat(2) gives: type and permissions. */
export function modeOf(node: Node): number {
  return TYPE_BITS[node.kind] | node.permissions;
}

/** The size that stat(2) gives. */
export function sizeOf(node: Node): number {
  if (node.kind === "file") return node.size;
  return node.kind === "link" ? Buffer.byteLength(node.target) : 4096;
}

/** The result of stat(2); `mode` has type and permissions. */
export interface FileStat {
  readonly mode: number;
  readonly size: number;
  readonly mtimeSeconds: number;
  readonly uid: number;
  readonly gid: number;
  readonly inode: number;
}

/** The result of stat(2) for a node. */
export function statOf(node: Node): FileStat {
  const { mtimeSeconds, uid, gid, inode } = node;
  return { mode: modeOf(node), size: sizeOf(node), mtimeSeconds, uid, gid, inode };
}

/** The current content, as a view that does not change with the file. */
export function contentOf(node: FileNode): Uint8Array {
  return node.buffer.subarray(0, node.size);
}

/** Writes `bytes` at `offset`; a gap before the offset is filled with zeros. */
export function writeAt(node: FileNode, offset: number, bytes: Uint8Array): void {
  const end = offset + bytes.length;
  if (offset < node.size || end > node.buffer.length) {
    const grown = new Uint8Array(Math.max(node.size, end, Math.min(node.buffer.length * 2, end * 2)));
    grown.set(contentOf(node));
    node.buffer = grown;
  }
  node.buffer.set(bytes, offset);
  node.size = Math.max(node.size, end);
}

/** Replaces the content. */
export function setContent(node: FileNode, bytes: Uint8Array): void {
  node.buffer = bytes;
  node.size = bytes.length;
}
