import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { pollUntil } from "../../src/base/signals.js";
import { connectNats } from "../../src/farm/nats/connect.js";
import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { FarmStore, STREAM } from "../../src/farm/nats/store.js";
import { parseNeeds } from "../../src/farm/needs.js";
import { coded } from "../support/coded.js";
import { eventually, factsOf, HOST } from "../support/farm-facts.js";
import { startNatsServer } from "../support/nats-server.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { freePort } from "../support/real-adb.js";

const { test } = needsPrograms("nats-server");
const ADA = { ttlMs: 60_000, waitMs: 0, tenant: "ada" };

test("a server that is killed and started again keeps fences, leases and phones", async () => {
  await using server = await startNatsServer();
  await using fabric = await NatsFabric.open({ servers: [server.url], name: "test" }, never());
  await using _host = await fabric.register(HOST, [factsOf("a"), factsOf("b")], never());
  const [held] = await fabric.acquire([parseNeeds("serial=a")], ADA, never());
  const [other] = await fabric.acquire([parseNeeds("serial=b")], ADA, never());
  assert.ok(held && other);
  await server.kill();
  assert.equal((await coded(fabric.check("h1/a", held, never()))).code, "FARM_UNREACHABLE");
  await server.restart();
  await pollUntil(
    async () =>
      await fabric.check("h1/a", held, never()).then(
        () => true,
        () => undefined,
      ),
    50,
    never(),
  );
  const renewed = await fabric.renew(held, never());
  assert.equal(renewed.fence, held.fence);
  await fabric.release(other, never());
  const [next] = await fabric.acquire([parseNeeds("serial=b")], { ...ADA, waitMs: 20_000 }, never());
  assert.ok(next && next.fence > other.fence && next.fence > held.fence);
  await eventually(fabric, (now) => now.length === 2);
});

test("a client that waits for a quarantined phone gets it when the quarantine ends, without another write", async () => {
  await using server = await startNatsServer();
  await using fabric = await NatsFabric.open({ servers: [server.url], name: "test" }, never());
  await using _host = await fabric.register(HOST, [factsOf("a")], never());
  const [first] = await fabric.acquire([parseNeeds("")], ADA, never());
  assert.ok(first);
  await fabric.release(first, never());
  await fabric.quarantine("h1/a", { reason: "lost", untilMs: Date.now() + 300 }, never());
  await using link = await connectNats({ servers: [server.url], name: "listener" }, never());
  const { state } = await link.jsm.streams.info(STREAM);
  // Its allocator and host renew their own entries every few seconds, which would wake it, too.
  const [lease] = await fabric.acquire([parseNeeds("")], { ...ADA, waitMs: 60_000 }, never());
  assert.equal(lease?.fence, state.last_seq + 1);
});

/** Takes calls for a phone, and never answers one. */
const SILENT_HOST = `
const { NatsFabric } = await import(process.argv[1]);
const signal = new AbortController().signal;
const fabric = await NatsFabric.open({ servers: [process.argv[2]], name: "host" }, signal);
fabric.takeCalls(["h1/a"], async () => {
  process.stdout.write("took\\n");
  return await new Promise(() => {});
});
await fabric.list([], signal);
process.stdout.write("ready\\n");
`;

test("a host killed during a call is reported missing, and the error says that it may have acted", async () => {
  await using server = await startNatsServer();
  await using fabric = await NatsFabric.open({ servers: [server.url], name: "test" }, never());
  const module = new URL("../../src/farm/nats/nats-fabric.js", import.meta.url).href;
  const args = ["--input-type=module", "-e", SILENT_HOST, module, server.url];
  const host = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const says = async (word: string) => {
    for (;;) if (String((await once(host.stdout, "data"))[0]).includes(word)) return;
  };
  await says("ready");
  const taken = says("took");
  const call = { schema: 1 as const, caller: "c", device: "h1/a", tool: "tap", args: {}, proof: null };
  const failed = coded(fabric.sendCall("ada", call, never()));
  await taken;
  host.kill("SIGKILL");
  const error = await failed;
  assert.deepEqual([error.code, error.context.mayHaveHappened], ["TIMEOUT", true]);
});

test("one failed precondition among several writes undoes all of them", async () => {
  await using server = await startNatsServer();
  await using link = await connectNats({ servers: [server.url], name: "test" }, never());
  const store = new FarmStore(link);
  await store.ensure(1);
  const write = (key: string, over: number) => ({ key, value: { key }, ttlMs: 60_000, over });
  const first = (await store.write(write("lease.b", 0))) ?? 0;
  for (const last of ["lease.b", "lease.c"]) {
    const writes = [write("lease.a", 0), write(last === "lease.b" ? "lease.c" : "lease.b", 0), write(last, 0)];
    assert.equal(await store.writeAll(writes), undefined);
  }
  assert.deepEqual([await store.revisionOf("lease.a"), await store.revisionOf("lease.c")], [0, 0]);
  const all = [write("lease.a", 0), write("lease.c", 0), write("lease.b", first)];
  assert.deepEqual(await store.writeAll(all), [first + 1, first + 2, first + 3]);
});

test("a server that does not listen is reported, without the password of its address", async () => {
  const servers = [`nats://ada:secret@127.0.0.1:${await freePort()}`];
  const open = NatsFabric.open({ servers, name: "test" }, never());
  const error = await coded(open);
  assert.equal(error.code, "FARM_UNREACHABLE");
  assert.ok(!`${error.message} ${error.hint}`.includes("secret"));
});

test("a server without JetStream cannot hold a farm", async () => {
  await using server = await startNatsServer({ jetstream: false });
  const error = await coded(NatsFabric.open({ servers: [server.url], name: "test" }, never()));
  assert.equal(error.code, "FARM_UNUSABLE");
  assert.match(error.hint, /nats-server -js/);
});

/** Resolves everything except the client of NATS. */
const WITHOUT_CLIENT = `
import { registerHooks } from "node:module";
const missing = (name) => Object.assign(new Error("Cannot find package " + name), { code: "ERR_MODULE_NOT_FOUND" });
registerHooks({
  resolve: (name, context, next) => {
    if (name.startsWith("@nats-io/")) throw missing(name);
    return next(name, context);
  },
});
const { connectNats } = await import(process.argv[1]);
const options = { servers: ["nats://127.0.0.1:1"], name: "test" };
await connectNats(options, new AbortController().signal).catch(({ code, hint }) => process.stdout.write(JSON.stringify({ code, hint })));
`;

test("where the NATS client is not installed, the error names the command that installs it", () => {
  const module = new URL("../../src/farm/nats/connect.js", import.meta.url).href;
  const args = ["--input-type=module", "-e", WITHOUT_CLIENT, module];
  const said = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  assert.equal(said.code, "FARM_CLIENT_MISSING");
  assert.match(said.hint, /^Run `npm install @nats-io\/transport-node@3\.4\.0 @nats-io\/jetstream@3\.4\.0`/);
});
