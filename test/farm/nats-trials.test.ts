import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { test as plainTest } from "node:test";
import { backOff } from "../../src/base/signals.js";
import { FenceMemory } from "../../src/farm/files/fence-memory.js";
import { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { factsOf } from "../support/farm-facts.js";
import { type FarmEvent, violationsOf } from "../support/farm-history.js";
import { howMany } from "../support/how-many.js";
import { randomFrom } from "../support/mutations.js";
import { type NatsServer, startNatsServer } from "../support/nats-server.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";

const { test } = needsPrograms("nats-server");

/** Takes phones again and again; says what it got and what it sends, and acts by its host, which is the test. */
const HOLDER = `
const { NatsFabric } = await import(process.argv[1]);
const { backOff } = await import(process.argv[4]);
const signal = new AbortController().signal;
const fabric = await NatsFabric.open({ servers: [process.argv[2]], name: "holder" }, signal);
let action = Number(process.argv[3]) * 1e6;
const say = (event) => process.stdout.write(JSON.stringify({ at: Number(process.hrtime.bigint()), ...event }) + "\\n");
for (;;) {
  try {
    const [lease] = await fabric.acquire([[]], { ttlMs: 1000, waitMs: 5000, tenant: "t" + process.argv[3] }, signal);
    say({ is: "granted", phone: lease.device, fence: lease.fence, holder: process.argv[3] });
    for (let isHeld = true; isHeld; ) {
      action += 1;
      const call = { schema: 1, caller: "c", device: lease.device, tool: String(action), args: {}, proof: lease };
      say({ is: "sent", action, phone: lease.device, fence: lease.fence });
      isHeld = await fabric.sendCall("t", call, signal).then(({ isDone }) => isDone, () => false);
      await backOff(20, signal);
      if (action % 7 === 0) await fabric.renew(lease, signal);
      if (action % 31 === 0) await fabric.release(lease, signal);
    }
  } catch {}
}
`;

type Holder = ChildProcessByStdio<Writable | null, Readable, null>;

function startHolder(url: string, index: number, note: (event: Timed) => void): Holder {
  const [fabric = "", signals = ""] = ["farm/nats/nats-fabric", "base/signals"].map(
    (name) => new URL(`../../src/${name}.js`, import.meta.url).href,
  );
  const args = ["--input-type=module", "-e", HOLDER, fabric, url, String(index), signals];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  createInterface({ input: child.stdout }).on("line", (line) => note(JSON.parse(line)));
  return child;
}

/** By the clock that all processes of this boot share. */
type Timed = FarmEvent & { readonly at: number };

const now = () => Number(process.hrtime.bigint());

interface Trial {
  readonly seed: number;
  /** How many times holders are stopped, killed, or the server is. */
  readonly faults: number;
  /** A host that does not ask for the lease, to show that this is found. */
  readonly isCareless?: boolean;
}

/** Two phones, four holders that are stopped and killed, a server that is killed: what the checker says of it. */
async function runTrial({ seed, faults, isCareless = false }: Trial) {
  const events: Timed[] = [];
  const random = randomFrom(seed);
  const folder = mkdtempSync(join(tmpdir(), "fovea-trial-"));
  await using server = await startNatsServer();
  await using fabric = await NatsFabric.open({ servers: [server.url], name: "host" }, never());
  await using _host = await fabric.register({ id: "h1", version: "0.1.0" }, [factsOf("a"), factsOf("b")], never());
  const fences = new FenceMemory(folder);
  using _calls = fabric.takeCalls(["h1/a", "h1/b"], async ({ tool, device, proof }) => {
    try {
      if (!isCareless) await fabric.check(device, proof, never());
      if (!isCareless) fences.admit(device, proof?.fence ?? 0);
      events.push({ at: now(), is: "done", action: Number(tool) });
      return { isDone: true };
    } catch {
      events.push({ at: now(), is: "refused", action: Number(tool) });
      return { isDone: false };
    }
  });
  const start = (index: number) => startHolder(server.url, index, (event) => events.push(event));
  const holders = [1, 2, 3, 4].map(start);
  try {
    for (let fault = 0; fault < faults; fault += 1) await doHarm({ random, server, holders, start, fault });
  } finally {
    for (const holder of holders) await end(holder);
    rmSync(folder, { recursive: true, force: true });
  }
  const count = (is: FarmEvent["is"]) => events.filter((event) => event.is === is).length;
  return {
    violations: violationsOf(events.sort((a, b) => a.at - b.at)),
    granted: count("granted"),
    done: count("done"),
    refused: count("refused"),
  };
}

interface Harm {
  readonly random: (below: number) => number;
  readonly server: NatsServer;
  readonly holders: Holder[];
  readonly start: (index: number) => Holder;
  readonly fault: number;
}

async function doHarm({ random, server, holders, start, fault }: Harm): Promise<void> {
  const index = random(holders.length);
  const holder = holders[index];
  if (!holder) return;
  if (fault % 5 === 4) {
    await server.kill();
    await server.restart();
  } else if (fault % 5 === 3) {
    await end(holder);
    holders[index] = start(10 + fault);
  } else {
    holder.kill("SIGSTOP");
    await backOff(1_500, never()); // past the lease's end
    holder.kill("SIGCONT");
  }
  await backOff(200 + random(600), never());
}

async function end(holder: Holder): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  const gone = once(holder, "exit");
  holder.kill("SIGKILL");
  await gone;
}

plainTest("the checker finds a fence with two holders, and an action under an old fence", () => {
  const granted = (fence: number, holder: string) => ({ is: "granted", phone: "a", fence, holder }) as const;
  const sent = (action: number, fence: number) => ({ is: "sent", action, phone: "a", fence }) as const;
  const done = (action: number) => ({ is: "done", action }) as const;
  const fine: readonly FarmEvent[] = [granted(1, "x"), sent(1, 1), granted(2, "y"), done(1), sent(2, 2), done(2)];
  assert.deepEqual(violationsOf(fine), []);
  assert.deepEqual(violationsOf([granted(1, "x"), granted(1, "y")]), ["a: fence 1 has two holders"]);
  const late = [granted(1, "x"), granted(2, "y"), sent(1, 1), done(1)];
  assert.deepEqual(violationsOf(late), ["a: done under fence 1, and 2 had been granted"]);
  const crossed = [granted(1, "x"), sent(1, 1), granted(2, "y"), sent(2, 2), done(2), done(1)];
  assert.deepEqual(violationsOf(crossed), ["a: done under fence 1 after 2"]);
  assert.deepEqual(violationsOf([done(7)]), ["action 7 was done, and nobody sent it"]);
});

test("no phone has two holders, and no action uses an old fence, while programs are stopped and killed", async () => {
  const seed = Number(process.env["FOVEA_SEED"] ?? 1);
  const { violations, granted, done } = await runTrial({ seed, faults: howMany(6, 25) });
  assert.deepEqual(violations, [], `seed ${seed}`);
  assert.ok(granted >= 8 && done >= 8, `${granted} grants, ${done} actions`);
});

test("the same trial finds a host that does not check the lease", async () => {
  const { violations } = await runTrial({ seed: 1, faults: 4, isCareless: true });
  assert.ok(violations.length > 0);
});
