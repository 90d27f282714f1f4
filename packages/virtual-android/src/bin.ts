#!/usr/bin/env node
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { appNames, profileNames, type Rotation, type StartOptions, startVirtualPhone } from "./index.js";

const USAGE = `virtual-android [options]: an Android phone that is not there, until it is interrupted

  --api N              release, 24 to 36; 33 if absent
  --app NAME           what it shows: ${appNames().join(", ")}, or a package id; the launcher if absent
  --profile NAME|FILE  what commands cost: ${profileNames().join(", ")}, or a JSON file; instant if absent
  --lock KIND          none, swipe or pin (1234); none if absent
  --rotation N         0 to 3; 0 if absent
  --seed N             of everything that is drawn at random; 1 if absent
  --serial S           its serial number
  --faults FILE        a JSON file of what goes wrong
  --adbd-port P        where \`adb connect\` finds it; any free port if absent
  --adb-server-port P  be an adb server, too, for use without adb`;

/** A mistake of the caller; only its message is printed. */
class UsageError extends Error {}

try {
  await main();
} catch (error) {
  const isMistake = error instanceof UsageError || (error instanceof TypeError && "code" in error);
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\n${isMistake ? "See --help.\n" : ""}`,
  );
  process.exitCode = isMistake ? 2 : 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      api: { type: "string" },
      app: { type: "string" },
      profile: { type: "string" },
      lock: { type: "string" },
      rotation: { type: "string" },
      seed: { type: "string" },
      serial: { type: "string" },
      faults: { type: "string" },
      "adbd-port": { type: "string" },
      "adb-server-port": { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else await run(values);
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

async function run(values: Values): Promise<void> {
  await using phone = await startVirtualPhone(optionsOf(values));
  process.stdout.write(`virtual phone ${phone.serial}: adb connect 127.0.0.1:${phone.adbdPort}\n`);
  if (phone.adbServerPort !== null)
    process.stdout.write(`adb server: adb -P ${phone.adbServerPort} devices, with an adb of version 1.0.41\n`);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
  await once(stop.signal, "abort");
}

function optionsOf(values: Values): StartOptions {
  const { app, profile, serial, faults } = texts(values);
  const api = integer(values, "api");
  const rotation = integer(values, "rotation");
  const seed = integer(values, "seed");
  const adbdPort = integer(values, "adbd-port");
  return {
    adbServerPort: integer(values, "adb-server-port") ?? null,
    ...(api === undefined ? {} : { api }),
    ...(app === undefined ? {} : { app }),
    ...(profile === undefined ? {} : { profile: profileNames().includes(profile) ? profile : jsonOf(profile) }),
    ...lockOf(texts(values).lock),
    ...(rotation === undefined ? {} : { rotation: rotationOf(rotation) }),
    ...(seed === undefined ? {} : { seed }),
    ...(serial === undefined ? {} : { serial }),
    ...(faults === undefined ? {} : { faults: jsonOf(faults) }),
    ...(adbdPort === undefined ? {} : { adbdPort }),
  };
}

function texts(values: Values): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function integer(values: Values, name: string): number | undefined {
  const word = texts(values)[name];
  if (word === undefined) return undefined;
  if (/^\d+$/.test(word)) return Number(word);
  throw new UsageError(`--${name} has to be an integer, and is ${word}`);
}

function lockOf(lock: string | undefined): Pick<StartOptions, "lock"> {
  if (lock === undefined) return {};
  if (lock === "none" || lock === "swipe" || lock === "pin") return { lock };
  throw new UsageError("--lock has to be none, swipe or pin");
}

function rotationOf(rotation: number): Rotation {
  if (rotation === 0 || rotation === 1 || rotation === 2 || rotation === 3) return rotation;
  throw new UsageError("--rotation has to be 0 to 3");
}

/** The JSON in a file; its shape is checked by the code that uses it. */
function jsonOf(path: string) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
