import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as z from "zod";
import {
  startVirtualPhone,
  type VirtualPhoneOptions,
} from "../../../packages/virtual-android/src/start-virtual-phone.js";
import { golden, goldenMessage, PROTOCOL } from "../../support/companion.js";
import { connectAs, connectWire, HELLO, openWire, part, type WireClient } from "../support/wire-client.js";

async function phoneWithService(options: VirtualPhoneOptions = {}) {
  const running = await startVirtualPhone({ adbdPort: null, onDevice: "enabled", apiLevel: 34, ...options });
  return { ...running, [Symbol.asyncDispose]: () => running.device[Symbol.asyncDispose]() };
}

const hostileCase = z.object({
  name: z.string(),
  when: z.string(),
  bytes: z.string().optional(),
  body: z.string().optional(),
  thenEnd: z.boolean().optional(),
  expect: z.object({ error: z.string().nullable(), connectionEnds: z.boolean() }),
});
const hostileFile = z.object({ toServer: z.array(hostileCase) });

type HostileCase = z.infer<typeof hostileCase>;

async function attack(client: WireClient, one: HostileCase): Promise<void> {
  if (one.bytes !== undefined) await client.sendBytes(Buffer.from(one.bytes, "hex"));
  if (one.body !== undefined) await client.sendBody(Buffer.from(one.body));
  if (one.thenEnd) client.close();
}

describe("the companion of the virtual device", () => {
  const cases = hostileFile.parse(JSON.parse(readFileSync(join(PROTOCOL, "hostile.json"), "utf8"))).toServer;
  for (const one of cases) {
    it(`${one.when}, refuses ${one.name} as the protocol says, and serves the next client`, async () => {
      await using phone = await phoneWithService();
      const client = one.when === "before hello" ? await openWire(phone.device) : await connectWire(phone.device);
      assert.ok(client);
      await attack(client, one);
      if (one.expect.error !== null) {
        const error = part(await client.message(), "error");
        assert.deepEqual([error["code"], error["mayHaveHappened"]], [one.expect.error, false]);
      }
      if (one.expect.connectionEnds) assert.equal(await client.message(), null);
      else {
        await client.send({ id: 900, method: "health" });
        assert.equal((await client.message())?.["id"], 900);
      }
      using next = await connectWire(phone.device);
      assert.equal((await next.call("health"))["state"], "running");
    });
  }

  it("sends a hello with the fields of the golden one, and the abilities of this release", async () => {
    await using phone = await phoneWithService();
    const client = await openWire(phone.device);
    assert.ok(client);
    const hello = await client.hello();
    const expected = part(goldenMessage("server", "hello"), "hello");
    assert.deepEqual(Object.keys(hello).sort(), Object.keys(expected).sort());
    for (const name of [
      "version",
      "host",
      "package",
      "user",
      "apiLevel",
      "state",
      "knownFlags",
      "knownFields",
      "limits",
    ]) {
      assert.deepEqual(hello[name], expected[name], name);
    }
  });

  it("accepts every golden request, all sent at once after the hello", async () => {
    await using phone = await phoneWithService({ app: "com.fovea.vault" });
    const requests = golden("client").filter(({ name }) => name !== "hello" && name !== "cancel");
    for (const { name, bytes, message } of requests) {
      const client = await openWire(phone.device);
      assert.ok(client);
      await client.send(HELLO);
      await client.sendBytes(bytes);
      await client.message();
      const answer = await client.message();
      assert.equal(answer?.["id"], message["id"], name);
      const code = "error" in (answer ?? {}) ? part(answer, "error")["code"] : null;
      assert.ok(code === null || ["STALE_NODE", "NO_FOCUS", "UNSUPPORTED"].includes(String(code)), `${name}: ${code}`);
      client.close();
    }
  });

  it("closes a connection of any other app before it reads a byte", async () => {
    await using phone = await phoneWithService();
    const other = connectAs(phone.device, { uid: 10_150 });
    assert.equal(await other.message(), null);
    const root = connectAs(phone.device, { uid: 0 });
    assert.equal((await root.hello())["host"], "service");
  });

  it("serves four clients and answers the fifth that it is busy", async () => {
    await using phone = await phoneWithService();
    const four = await Promise.all([1, 2, 3, 4].map(() => connectWire(phone.device)));
    const fifth = await openWire(phone.device);
    assert.equal(part(await fifth?.message(), "error")["code"], "BUSY");
    assert.equal(await fifth?.message(), null);
    four[0]?.close();
    assert.equal((await four[1]?.call("health"))?.["state"], "running");
  });

  it("answers the seventeenth request at once as busy, and a cancelled one as cancelled", async () => {
    await using phone = await phoneWithService();
    using client = await connectWire(phone.device);
    const { seq } = await client.call("health");
    for (let i = 0; i < 16; i += 1)
      await client.ask("waitIdle", { quietMs: 10_000, timeoutMs: 60_000, reactMs: 10_000, after: Number(seq) + 1e6 });
    const late = await client.ask("health");
    const busy = await client.message();
    assert.deepEqual([busy?.["id"], part(busy, "error")["code"]], [late, "BUSY"]);
    await client.send({ cancel: 2 });
    const cancelled = await client.message();
    assert.deepEqual([cancelled?.["id"], part(cancelled, "error")["code"]], [2, "CANCELLED"]);
  });

  it("refuses connections while the service is not running", async () => {
    await using phone = await phoneWithService({ onDevice: "installed" });
    assert.equal(await openWire(phone.device), null);
  });
});
