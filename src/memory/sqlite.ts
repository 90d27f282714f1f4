import { FoveaError } from "../base/errors.js";

/*
 * The SQLite of Node: `node:sqlite`, with FTS5 from Node 22.16 on. So Fovea needs no package with prebuilt files for
 * each platform. Node 22 prints a warning that it is experimental.
 */

type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  run(...values: readonly Value[]): unknown;
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): readonly Row[];
}

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface Sqlite {
  readonly DatabaseSync: new (path: string) => Database;
}

function isSqlite(found: object | undefined): found is Sqlite {
  return found !== undefined && "DatabaseSync" in found && typeof found.DatabaseSync === "function";
}

/**
 * Node's SQLite, tested for full-text search. Errors: MEMORY_UNUSABLE if this Node lacks SQLite or full-text search.
 */
export function getSqlite(module: object | undefined = process.getBuiltinModule("node:sqlite")): Sqlite {
  if (!isSqlite(module)) throw new FoveaError("MEMORY_UNUSABLE", `Node ${process.versions.node} has no SQLite`);
  const probe = new module.DatabaseSync(":memory:");
  try {
    probe.exec("CREATE VIRTUAL TABLE probe USING fts5(words)");
    return module;
  } catch (cause) {
    throw new FoveaError("MEMORY_UNUSABLE", "the SQLite of this Node has no full-text search (FTS5)", { cause });
  } finally {
    probe.close();
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: the file is damaged, or is not a database. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26]);

export function isDamaged(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return false;
  return typeof error.errcode === "number" && DAMAGED.has(error.errcode & 0xff);
}
