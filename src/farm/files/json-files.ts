import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { makeFolderSync } from "../../base/make-folder.js";

/** The names of a folder's entries; empty if the folder does not exist. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw unusable(error);
  }
}

/**
 * Reads a JSON file; undefined if it does not exist, or is not complete. Errors: FARM_UNUSABLE if this version cannot
 * read it.
 */
export function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unusable(error);
  }
  const value = jsonOf(text);
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new FoveaError("FARM_UNUSABLE", "the farm's files were written by another version of Fovea", {
    hint: "Use the version of Fovea that the other programs of this host use.",
  });
}

/** Writes a file completely, and replaces an existing one. */
export function replaceJson(folder: string, name: string, value: object): void {
  try {
    makeFolderSync(folder);
    const part = join(folder, `.${name}.${process.pid}.part`);
    writeFileSync(part, JSON.stringify(value), { mode: 0o600 });
    renameSync(part, join(folder, name));
  } catch (error) {
    throw unusable(error);
  }
}

/** Creates a file; false if it exists. Only one of several processes can create it. */
export function createJson(folder: string, name: string, value: object): boolean {
  try {
    makeFolderSync(folder);
    writeFileSync(join(folder, name), JSON.stringify(value), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw unusable(error);
  }
}

export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw unusable(error);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a process was killed while it wrote the file
  }
}

function isAbsent(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "no reason given";
}

/** Uses only the system's error code: its message contains the path of the folder. */
function unusable(error: unknown): FoveaError {
  return new FoveaError("FARM_UNUSABLE", `the state folder of the farm cannot be used (${codeOf(error)})`, {
    hint: "Free space on its disk and correct its permissions, or name another folder with --state-dir.",
  });
}
