import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { abortable } from "../../src/base/signals.js";
import type { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import { frameOf, readFrames } from "../../src/devices/companion/frames.js";
import { REPLY_BYTES } from "../../src/devices/companion/limits.js";
import type { ServiceStream } from "../../src/devices/device.js";
import { PROTOCOL } from "../support/companion.js";
import { never } from "../support/never.js";
import { type Companion, connectTo } from "./companion.js";

const hostileFile = z.object({
  toServer: z.array(
    z.strictObject({
      name: z.string(),
      when: z.enum(["before hello", "after hello"]),
      bytes: z.string().optional(),
      body: z.string().optional(),
      thenEnd: z.boolean().optional(),
      expect: z.strictObject({ error: z.string().nullable(), connectionEnds: z.boolean() }),
    }),
  ),
});
type Hostile = z.infer<typeof hostileFile>["toServer"][number];

const CASES = hostileFile.parse(JSON.parse(readFileSync(join(PROTOCOL, "hostile.json"), "utf8"))).toServer;
const HELLO = frameOf(Buffer.from('{"hello":{"versions":[1],"client":"contract"}}'));
const HEALTH = { id: 4_000_000, method: "health" } as const;
const ANSWER_MS = 10_000;

const messageSchema = z.looseObject({
  id: z.number().optional(),
  error: z.looseObject({ code: z.string() }).optional(),
});

/** The next message; undefined if the connection ended. */
type Read = () => Promise<z.infer<typeof messageSchema> | undefined>;

function reader(stream: ServiceStream): Read {
  const frames = readFrames(stream, REPLY_BYTES);
  return async () => {
    const next = await abortable(frames.next(), AbortSignal.timeout(ANSWER_MS));
    return next.done ? undefined : messageSchema.parse(JSON.parse(next.value.toString("utf8")));
  };
}

export async function assertHostileFramesRefused(companion: Companion, client: OnDeviceClient): Promise<void> {
  for (const hostile of CASES) await assertRefused(companion, hostile);
  assert.equal((await client.request("health", {}, never())).result.state, "running");
}

async function assertRefused(
  companion: Companion,
  { name, when, bytes, body, thenEnd, expect }: Hostile,
): Promise<void> {
  await using stream = await companion.open();
  const read = reader(stream);
  if (when === "after hello") {
    await stream.write(HELLO);
    await read();
  }
  await stream.write(bytes === undefined ? frameOf(Buffer.from(body ?? "")) : Buffer.from(bytes, "hex"));
  if (thenEnd) return;
  if (expect.error !== null) assert.equal((await read())?.error?.code, expect.error, name);
  if (expect.connectionEnds) return assert.equal(await read(), undefined, `${name}: the connection ends`);
  await stream.write(frameOf(Buffer.from(JSON.stringify(HEALTH))));
  assert.equal((await read())?.id, HEALTH.id, `${name}: the connection goes on`);
}

/** Everything that can be asked about the screen, as raw bytes. */
export async function assertSecretKept(companion: Companion): Promise<void> {
  await using stream = await companion.open();
  const requests = [
    { id: 1, method: "subscribe" },
    { id: 2, method: "snapshot", params: { facts: true } },
    { id: 3, method: "health" },
  ];
  await stream.write(HELLO);
  for (const request of requests) await stream.write(frameOf(Buffer.from(JSON.stringify(request))));
  await companion.change();
  const texts: string[] = [];
  const answered = new Set<unknown>();
  for await (const body of readFrames(stream, REPLY_BYTES)) {
    const text = body.toString("utf8");
    texts.push(text);
    answered.add(JSON.parse(text).id);
    if (requests.every(({ id }) => answered.has(id))) break;
  }
  const all = texts.join("\n");
  assert.ok(all.includes("•".repeat([...companion.secret].length)), "the field is there");
  assert.ok(!all.includes(companion.secret));
}

const REQUESTS = 16;

/** One that asks for as much as it may and takes nothing of it: the other one is served meanwhile. */
export async function assertSlowReaderHarmsNobody(companion: Companion, client: OnDeviceClient): Promise<void> {
  await using deaf = await companion.open();
  await deaf.write(HELLO);
  for (let id = 1; id <= REQUESTS; id += 1) {
    await deaf.write(frameOf(Buffer.from(JSON.stringify({ id, method: "snapshot" }))));
  }
  for (let count = 0; count < 20; count += 1) {
    await client.request("snapshot", {}, AbortSignal.timeout(ANSWER_MS));
  }
  deaf.close();
  const other = await connectTo(companion);
  await other.request("health", {}, AbortSignal.timeout(ANSWER_MS));
  other.close();
}
