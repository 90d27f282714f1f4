import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import * as z from "zod";
import { FoveaError } from "../../../src/base/errors.js";
import { OnDeviceClient } from "../../../src/devices/companion/companion-client.js";
import { frameOf } from "../../../src/devices/companion/frames.js";
import { coded } from "../../support/coded.js";
import { golden, goldenMessage, PROTOCOL, scriptedClient, scriptedCompanion } from "../../support/companion.js";
import { never } from "../../support/never.js";
import { ScriptedStream } from "../../support/scripted-stream.js";

const hostileFile = z.object({
  toClient: z.array(
    z.strictObject({
      name: z.string(),
      when: z.enum(["in answer to hello", "in answer to health", "in answer to a second snapshot"]),
      bytes: z.string().optional(),
      body: z.string().optional(),
      thenEnd: z.boolean().optional(),
      expect: z.strictObject({ error: z.string(), connectionEnds: z.boolean() }),
    }),
  ),
});
const withParams = z.object({ params: z.record(z.string(), z.unknown()) });
const all = hostileFile.parse(JSON.parse(readFileSync(join(PROTOCOL, "hostile.json"), "utf8"))).toClient;
const [forSnapshots, others] = [true, false].map((is) => all.filter(({ when }) => when.endsWith("snapshot") === is));

for (const { name, body, expect } of forSnapshots ?? []) {
  test(`${name}, in answer to a second snapshot: ${expect.error}, and the next request asks for whole hierarchies`, async () => {
    const { companion, stream } = await scriptedCompanion();
    const asked = coded(companion.snapshot({}, never()));
    await stream.message(4);
    stream.push(frameOf(Buffer.from(body ?? "")));
    assert.equal((await asked).code, expect.error);
    assert.equal(companion.client.ended.aborted, expect.connectionEnds);
    const next = companion.snapshot({}, never());
    const { params } = withParams.parse(await stream.message(5));
    assert.deepEqual(params["since"], []);
    stream.send({ ...goldenMessage("server", "snapshot"), id: 4 });
    assert.ok((await next).windows.every(({ content }) => content !== null));
    companion.client.close();
  });
}

for (const { name, when, bytes, body, thenEnd, expect } of others ?? []) {
  const play = (stream: ScriptedStream) => {
    stream.push(bytes === undefined ? frameOf(Buffer.from(body ?? "")) : Buffer.from(bytes, "hex"));
    if (thenEnd) stream.end();
  };

  test(`${name}, ${when}: ${expect.error}`, async () => {
    if (when === "in answer to hello") {
      const stream = new ScriptedStream();
      play(stream);
      const error = await coded(OnDeviceClient.connect(stream, { serial: "phone-1", client: "test" }, never()));
      assert.equal(error.code, expect.error);
      assert.equal(error.context.device, "phone-1");
      assert.ok(stream.isClosed);
      return;
    }
    const { client, stream } = await scriptedClient();
    const asked = coded(client.request("health", {}, never()));
    await stream.message(2);
    play(stream);
    assert.equal((await asked).code, expect.error);
    assert.equal(client.ended.aborted, expect.connectionEnds);
    if (expect.connectionEnds) {
      assert.ok(stream.isClosed);
      assert.equal((await coded(client.request("health", {}, never()))).code, expect.error);
    } else {
      const next = client.request("health", {}, never());
      stream.send({ id: 2, result: goldenMessage("server", "health")["result"] });
      assert.equal((await next).result.state, "running");
      client.close();
    }
  });
}

test("a request ends with its answer or with an error code, whatever bytes arrive", async () => {
  const frames = golden("server").map(({ bytes }) => bytes);
  const change = fc.tuple(fc.nat(), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...frames), fc.array(change, { maxLength: 3 }), async (frame, changes) => {
      const bytes = Buffer.from(frame);
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      const { client, stream } = await scriptedClient();
      const asked = client.request("health", {}, never()).then(
        () => "answered",
        (error: unknown) => error,
      );
      stream.push(bytes);
      stream.end();
      const outcome = await asked;
      assert.ok(outcome === "answered" || outcome instanceof FoveaError, String(outcome));
      assert.ok(!(outcome instanceof FoveaError && outcome.code === "INTERNAL"), String(outcome));
      client.close();
    }),
    { numRuns: 500 },
  );
});
