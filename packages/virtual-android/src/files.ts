import { Disk } from "./files/disk.js";
import {
  contentOf,
  type FileNode,
  type FileStat,
  type FolderNode,
  IDS,
  type Node,
  setContent,
  statOf,
  writeAt,
} from "./files/node.js";
import { type FileUser, isAllowed, type Place, READ, resolvePath, WRITE } from "./files/resolve.js";
import { seedFolders } from "./files/seed.js";
import { SystemError } from "./linux/errno.js";
import type { PhoneFiles } from "./phone-files.js";

/** An open regular file, which stays usable after its name was removed. */
export interface FileContent {
  readonly size: number;
  read(offset: number, maxBytes: number): Uint8Array;
  write(offset: number, bytes: Uint8Array): void;
}

/** The options to open a file for writing. */
export interface WriteMode {
  readonly truncate: boolean;
  /** Permission bits of a new file. */
  readonly permissions: number;
}

/**
 * The files of a phone, in memory, as the shell user sees them: links (`/sdcard`), permissions and read-only mounts as
 * on a user build. Failing calls throw SystemError. `asRoot` is the view of the system itself: it checks no
 * permissions, and a write makes missing folders.
 */
export class MemoryFiles implements PhoneFiles {
  readonly #root: FolderNode;
  readonly #user: FileUser;
  readonly #nowSeconds: () => number;
  readonly #disk: Disk;

  private constructor(root: FolderNode, user: FileUser, disk: Disk, nowSeconds: () => number) {
    this.#root = root;
    this.#user = user;
    this.#disk = disk;
    this.#nowSeconds = nowSeconds;
  }

  /** The files of a phone that was just set up. `nowSeconds` gives the time of changes. */
  static create(nowSeconds: () => number): MemoryFiles {
    const facts = { inode: 1, permissions: 0o755, uid: IDS.root, gid: IDS.root, mtimeSeconds: 0 };
    const root: FolderNode = { kind: "folder", ...facts, children: new Map(), isReadOnly: true };
    const files = new MemoryFiles(root, "shell", new Disk(), nowSeconds);
    seedFolders(root, () => files.#disk.newInode());
    return files;
  }

  asRoot(): MemoryFiles {
    return new MemoryFiles(this.#root, "root", this.#disk, this.#nowSeconds);
  }

  /** Whether the storage is full: the shell can still create files, but not write into them (ENOSPC). */
  get isFull(): boolean {
    return this.#disk.isFull;
  }

  setFull(isFull: boolean): void {
    this.#disk.isFull = isFull;
  }

  read(path: string): Uint8Array | undefined {
    const node = this.#findNode(path);
    return node && contentOf(this.#checkedFile(node, path, READ));
  }

  write(path: string, bytes: Uint8Array, mode?: number): void {
    const node = this.#fileToWrite(path, mode ?? 0o666);
    if (mode !== undefined) node.permissions = mode & 0o7777;
    setContent(node, new Uint8Array(0));
    this.#checkSpace(bytes, path);
    setContent(node, bytes.slice());
  }

  append(path: string, bytes: Uint8Array): void {
    const node = this.#fileToWrite(path, 0o666);
    this.#checkSpace(bytes, path);
    writeAt(node, node.size, bytes);
  }

  /** Removes a file, a link or an empty folder; false if it does not exist. */
  remove(path: string): boolean {
    const place = this.#place(path, false);
    if (!place.node) return false;
    this.#checkFolder(place, path);
    if (place.node.kind === "folder" && place.node.children.size > 0) throw new SystemError("ENOTEMPTY", path);
    place.folder.children.delete(place.name);
    return true;
  }

  makeFolder(path: string): void {
    const place = this.#place(path, false);
    if (place.node) throw new SystemError("EEXIST", path);
    this.#checkFolder(place, path);
    this.#addFolder(place.folder, place.name, 0o777);
  }

  /** As access(2): whether the user may read (4), write (2), or search or execute (1) the path. */
  isAllowed(path: string, bit: number): boolean {
    const { node, folder } = this.#place(path, true);
    if (!node) return false;
    if (bit === WRITE && this.#user === "shell" && folder.isReadOnly) return false;
    return isAllowed(node, bit, this.#user);
  }

  isFolder(path: string): boolean {
    return this.#findNode(path)?.kind === "folder";
  }

  /** The names in a folder, in byte order. */
  list(path: string): readonly string[] {
    const { node } = this.#place(path, true);
    if (!node) throw new SystemError("ENOENT", path);
    if (node.kind !== "folder") throw new SystemError("ENOTDIR", path);
    if (!isAllowed(node, READ, this.#user)) throw new SystemError("EACCES", path);
    return [...node.children.keys()].sort();
  }

  stat(path: string): FileStat | undefined {
    const node = this.#findNode(path);
    return node && statOf(node);
  }

  /** As `stat`, for a link itself. */
  linkStat(path: string): FileStat | undefined {
    const { node } = this.#place(path, false);
    return node && statOf(node);
  }

  readLink(path: string): string {
    const { node } = this.#place(path, false);
    if (node?.kind !== "link") throw new SystemError(node ? "EINVAL" : "ENOENT", path);
    return node.target;
  }

  makeLink(path: string, target: string): void {
    const place = this.#place(path, false);
    if (place.node) throw new SystemError("EEXIST", path);
    this.#checkFolder(place, path);
    place.folder.children.set(place.name, { kind: "link", ...this.#newFacts(place.folder, 0o777), target });
  }

  /** The path with links resolved; the last name may be missing. */
  realPath(path: string): string {
    return this.#place(path, true).realPath;
  }

  setPermissions(path: string, permissions: number): void {
    this.#ownNode(path).permissions = permissions & 0o7777;
  }

  setModified(path: string, seconds: number): void {
    this.#ownNode(path).mtimeSeconds = seconds;
  }

  /** Moves a file or folder, and replaces an existing file with the new name. */
  rename(from: string, to: string): void {
    const source = this.#place(from, false);
    if (!source.node) throw new SystemError("ENOENT", from);
    const target = this.#place(to, false);
    this.#checkFolder(source, from);
    this.#checkFolder(target, to);
    if (target.node?.kind === "folder") throw new SystemError("EISDIR", to);
    source.folder.children.delete(source.name);
    target.folder.children.set(target.name, source.node);
  }

  openForReading(path: string): FileContent {
    const node = this.#findNode(path);
    if (!node) throw new SystemError("ENOENT", path);
    return this.#contentHandle(this.#checkedFile(node, path, READ), path);
  }

  openForWriting(path: string, mode: WriteMode): FileContent {
    const node = this.#fileToWrite(path, mode.permissions);
    if (mode.truncate) setContent(node, new Uint8Array(0));
    return this.#contentHandle(node, path);
  }

  #contentHandle(node: FileNode, path: string): FileContent {
    return {
      get size() {
        return node.size;
      },
      read: (offset, maxBytes) => contentOf(node).subarray(offset, offset + maxBytes),
      write: (offset, bytes) => {
        this.#checkSpace(bytes, path);
        writeAt(node, offset, bytes);
        node.mtimeSeconds = this.#nowSeconds();
      },
    };
  }

  #place(path: string, follow: boolean): Place {
    return resolvePath(path, { root: this.#root, follow, user: this.#user });
  }

  /** The node of the path; undefined if it or a folder of the path is missing. */
  #findNode(path: string): Node | undefined {
    try {
      return this.#place(path, true).node;
    } catch (error) {
      if (error instanceof SystemError && error.errno === "ENOENT") return undefined;
      throw error;
    }
  }

  #checkedFile(node: Node, path: string, bit: number): FileNode {
    if (node.kind !== "file") throw new SystemError("EISDIR", path);
    if (!isAllowed(node, bit, this.#user)) throw new SystemError("EACCES", path);
    return node;
  }

  #ownNode(path: string): Node {
    const { node, folder } = this.#place(path, true);
    if (!node) throw new SystemError("ENOENT", path);
    if (this.#user === "shell" && folder.isReadOnly) throw new SystemError("EROFS", path);
    if (this.#user === "shell" && !isAllowed(node, WRITE, "shell")) throw new SystemError("EPERM", path);
    return node;
  }

  #fileToWrite(path: string, permissions: number): FileNode {
    if (this.#user === "root") this.#makeParents(path);
    const place = this.#place(path, true);
    const node = place.node ? this.#checkedFileToWrite(place, path) : this.#addFile(place, path, permissions);
    node.mtimeSeconds = this.#nowSeconds();
    return node;
  }

  #checkedFileToWrite(place: Place, path: string): FileNode {
    if (place.node?.kind !== "file") throw new SystemError("EISDIR", path);
    if (this.#user === "shell" && place.folder.isReadOnly) throw new SystemError("EROFS", path);
    return this.#checkedFile(place.node, path, WRITE);
  }

  #addFile(place: Place, path: string, permissions: number): FileNode {
    if (path.endsWith("/")) throw new SystemError("EISDIR", path);
    this.#checkFolder(place, path);
    const facts = this.#newFacts(place.folder, permissions & 0o7777);
    const node: FileNode = { kind: "file", ...facts, buffer: new Uint8Array(0), size: 0 };
    place.folder.children.set(place.name, node);
    return node;
  }

  #addFolder(folder: FolderNode, name: string, permissions: number): FolderNode {
    const facts = this.#newFacts(folder, permissions);
    const node: FolderNode = { kind: "folder", ...facts, children: new Map(), isReadOnly: folder.isReadOnly };
    folder.children.set(name, node);
    return node;
  }

  #makeParents(path: string): void {
    const parts = path.split("/").slice(0, -1);
    for (let count = 2; count <= parts.length; count += 1) {
      const place = this.#place(parts.slice(0, count).join("/"), true);
      if (!place.node) this.#addFolder(place.folder, place.name, 0o755);
    }
  }

  /** Checks whether names in the folder may be changed. */
  #checkFolder({ folder, name }: Place, path: string): void {
    if (name === "") throw new SystemError("EACCES", path);
    if (this.#user === "root") return;
    if (folder.isReadOnly) throw new SystemError("EROFS", path);
    if (!isAllowed(folder, WRITE, "shell")) throw new SystemError("EACCES", path);
  }

  /**
   * In shared storage all files have the same owner (sdcardfs, FUSE); elsewhere the owner is the user who creates the
   * file.
   */
  #newFacts(folder: FolderNode, permissions: number) {
    const isShared = folder.gid === IDS.sdcardRw;
    const owner = this.#user === "root" ? { uid: folder.uid, gid: folder.gid } : { uid: IDS.shell, gid: IDS.shell };
    return {
      inode: this.#disk.newInode(),
      permissions: isShared ? (permissions & 0o600) | 0o060 | ((permissions & 0o100) === 0 ? 0 : 0o110) : permissions,
      ...(isShared ? { uid: folder.uid, gid: folder.gid } : owner),
      mtimeSeconds: this.#nowSeconds(),
    };
  }

  /** The system has reserved space, so only writes of the shell fail. */
  #checkSpace(bytes: Uint8Array, path: string): void {
    if (this.#disk.isFull && this.#user === "shell" && bytes.length > 0) throw new SystemError("ENOSPC", path);
  }
}
