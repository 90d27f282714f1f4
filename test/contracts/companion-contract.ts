import assert from "node:assert/strict";
import { pollUntil } from "../../src/base/signals.js";
import type { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import type { OnDeviceEvent } from "../../src/devices/companion/messages.js";
import { coded } from "../support/coded.js";
import { never } from "../support/never.js";
import { wholeSnapshot } from "../support/whole-snapshot.js";
import { type Companion, connectTo, findNode } from "./companion.js";
import { assertEachHasItsOwnBase, assertOthersGetWholeTrees, assertPatchesMakeTheTree } from "./companion-patches.js";
import { assertHostileFramesRefused, assertSecretKept, assertSlowReaderHarmsNobody } from "./companion-security.js";

type Register = (name: string, work: () => Promise<void>) => void;

/** What every implementation of the on-device protocol has to do, no matter who wrote it in any language. */
export function testCompanion(name: string, start: () => Promise<Companion>, test: Register): void {
  const on = (what: string, work: (companion: Companion, client: OnDeviceClient) => Promise<void>) => {
    test(`${name}: ${what}`, async () => {
      await using companion = await start();
      await using client = await connectTo(companion);
      await work(companion, client);
    });
  };

  on(
    "a snapshot has windows from front to back, hierarchies with parents before children, and facts",
    async (_, client) => {
      const result = await wholeSnapshot(client, { facts: true });
      const layers = result.windows.filter(({ display }) => display === 0).map(({ layer }) => layer);
      assert.deepEqual(
        layers,
        [...layers].sort((a, b) => b - a),
      );
      for (const { content, nodeCount, basis, seq } of result.windows) {
        assert.deepEqual([content?.length ?? 0, basis, seq], [nodeCount, "walk", result.seq]);
        for (const [place, { parent }] of (content ?? []).entries()) assert.ok(place === 0 || (parent ?? -1) < place);
      }
      const display = result.facts?.displays.find(({ id }) => id === 0);
      assert.ok(display && display.widthPx > 0 && display.heightPx > 0 && display.densityDpi > 0);
      assert.ok(result.windows.some(({ id }) => id === result.facts?.activeWindow));
    },
  );

  on("a hierarchy that the client already has is not sent again, and a changed one is", async (companion, client) => {
    const { window, target } = await findNode(client, companion.button);
    const since = [{ window: window.id, tree: target.tree }];
    const ask = async () => {
      const { result } = await client.request("snapshot", { windows: [window.id], since, basis: "walk" }, never());
      return result.windows[0];
    };
    const same = await ask();
    assert.deepEqual([same?.tree, same?.content], [target.tree, null]);
    await companion.change();
    const other = await ask();
    assert.notEqual(other?.tree, target.tree);
    assert.ok(other?.content);
  });

  on("of a tree that changed a little only that is sent, and it makes the whole tree", assertPatchesMakeTheTree);
  on("clients with different trees are each sent what theirs lacks", assertEachHasItsOwnBase);
  on(
    "without a tree of its own, or without patches in its version, a client is sent whole trees",
    assertOthersGetWholeTrees,
  );

  on(
    "a snapshot by events keeps an unchanged window with its age, and reads a changed one again",
    async (companion, client) => {
      const { window, target } = await findNode(client, companion.button);
      const ask = async () => {
        const { result } = await client.request("snapshot", { windows: [window.id], basis: "events" }, never());
        return result.windows[0];
      };
      await quiet(client);
      await ask();
      const same = await ask();
      assert.deepEqual([same?.basis, same?.tree], ["events", target.tree]);
      await companion.change();
      const changed = await pollUntil(
        async () => {
          const now = await ask();
          return now?.tree === target.tree ? undefined : now;
        },
        20,
        AbortSignal.timeout(60_000),
      );
      assert.ok(changed.content);
    },
  );

  on("a change without an event is found by reading the hierarchy, and in no other way", async (companion, client) => {
    if (!companion.changeSilently) return;
    const { window, target } = await findNode(client, companion.button);
    await quiet(client);
    const ask = async (basis: "walk" | "events") => {
      const { result } = await client.request("snapshot", { windows: [window.id], basis }, never());
      return result.windows[0];
    };
    await ask("walk");
    await companion.changeSilently();
    assert.deepEqual([(await ask("events"))?.tree, (await ask("events"))?.basis], [target.tree, "events"]);
    assert.notEqual((await ask("walk"))?.tree, target.tree);
  });

  on(
    "events have consecutive numbers, and the number of an action is below those of the events it causes",
    async (companion, client) => {
      const seen: OnDeviceEvent[] = [];
      await client.subscribe({}, (event) => seen.push(event), never());
      const { target } = await findNode(client, companion.button);
      const { result } = await client.request("nodeAction", { target, action: "click" }, never());
      await companion.change();
      await pollUntil(
        () => (seen.some(({ seq }) => seq > result.seq) ? true : undefined),
        5,
        AbortSignal.timeout(60_000),
      );
      const numbers = seen.map(({ seq }) => seq);
      assert.deepEqual(
        numbers,
        numbers.map((_seq, place) => (numbers[0] ?? 0) + place),
      );
    },
  );

  on(
    "a node action finds its node by address, and refuses an address in a hierarchy that no longer exists",
    async (companion, client) => {
      const { target } = await findNode(client, companion.button);
      const { result } = await client.request("nodeAction", { target, action: "click" }, never());
      assert.equal(result.performed, true);
      const gone = await coded(
        client.request("nodeAction", { target: { ...target, tree: "0000000000000000" }, action: "click" }, never()),
      );
      assert.deepEqual([gone.code, gone.context.mayHaveHappened], ["REF_STALE", false]);
    },
  );

  on("a gesture that leaves the display is refused before the first touch", async (_, client) => {
    const error = await coded(client.request("gesture", { kind: "tap", x: 1_000_000, y: 1 }, never()));
    assert.deepEqual([error.code, error.context.mayHaveHappened], ["INVALID_ARGUMENT", false]);
    assert.equal((await client.request("health", {}, never())).result.state, "running");
  });

  on("waitIdle ends when no events come or when its time is over, and reports which", async (_, client) => {
    const idle = await client.request("waitIdle", { quietMs: 100, timeoutMs: 5_000 }, never());
    assert.equal(idle.result.idle, true);
    const over = await client.request("waitIdle", { quietMs: 10_000, timeoutMs: 50 }, never());
    assert.equal(over.result.idle, false);
  });

  on("a cancelled waitIdle ends, and the connection stays usable", async (_, client) => {
    const caller = new AbortController();
    const wait = client.request("waitIdle", { quietMs: 10_000, timeoutMs: 60_000 }, caller.signal, {
      timeoutMs: 90_000,
    });
    caller.abort(new Error("enough"));
    await assert.rejects(wait, /enough/);
    assert.equal((await client.request("health", {}, never())).result.state, "running");
  });

  on(
    "a suppressed companion reports that it is suppressed, and answers normally afterwards",
    async (companion, client) => {
      if (!companion.suppression) return;
      await companion.suppression.begin();
      assert.equal((await coded(client.request("snapshot", {}, never()))).code, "ON_DEVICE_SUPPRESSED");
      assert.equal((await client.request("health", {}, never())).result.state, "suppressed");
      await companion.suppression.end();
      const isBack = async () =>
        (await client.request("health", {}, never())).result.state === "running" ? true : undefined;
      await pollUntil(isBack, 20, AbortSignal.timeout(60_000));
      assert.ok((await client.request("snapshot", {}, never())).result.windows.length > 0);
    },
  );

  on(
    "several clients are served at once, one above the limit is refused, and a closed connection frees its place",
    async (companion, client) => {
      const others = await Promise.all([connectTo(companion), connectTo(companion), connectTo(companion)]);
      assert.equal((await coded(connectTo(companion))).code, "ON_DEVICE_BUSY");
      for (const other of others) {
        assert.equal(other.hello.epoch, client.hello.epoch);
        await other.request("health", {}, never());
        other.close();
      }
      const next = await pollUntil(() => connectTo(companion).catch(() => undefined), 20, AbortSignal.timeout(60_000));
      next.close();
    },
  );

  on("what was typed into a password field is in no byte that it sends", assertSecretKept);
  on(
    "whatever a hostile client sends is refused as the protocol says, and the next client is served",
    assertHostileFramesRefused,
  );
  on("a client that never reads harms nobody else", assertSlowReaderHarmsNobody);
}

async function quiet(client: OnDeviceClient): Promise<void> {
  await client.request("waitIdle", { quietMs: 150, timeoutMs: 5_000 }, never());
}
