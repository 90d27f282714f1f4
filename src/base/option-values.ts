import { homedir } from "node:os";
import { withoutEnd } from "./cut-text.js";
import { FoveaError } from "./errors.js";

/*
 * Values of options, wherever they were given: texts from flags and the environment, JSON from a file. `name` is what
 * an error calls the option by. Errors: INVALID_ARGUMENT.
 */

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function stringOf(value: unknown, name: string): string | undefined {
  if (value === undefined || typeof value === "string") return textOf(value);
  throw wrong(name, "a text");
}

/** Configuration files of MCP clients pass arguments without a shell that would know what `~` is. */
export function pathOf(value: unknown, name: string): string | undefined {
  const path = stringOf(value, name);
  return path === undefined ? undefined : fromHome(path);
}

export function pathsOf(value: unknown, name: string): readonly string[] | undefined {
  return listOf(value, name)?.map(fromHome);
}

function fromHome(path: string): string {
  return path.replace(/^~(?=$|[/\\])/, () => homedir());
}

/** A port; where `least` is 0, also that one, which stands for any that is free. */
export function portOf(least: 0 | 1) {
  return (value: unknown, name: string): number | undefined => {
    if (value === undefined) return undefined;
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isInteger(number) && number >= least && number < 65_536) return number;
    throw wrong(name, "a port number");
  };
}

/** A number from 0 to 1. */
export function shareOf(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === "string" && (/^\d+$/.test(value) || /^\d*\.\d+$/.test(value)) ? Number(value) : value;
  if (typeof number === "number" && number >= 0 && number <= 1) return number;
  throw wrong(name, "a number from 0 to 1");
}

/** An http or https address, without a slash at its end. */
export function urlOf(value: unknown, name: string): string | undefined {
  const text = stringOf(value, name);
  if (text === undefined) return undefined;
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : "")) return withoutEnd(text, (one) => one === "/");
  throw wrong(name, "an http or https address");
}

export function booleanOf(value: unknown, name: string): boolean {
  if (value === undefined || value === false || value === "0" || value === "false") return false;
  if (value === true || value === "1" || value === "true") return true;
  throw wrong(name, "true or false");
}

/** One of these words. */
export function oneOf<Word extends string>(words: readonly Word[], byDefault: Word) {
  return (value: unknown, name: string): Word => {
    const word = words.find((one) => one === (value ?? byDefault));
    if (word !== undefined) return word;
    throw wrong(name, `one of ${words.join(", ")}`);
  };
}

export function listOf(value: unknown, name: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const parts = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === "string")) throw wrong(name, "a list of texts");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function wrong(name: string, expected: string): FoveaError {
  return new FoveaError("INVALID_ARGUMENT", `${name} has to be ${expected}`);
}
