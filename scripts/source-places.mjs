// Maps places in compiled files to places in their sources. Test processes do not use Node's own source maps, which
// Node reads for every loaded module and uses for every created error: here only reported places are mapped.
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PLACE = /((?:file:\/\/)?\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map();

/** The report of a test, with places in the sources for itself, its errors and their causes. */
export function inSources(data) {
  const at = data.file && placeOf(data.file, data.line, data.column);
  mapStacks(data.details?.error, new Set());
  return at ? { ...data, ...at } : data;
}

function mapStacks(error, seen) {
  if (typeof error !== "object" || error === null || seen.has(error)) return;
  seen.add(error);
  const { stack } = error;
  // The stack of an error from another process is read-only.
  if (typeof stack === "string" && Object.getOwnPropertyDescriptor(error, "stack")?.configurable)
    Object.defineProperty(error, "stack", { value: stack.replace(PLACE, mapped), configurable: true, writable: true });
  mapStacks(error.cause, seen);
  for (const one of Array.isArray(error.errors) ? error.errors : []) mapStacks(one, seen);
}

function mapped(whole, file, line, column) {
  const at = placeOf(file.startsWith("file:") ? fileURLToPath(file) : file, Number(line), Number(column));
  return at ? `${at.file}:${at.line}:${at.column}` : whole;
}

/** Lines and columns count from 1. */
function placeOf(file, line, column) {
  const found = mapOf(file)?.findEntry(line - 1, column - 1);
  if (found?.originalSource === undefined) return null;
  const source = resolve(dirname(file), found.originalSource);
  if (relative(process.cwd(), source).startsWith("..")) return null;
  return { file: source, line: found.originalLine + 1, column: found.originalColumn + 1 };
}

function mapOf(file) {
  if (!maps.has(file))
    maps.set(file, existsSync(`${file}.map`) ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8"))) : null);
  return maps.get(file);
}
