import { chmodSync, rmSync } from "node:fs";
import { FoveaError } from "../base/errors.js";
import { describeScreen } from "../graph/describe-screen.js";
import type { ProcessGraph, Vertex } from "../graph/graph.js";
import { parseGraph, printGraph } from "../graph/graph-json.js";
import { termsOf } from "../graph/screen/mask-words.js";
import { type Database, getSqlite, isDamaged } from "./sqlite.js";

/** The version of the tables; a file with a newer one is refused. */
const TABLES_VERSION = 1;
/** How long to wait while another process locks the tables, in ms. */
const PATIENCE_MS = 20_000;

/** A screen that was found by its words. */
export interface FoundScreen {
  readonly id: string;
  readonly app: string;
  /** Its description by {@link describeScreen}. */
  readonly line: string;
}

/**
 * The index of the runs, in one SQLite file with full-text search. It may be deleted: it is made again from the runs.
 */
export class MemoryIndex {
  readonly #path: string;
  #database: Database;
  /** Whether the file was damaged when it was opened or read, and was emptied. */
  wasDamaged = false;

  /** Opens the index. Errors: MEMORY_NEWER, MEMORY_UNUSABLE. */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#database = open(path);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.#database = this.#emptied();
    }
  }

  /** The digest of the runs from which the graph was made, as given to {@link write}; null if there is no graph. */
  get digest(): string | null {
    return this.#guarded((database) => {
      const row = database.prepare("SELECT digest FROM graph").get();
      return typeof row?.["digest"] === "string" ? row["digest"] : null;
    });
  }

  /** The stored graph; null if there is none, or if another version wrote it. */
  graph(): ProcessGraph | null {
    const text = this.#guarded((database) => database.prepare("SELECT json FROM graph").get()?.["json"]);
    if (typeof text !== "string") return null;
    try {
      return parseGraph(text, this.#path);
    } catch {
      return null; // the caller makes it again
    }
  }

  /** Replaces the graph, completely or not at all, unless another process has just done this. */
  write(digest: string, make: () => ProcessGraph): void {
    this.#guarded((database) => {
      database.exec("BEGIN IMMEDIATE");
      try {
        if (database.prepare("SELECT digest FROM graph").get()?.["digest"] !== digest)
          replace(database, digest, make());
        database.exec("COMMIT");
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  /** The screens with most of these words, the best first (BM25). */
  find(words: string, count: number): readonly FoundScreen[] {
    const terms = [...new Set(termsOf(words))];
    if (terms.length === 0) return [];
    const query = terms.map((term) => `"${term}"`).join(" OR ");
    const rows = this.#guarded((database) =>
      database
        .prepare("SELECT id, app, line FROM screens WHERE screens MATCH ? ORDER BY rank, id LIMIT ?")
        .all(query, count),
    );
    return rows.map((row) => ({ id: String(row["id"]), app: String(row["app"]), line: String(row["line"]) }));
  }

  /** Rewrites the file, so that no deleted data stay on the disk. */
  shrink(): void {
    this.#guarded((database) => database.exec("VACUUM"));
  }

  close(): void {
    this.#database.close();
  }

  /** Runs a query. A damaged file is emptied, and the query is repeated once. */
  #guarded<Result>(ask: (database: Database) => Result): Result {
    try {
      return ask(this.#database);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.#database.close();
      this.#database = this.#emptied();
      return ask(this.#database);
    }
  }

  #emptied(): Database {
    this.wasDamaged = true;
    for (const ending of ["", "-journal"]) rmSync(`${this.#path}${ending}`, { force: true });
    return open(this.#path);
  }
}

const SCREENS_TABLE =
  "CREATE VIRTUAL TABLE IF NOT EXISTS screens USING fts5(id UNINDEXED, app UNINDEXED, line UNINDEXED, words)";

function open(path: string): Database {
  const { DatabaseSync } = getSqlite();
  let database: Database | null = null;
  try {
    database = new DatabaseSync(path);
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}; PRAGMA secure_delete = ON`);
    prepareTables(database, path);
    chmodSync(path, 0o600);
    return database;
  } catch (cause) {
    database?.close();
    if (isDamaged(cause) || cause instanceof FoveaError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FoveaError("MEMORY_UNUSABLE", `${path} cannot be opened: ${why}`, { cause });
  }
}

function prepareTables(database: Database, path: string): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (version > TABLES_VERSION) {
    throw new FoveaError(
      "MEMORY_NEWER",
      `${path} has version ${version}, and this Fovea knows up to ${TABLES_VERSION}`,
    );
  }
  if (version === TABLES_VERSION) {
    // A damaged page is only found when it is read.
    database.prepare("SELECT count(*) FROM graph, screens").get();
    return;
  }
  database.exec(`BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS graph (digest TEXT NOT NULL, json TEXT NOT NULL);
    ${SCREENS_TABLE};
    PRAGMA user_version = ${TABLES_VERSION};
    COMMIT`);
}

function replace(database: Database, digest: string, graph: ProcessGraph): void {
  // A full-text table keeps the words of deleted rows until it is merged, so it is created again.
  database.exec(`DELETE FROM graph; DROP TABLE screens; ${SCREENS_TABLE}`);
  database.prepare("INSERT INTO graph (digest, json) VALUES (?, ?)").run(digest, [...printGraph(graph)].join(""));
  const insert = database.prepare("INSERT INTO screens (id, app, line, words) VALUES (?, ?, ?, ?)");
  const ways = new Map<string, string[]>();
  for (const { to, action } of graph.edges) ways.set(to, [...(ways.get(to) ?? []), action.label, action.idTail]);
  for (const vertex of graph.vertices)
    insert.run(vertex.id, vertex.print.app, describeScreen(vertex), wordsOf(vertex, ways));
}

/**
 * The terms of a screen: its texts, its title, and the labels of actions that lead to it. In scripts without spaces,
 * each pair of characters is a term.
 */
function wordsOf({ id, print }: Vertex, ways: ReadonlyMap<string, readonly string[]>): string {
  const said = [print.title, ...print.tabs, ...(ways.get(id) ?? []).map((word) => word.replace(/_/g, " "))];
  const shown = Object.keys(print.terms).filter((term) => !term.startsWith("@"));
  return [...said.flatMap(termsOf), ...shown].join(" ");
}
