import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { packageRoot } from "../../src/base/assets.js";
import { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import { LiveCompanion } from "../../src/devices/companion/live-companion.js";
import type { OnDeviceSnapshot } from "../../src/devices/companion/results.js";
import { never } from "./never.js";
import { ScriptedStream } from "./scripted-stream.js";

/** The folder of the protocol. */
export const PROTOCOL = join(packageRoot(), "protocol/on-device");

type Json = Readonly<Record<string, unknown>>;

const schemaFile = z.object({ $defs: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The schema's definitions. */
export function schemaDefinitions(): Readonly<Record<string, Json>> {
  return schemaFile.parse(JSON.parse(readFileSync(join(PROTOCOL, "schema.json"), "utf8"))).$defs;
}

export interface Golden {
  readonly name: string;
  readonly bytes: Buffer;
  readonly message: Json;
}

/** The golden frames of a side, each with its message. */
export function golden(side: "client" | "server"): readonly Golden[] {
  const folder = join(PROTOCOL, "golden", side);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      name: file.slice(0, -".json".length),
      bytes: readFileSync(join(folder, file.replace(/json$/, "bin"))),
      message: z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    }));
}

export function goldenMessage(side: "client" | "server", name: string): Json {
  const found = golden(side).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no golden message ${side}/${name}`);
  return found.message;
}

/** A client that is connected to the test, after the hello. */
export async function scriptedClient(
  hello = "hello",
): Promise<{ readonly client: OnDeviceClient; readonly stream: ScriptedStream }> {
  const stream = new ScriptedStream();
  stream.send(goldenMessage("server", hello));
  const client = await OnDeviceClient.connect(stream, { serial: "phone-1", client: "test" }, never());
  return { client, stream };
}

export interface ScriptedCompanion {
  readonly companion: LiveCompanion;
  readonly stream: ScriptedStream;
  /** The golden snapshot, its first one: message 3, request 2. */
  readonly first: OnDeviceSnapshot;
}

/** A live companion that is connected to the test, with the trees of the golden snapshot. */
export async function scriptedCompanion(hello = "hello"): Promise<ScriptedCompanion> {
  const { client, stream } = await scriptedClient(hello);
  const connecting = LiveCompanion.on(client, never());
  await stream.message(2);
  stream.send({ ...goldenMessage("server", "subscribe"), id: 1 });
  const companion = await connecting;
  const asked = companion.snapshot({}, never());
  await stream.message(3);
  stream.send({ ...goldenMessage("server", "snapshot"), id: 2 });
  return { companion, stream, first: await asked };
}
