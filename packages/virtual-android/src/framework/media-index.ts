/** A file in the media provider's index. */
export interface MediaEntry {
  readonly id: number;
  /** The path without links: `/storage/emulated/0/…`. */
  readonly path: string;
  readonly mimeType: string;
}

/** The media provider's index of the files in shared storage: those that were scanned. A reboot keeps it. */
export class MediaIndex {
  readonly #entries = new Map<string, MediaEntry>();
  #lastId = 30;

  /** The entries, oldest first. */
  get entries(): readonly MediaEntry[] {
    return [...this.#entries.values()];
  }

  /** Adds a file, or removes one that no longer exists. Gives the entry, or null after a removal. */
  scan(path: string, isThere: boolean): MediaEntry | null {
    if (!isThere) {
      this.#entries.delete(path);
      return null;
    }
    const known = this.#entries.get(path);
    if (known) return known;
    this.#lastId += 1;
    const entry = { id: this.#lastId, path, mimeType: mimeTypeOf(path) };
    this.#entries.set(path, entry);
    return entry;
  }

  takeOver(before: MediaIndex): void {
    for (const entry of before.entries) this.#entries.set(entry.path, entry);
    this.#lastId = Math.max(this.#lastId, before.#lastId);
  }
}

/** The part of android.webkit.MimeTypeMap that tests use. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain",
  wav: "audio/x-wav",
  webp: "image/webp",
};

function mimeTypeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return MIME_TYPES[ending] ?? "application/octet-stream";
}

/** The path in the provider's form: the other names of the first user's storage are links to one folder. */
export function withoutStorageLinks(path: string): string {
  return path.replace(/^\/(?:sdcard|storage\/self\/primary)(?=\/|$)/, "/storage/emulated/0");
}
