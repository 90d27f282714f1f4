import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const noteSchema = z.object({ screen: z.string(), app: z.string(), note: z.string(), at: z.number() });

/** The note of an agent for a screen. */
export type ScreenNote = z.infer<typeof noteSchema>;

/** The most notes that are read. */
const MOST_NOTES = 5_000;
/** The most characters of a note, which is shown in the line of a screen. */
export const LONGEST_NOTE = 120;

/** The notes of agents, in one file of a memory: one line each; the last one for a screen counts. */
export class Notes {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, "notes.jsonl");
  }

  /** The notes by the ids of the screens. */
  all(): ReadonlyMap<string, ScreenNote> {
    return new Map(this.#read().map((note) => [note.screen, note]));
  }

  /** Writes a note; an empty note deletes the existing one. */
  write(note: ScreenNote): void {
    appendFileSync(this.#path, `${JSON.stringify({ ...note, note: note.note.slice(0, LONGEST_NOTE) })}\n`, {
      mode: 0o600,
    });
  }

  /** Deletes the notes of one app, or all; gives how many. */
  forget(app: string | null): number {
    const all = this.#read();
    const rest = app === null ? [] : all.filter((note) => note.app !== app);
    if (rest.length === 0) rmSync(this.#path, { force: true });
    else if (rest.length < all.length)
      writeFileSync(this.#path, rest.map((note) => `${JSON.stringify(note)}\n`).join(""), { mode: 0o600 });
    return all.length - rest.length;
  }

  #read(): readonly ScreenNote[] {
    const lines = textOf(this.#path).split("\n").slice(0, -1);
    return lines.slice(-MOST_NOTES).flatMap((line) => {
      const note = noteSchema.safeParse(parsed(line));
      return note.success ? [note.data] : [];
    });
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // no note was written yet
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // an unfinished line
  }
}
