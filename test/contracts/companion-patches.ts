import assert from "node:assert/strict";
import * as z from "zod";
import type { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import { frameOf, readFrames } from "../../src/devices/companion/frames.js";
import { REPLY_BYTES } from "../../src/devices/companion/limits.js";
import { LiveCompanion } from "../../src/devices/companion/live-companion.js";
import type { OnDeviceWindow, SentWindow } from "../../src/devices/companion/results.js";
import type { TreePatch } from "../../src/devices/companion/tree-patch.js";
import { wholeWindow } from "../../src/devices/companion/whole-window.js";
import { never } from "../support/never.js";
import { wholeSnapshot } from "../support/whole-snapshot.js";
import { type Companion, connectTo, findNode } from "./companion.js";

/** A client that had the tree is sent what changed, and has then what another one is sent whole. */
export async function assertPatchesMakeTheTree(companion: Companion, client: OnDeviceClient): Promise<void> {
  const live = await LiveCompanion.on(client, never());
  const { window } = await findNode(client, companion.button);
  const app = async () => {
    const { windows } = await live.snapshot({ basis: "walk" }, never());
    return windows.find(({ id }) => id === window.id);
  };
  const before = (await app())?.content ?? [];
  await companion.change();
  await quiet(client);
  const after = (await app())?.content ?? [];
  const same = after.filter((node, place) => node === before[place]);
  assert.ok(
    same.length * 2 > after.length && same.length < after.length,
    `${same.length} of ${after.length} are the same`,
  );
  await using other = await connectTo(companion);
  const { windows } = await wholeSnapshot(other, { windows: [window.id] });
  assert.deepEqual(after, windows[0]?.content);
}

/** Each of two clients is sent what its own tree lacks. */
export async function assertEachHasItsOwnBase(companion: Companion, one: OnDeviceClient): Promise<void> {
  await using two = await connectTo(companion);
  await quiet(one);
  const { window: first } = await findNode(one, companion.button);
  await companion.change();
  await quiet(one);
  const { window: second } = await findNode(two, companion.button);
  const forOne = await since(one, first);
  assert.equal(patchOf(forOne).base, first.tree);
  assert.deepEqual(wholeWindow(forOne, first, 2).content, second.content);
  await companion.change();
  await quiet(one);
  const forTwo = await since(two, second);
  assert.equal(patchOf(forTwo).base, second.tree);
  assert.deepEqual((await since(two, wholeWindow(forTwo, second, 2))).content, null);
  assert.equal((await since(one, first)).tree, forTwo.tree);
}

/** Who names no tree, or one that was never sent, and who speaks the first version only. */
export async function assertOthersGetWholeTrees(companion: Companion, client: OnDeviceClient): Promise<void> {
  await quiet(client);
  const { window } = await findNode(client, companion.button);
  await companion.change();
  await quiet(client);
  const unknown = await since(client, { ...window, tree: "0000000000000000" });
  assert.equal(wholeWindow(unknown, undefined, 2).content?.length, unknown.nodeCount);
  const ask = { windows: [window.id], since: [{ window: window.id, tree: window.tree }] };
  const old = await asFirstVersion(companion, ask);
  assert.deepEqual(
    old.map(({ tree, content }) => [tree, content?.nodes.length, content && "base" in content]),
    [[unknown.tree, unknown.nodeCount, false]],
  );
  assert.ok(patchOf(await since(client, window)));
}

async function since(client: OnDeviceClient, { id, tree }: Pick<OnDeviceWindow, "id" | "tree">): Promise<SentWindow> {
  const named = tree === null ? [] : [{ window: id, tree }];
  const { result } = await client.request("snapshot", { windows: [id], since: named, basis: "walk" }, never());
  const [window] = result.windows;
  assert.ok(window);
  return window;
}

function patchOf({ content }: SentWindow): TreePatch {
  if (content !== null && "base" in content) return content;
  throw new Error("no patch");
}

const replySchema = z.object({
  result: z.object({
    windows: z.array(
      z.object({ tree: z.string(), content: z.looseObject({ nodes: z.array(z.unknown()) }).nullable() }),
    ),
  }),
});

async function asFirstVersion(companion: Companion, params: object) {
  await using stream = await companion.open();
  const frames = readFrames(stream, REPLY_BYTES);
  await stream.write(frameOf(Buffer.from('{"hello":{"versions":[1],"client":"old"}}')));
  const hello = await frames.next();
  assert.equal(JSON.parse(String(hello.value)).hello.version, 1);
  await stream.write(frameOf(Buffer.from(JSON.stringify({ id: 1, method: "snapshot", params }))));
  const reply = await frames.next();
  return replySchema.parse(JSON.parse(String(reply.value))).result.windows;
}

async function quiet(client: OnDeviceClient): Promise<void> {
  await client.request("waitIdle", { quietMs: 150, timeoutMs: 5_000 }, never());
}
