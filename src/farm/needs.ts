import { FoveaError } from "../base/errors.js";
import { lookUp } from "../base/word-table.js";
import type { DeviceState } from "./fabric.js";
import type { Need } from "./need.js";

type Fact = string | number | null;

const NUMBERS: Readonly<Record<string, (device: DeviceState) => number | null>> = {
  api: (device) => device.api,
  battery: (device) => device.batteryPercent,
  storage: (device) => device.freeStorageMb,
};

const WORDS: Readonly<Record<string, (device: DeviceState) => string | null>> = {
  form: (device) => device.form,
  model: (device) => device.model,
  abi: (device) => device.abi,
  companion: (device) => device.companion,
  host: (device) => device.host,
  serial: (device) => device.serial,
  id: (device) => device.id,
};

const OPS = [">=", "<=", "="] as const;
const KEYS = [...Object.keys(NUMBERS), ...Object.keys(WORDS), "app"];
const MOST_CHARACTERS = 1_000;

/**
 * Reads needs: conditions separated by spaces, such as `api>=34 form=tablet app=com.example battery>=30`; an empty text
 * means any phone. Numbers (`api`, `battery` in percent, `storage` in MB) can have `=`, `>=` and `<=`, the others only
 * `=`; in a value, `_` matches itself or a space. Errors: INVALID_ARGUMENT with the wrong part.
 */
export function parseNeeds(text: string): readonly Need[] {
  if (text.length > MOST_CHARACTERS) throw wrong(`needs are at most ${MOST_CHARACTERS} characters long`);
  return text.split(" ").filter(Boolean).map(parseNeed);
}

function parseNeed(part: string): Need {
  const op = OPS.find((one) => part.includes(one));
  const [key = "", value = ""] = op === undefined ? [part] : splitAt(part, op);
  if (op === undefined || value === "") {
    throw wrong(`"${part}" is not a need: write a condition such as api>=34 or form=tablet`);
  }
  return asNeed({ key, op, value });
}

/** Checks a need from another source. Errors: INVALID_ARGUMENT. */
export function asNeed(need: Need): Need {
  const { key, op, value } = need;
  if (!KEYS.includes(key)) throw wrong(`"${key}" is not a property that a need can name: ${KEYS.join(", ")}`);
  if (lookUp(NUMBERS, key)) {
    if (!Number.isFinite(Number(value))) throw wrong(`${key} is a number, and "${value}" is not one`);
  } else if (op !== "=") throw wrong(`${key} can be compared with = only`);
  return need;
}

function splitAt(part: string, op: string): readonly [string, string] {
  const at = part.indexOf(op);
  return [part.slice(0, at), part.slice(at + op.length)];
}

/** Needs as a text. */
export function writeNeeds(needs: readonly Need[]): string {
  return needs.length === 0 ? "any phone" : needs.map(writeNeed).join(" ");
}

export function writeNeed({ key, op, value }: Need): string {
  return `${key}${op}${value}`;
}

/** Whether a phone meets all needs. An unknown fact meets none. */
export function meets(device: DeviceState, needs: readonly Need[]): boolean {
  return needs.every((need) => meetsOne(device, need));
}

export function meetsOne(device: DeviceState, { key, op, value }: Need): boolean {
  if (key === "app") return lookUp(device.apps, value) !== undefined;
  const fact: Fact = (lookUp(NUMBERS, key) ?? lookUp(WORDS, key))?.(device) ?? null;
  if (fact === null) return false;
  if (typeof fact === "string") return fact === value || fact.replaceAll(" ", "_") === value;
  if (op === ">=") return fact >= Number(value);
  return op === "<=" ? fact <= Number(value) : fact === Number(value);
}

function wrong(message: string): FoveaError {
  return new FoveaError("INVALID_ARGUMENT", message, { hint: "Correct `needs`, and repeat the call." });
}
