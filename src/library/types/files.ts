import type { CallOptions } from "./calls.js";
import type { UnseenChange } from "./device.js";

/** One entry of a folder on the device. */
export interface FolderEntry {
  /** The name as the device reports it: not trustworthy. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** The size in bytes, modulo 2³²; null for anything but a file. */
  readonly size: number | null;
  /** The time of the last change in seconds since the epoch, by the clock of the device. */
  readonly modifiedS: number;
}

/** Where to put the file, and whether an existing file may be replaced. */
export interface PushOptions extends CallOptions {
  /** A path of a file or a folder on the device; `/sdcard/Download/` if absent. */
  readonly to?: string;
  /** Whether an existing file may be replaced. */
  readonly replace?: boolean;
}

/** Where to save the file. */
export interface PullOptions extends CallOptions {
  /** A name in the folder of `outputDir`; the name of the pulled file if absent. */
  readonly saveAs?: string;
}

/** A file that was saved on this host. */
export interface PulledFile {
  /** The path on this host. */
  readonly savedAs: string;
  readonly size: number;
  /** The hash in hex. */
  readonly sha256: string;
}

/** Files of the device, in /sdcard, /storage and /data/local/tmp. */
export interface Files {
  /** The entries of a folder, sorted by name. */
  list(folder: string, options?: CallOptions): Promise<readonly FolderEntry[]>;
  /** Copies a file of this host to the device; galleries and pickers show it afterwards. Throws FILE_EXISTS. */
  push(file: string, options?: PushOptions): Promise<UnseenChange>;
  /** Copies a file of the device into the folder of `outputDir`. Throws FILE_NOT_FOUND. */
  pull(path: string, options?: PullOptions): Promise<PulledFile>;
  /** Makes galleries and pickers show a file, or remove a file that no longer exists. */
  scan(path: string, options?: CallOptions): Promise<UnseenChange>;
}
