import { type FlagValues, OPTIONS } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import { requireOptions } from "./calls/call-shapes.js";
import { describedFailure, invalid } from "./failures.js";
import type { ConnectOptions, ListDevices, OptionValue, VirtualPhone } from "./types.js";

type ListOptions = NonNullable<Parameters<ListDevices>[0]>;

const KNOWN: Readonly<Record<keyof ConnectOptions, true>> = {
  device: true,
  farm: true,
  needs: true,
  ttlMs: true,
  waitMs: true,
  virtual: true,
  options: true,
  plugins: true,
  confirm: true,
  signal: true,
};
const KNOWN_OF_LISTS: Readonly<Record<keyof ListOptions, true>> = { options: true, signal: true };
const KNOWN_VIRTUAL: Readonly<Record<keyof VirtualPhone, true>> = { api: true, app: true, lock: true, seed: true };
const LOCKS: readonly unknown[] = ["none", "swipe", "pin"];

/**
 * For each option that names a phone, the other options that name one, too. A pair is refused: ignoring either would be
 * a guess.
 */
const CONFLICTING_OPTIONS = {
  virtual: ["device", "farm", "adbHost", "adbPort", "connect"],
  farm: ["device", "farm"],
  device: ["device", "farm"],
} as const;

/**
 * Errors: INVALID_ARGUMENT for options that are unknown, have a wrong type, or name two phones; also for mistakes that
 * only a program without types can make. The options of a farm are checked where they are used.
 */
export function requireConnectOptions(options: ConnectOptions): void {
  requireOptions("connect", options, KNOWN);
  const { device, virtual, confirm, plugins, options: more = {} } = options;
  if (device !== undefined && (typeof device !== "string" || device === "")) throw refused("device has to be a serial");
  if (confirm !== undefined && typeof confirm !== "function")
    throw refused("confirm has to be a function that gets a question and gives true or false");
  if (plugins !== undefined && !(Array.isArray(plugins) && plugins.every((one) => typeof one === "function")))
    throw refused("plugins has to be a list of functions; modules are named in the option `plugins` by their paths");
  if (virtual !== undefined) requireVirtual(virtual);
  requireValues("connect", more);
  requireOnePhone(options, more);
}

/** Errors: INVALID_ARGUMENT for options that are unknown or have a wrong type. */
export function requireListOptions(options: ListOptions, name = "listDevices"): void {
  requireOptions(name, options, KNOWN_OF_LISTS);
  requireValues(name, options.options ?? {});
}

function requireOnePhone(
  { device, virtual, farm }: ConnectOptions,
  more: Readonly<Record<string, OptionValue | undefined>>,
): void {
  if (virtual !== undefined && device !== undefined) throw refused("give either `device` or `virtual`");
  const named = Object.entries({ virtual, farm, device }).find(([, value]) => value !== undefined)?.[0];
  const rival = rivalsOf(named).find((key) => more[key] !== undefined);
  if (rival !== undefined)
    throw refused(`\`${named}\` and \`options.${rival}\` each say which phone is meant: give one of them`);
  if (more["farm"] !== undefined) throw refused("the phone of a farm is named by `farm`, and not by `options.farm`");
}

function rivalsOf(named: string | undefined): readonly string[] {
  return named === "virtual" || named === "farm" || named === "device" ? CONFLICTING_OPTIONS[named] : [];
}

function requireVirtual(virtual: VirtualPhone): void {
  requireOptions("connect: virtual", virtual, KNOWN_VIRTUAL);
  const { api = 33, app, lock = "none", seed = 1 } = virtual;
  if (!(Number.isInteger(api) && api >= 24 && api <= 36))
    throw refused(`virtual.api is a whole number from 24 to 36, and not ${String(api)}`);
  if (app !== undefined && typeof app !== "string") throw refused("virtual.app has to be a text");
  if (!LOCKS.includes(lock)) throw refused("virtual.lock is none, swipe or pin");
  if (!(Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff))
    throw refused(`virtual.seed is a whole number from 0 to 4294967295, and not ${String(seed)}`);
}

/** Checks the keys and types; the values are checked where flags of the command line are checked. */
function requireValues(name: string, options: Readonly<Record<string, unknown>>): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw invalid(`${name}: options have to be an object, from keys of docs/options.md to values`, name);
  for (const [key, value] of Object.entries(options)) {
    if (!OPTIONS.some((one) => one.key === key)) throw unknownKey(name, key);
    if (value !== undefined && !isValue(value))
      throw invalid(`${name}: options.${key} has to be a text, a number, true or false, or a list of texts`, name);
  }
}

function isValue(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((one) => typeof one === "string")
    : ["string", "number", "boolean"].includes(typeof value);
}

function unknownKey(name: string, key: string): FoveaError {
  const hint = `The options are: ${OPTIONS.map((one) => one.key).join(", ")}.`;
  return describedFailure(new FoveaError("INVALID_ARGUMENT", `${name}: there is no option ${key}`, { hint }), name);
}

function refused(message: string): FoveaError {
  return invalid(`connect: ${message}`, "connect");
}

/** Converts checked options to flags of the command line. */
export function flagsOf(options: Readonly<Record<string, OptionValue | undefined>>): FlagValues {
  const flags = OPTIONS.flatMap(({ key, flag }) => {
    const value = options[key];
    if (value === undefined) return [];
    return [[flag.slice(2), typeof value === "number" ? String(value) : value] as const];
  });
  return Object.fromEntries(flags);
}
