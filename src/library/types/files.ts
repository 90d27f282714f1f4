import type { CallOptions } from "./calls.js";
import type { UnseenChange } from "./device.js";

/** One thing in a folder of the device. */
export interface FolderEntry {
  /** As the device names it: not to be trusted. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** In bytes, modulo 2³²; null for anything but a file. */
  readonly size: number | null;
  /** Seconds since the epoch, by the clock of the device. */
  readonly modifiedS: number;
}

/** Where to put the file, and whether one that is there may be replaced. */
export interface PushOptions extends CallOptions {
  /** A path of the device, or of a folder of it; `/sdcard/Download/` if absent. */
  readonly to?: string;
  /** Whether a file that is there may be replaced. */
  readonly replace?: boolean;
}

/** Where to save the file; in the folder for output if absent. */
export interface PullOptions extends CallOptions {
  /** A name in the folder of `outputDir`; that of the pulled file if absent. */
  readonly saveAs?: string;
}

/** A file that was saved on this host; `size` is in bytes. */
export interface PulledFile {
  /** On this host. */
  readonly savedAs: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** Files of the device, in /sdcard, /storage and /data/local/tmp. */
export interface Files {
  /** What lies in a folder, by name. */
  list(folder: string, options?: CallOptions): Promise<readonly FolderEntry[]>;
  /** Copies a file of this host to the device; galleries and pickers show it then. Throws FILE_EXISTS. */
  push(file: string, options?: PushOptions): Promise<UnseenChange>;
  /** Copies a file of the device into the folder of `outputDir`. Throws FILE_NOT_FOUND. */
  pull(path: string, options?: PullOptions): Promise<PulledFile>;
  /** Has galleries and pickers show a file, or no longer show one that is gone. */
  scan(path: string, options?: CallOptions): Promise<UnseenChange>;
}
