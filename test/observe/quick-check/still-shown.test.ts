import assert from "node:assert/strict";
import { test } from "node:test";
import { rectOf } from "../../../src/base/geometry.js";
import { quickCheck } from "../../../src/observe/quick-check/quick-check.js";
import { isStillShown, lastSighting } from "../../../src/observe/quick-check/still-shown.js";
import type { UiElement } from "../../../src/screen/element.js";
import { isTooSmallForWords } from "../../../src/screen/hides-its-words.js";
import { TILE, type TileGrid } from "../../../src/screen/tiles.js";
import { never } from "../../support/never.js";
import { observeProduct } from "../../support/observe-product.js";
import { type Product, startProduct } from "../../support/product.js";

/** The same frame except for the tiles around a place. */
function repainted(grid: TileGrid, { bounds }: UiElement): TileGrid {
  const hashes = Uint32Array.from(grid.hashes);
  for (let y = Math.floor(bounds.top / TILE); y * TILE < bounds.bottom; y += 1) {
    for (let x = Math.floor(bounds.left / TILE); x * TILE < bounds.right; x += 1) {
      const at = y * grid.columns + x;
      hashes[at] = ~(hashes[at] ?? 0);
    }
  }
  return { ...grid, hashes };
}

/** An observation of a list of messages, and the result of a quick check of it. */
async function inbox(product: Product) {
  const observation = await observeProduct(product, { frameStats: "off" });
  const session = await product.session();
  const sighting = lastSighting(session);
  const now = await quickCheck(session, never());
  assert.ok(sighting?.observation === observation && now.grid);
  const row = (name: string) => observation.elements.find(({ role, labels }) => role === "row" && labels[0] === name);
  const [dad, library, club] = [row("Dad"), row("Library"), row("Book club")];
  const search = observation.elements.find(({ labels }) => labels[0] === "Search messages");
  const chat = observation.elements.find(({ labels }) => labels[0] === "Start chat");
  assert.ok(dad && library && club && search && chat);
  return { observation, sighting, now, grid: now.grid, dad, library, club, search, chat };
}

test("isStillShown is true where only something far from the element and its neighbours changed", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, grid, dad, search } = await inbox(product);
  assert.equal(isStillShown(sighting, now, dad), true);
  assert.equal(isStillShown(sighting, { ...now, grid: repainted(grid, dad) }, dad), false);
  assert.equal(isStillShown(sighting, { ...now, grid: repainted(grid, search) }, dad), true);
});

test("isStillShown is false for content of a tab's page once the tab looks different, however far away", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, grid, dad, chat } = await inbox(product);
  const onPage = { ...dad, context: { ...dad.context, near: [...dad.context.near, "Start chat"] } };
  const tab = { ...chat, selected: true };
  const elements = sighting.observation.elements.map((one) => (one === dad ? onPage : one === chat ? tab : one));
  const paged = { ...sighting, observation: { ...sighting.observation, elements } };
  const switched = { ...now, grid: repainted(grid, chat) };
  assert.equal(isStillShown(sighting, switched, dad), true);
  assert.equal(isStillShown(paged, now, onPage), true);
  assert.equal(isStillShown(paged, switched, onPage), false);
});

test("isStillShown is false for an icon, since no pixel shows what it means", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, search, chat } = await inbox(product);
  assert.equal(isStillShown(sighting, now, chat), true);
  assert.equal(isStillShown(sighting, now, search), false);
});

test("isStillShown is false for a sum of money, since its end may be cut off", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, chat } = await inbox(product);
  assert.equal(isStillShown(sighting, now, { ...chat, labels: ["Pay 5 €"] }), false);
});

test("isStillShown is false for a text longer than its place, since another end looks the same", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, chat } = await inbox(product);
  assert.equal(isStillShown(sighting, now, { ...chat, labels: ["Start chat with Greta"] }), true);
  assert.equal(isStillShown(sighting, now, { ...chat, labels: ["Start chat with Greta ".repeat(9)] }), false);
  // At 320 dots per inch, 192 and 120 dp wide, and one line high.
  const [text, button] = [rectOf(0, 0, 384, 40), rectOf(0, 0, 240, 40)];
  const fits = (role: UiElement["role"], label: string) =>
    !isTooSmallForWords({ role, labels: [label], bounds: role === "text" ? text : button }, 320);
  for (const [role, label] of [
    ["text", "Share it with Greta and with Omar"],
    ["text", "与格蕾塔和奥马尔分享照片和文件以及视频"],
    ["button", "Share with Greta"],
  ] as const)
    assert.deepEqual([fits(role, label.slice(0, 16)), fits(role, label)], [true, role === "button"], label);
  assert.equal(fits("button", "Share with Gretchen"), false);
});

test("isStillShown is false for an element of which only a strip is visible, since its text cannot be seen", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, chat } = await inbox(product);
  const { left, top, right } = chat.bounds;
  assert.equal(isStillShown(sighting, now, { ...chat, bounds: rectOf(left, top, right, top + 40) }), true);
  assert.equal(isStillShown(sighting, now, { ...chat, bounds: rectOf(left, top, right, top + 1) }), false);
});

test("isStillShown is false for a row cut off at the end of its list, unless most of it is visible", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { observation, sighting, now, dad } = await inbox(product);
  const { top, bottom } = dad.bounds;
  const isShownAs = (share: number) => {
    const end = top + Math.round((bottom - top) * share);
    const list: UiElement = { ...dad, ref: "e99", role: "list", labels: [], actions: ["scroll"] };
    const scrolling = { ...list, bounds: { ...list.bounds, top: 0, bottom: end } };
    const row: UiElement = { ...dad, parent: list.ref, bounds: { ...dad.bounds, bottom: end } };
    const elements = [scrolling, ...observation.elements.map((one) => (one.ref === dad.ref ? row : one))];
    return isStillShown({ ...sighting, observation: { ...observation, elements } }, now, row);
  };
  assert.equal(isShownAs(0.9), true);
  assert.equal(isShownAs(0.5), false);
});

test("isStillShown is false where the title of the page changed", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { observation, sighting, now, grid, club } = await inbox(product);
  const title = observation.elements.find(({ labels }) => labels.join(" ") === club.context.heading);
  assert.ok(title && title.ref !== club.ref);
  assert.equal(isStillShown(sighting, { ...now, grid: repainted(grid, title) }, club), false);
});

test("isStillShown stays true where something ticks just above or below the title of the page", async () => {
  await using product = await startProduct({ isFullSize: true, app: "com.fovea.messages" });
  const { observation, sighting, now, grid, club } = await inbox(product);
  const title = observation.elements.find(({ labels }) => labels.join(" ") === club.context.heading);
  assert.ok(title);
  const { left, right, bottom } = title.bounds;
  const ticking = { ...title, labels: ["3 seconds"], bounds: rectOf(left, bottom, right, bottom + TILE) };
  const ticks = { ...sighting, observation: { ...observation, elements: [...observation.elements, ticking] } };
  assert.ok(bottom % TILE > 0, "they share tiles");
  assert.equal(isStillShown(ticks, { ...now, grid: repainted(grid, ticking) }, club), true);
});

test("isStillShown is false for a row where another row changed, since an equal row may have come", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, grid, dad, club, chat } = await inbox(product);
  assert.equal(isStillShown(sighting, { ...now, grid: repainted(grid, dad) }, club), false);
  assert.equal(isStillShown(sighting, { ...now, grid: repainted(grid, dad) }, chat), true);
});

test("isStillShown is false for one of two equal elements where anything changed, since they may have changed places", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, grid, dad, library, search } = await inbox(product);
  const twin = { ...library, labels: dad.labels, bounds: rectOf(0, 0, 1, 1) };
  const { observation } = sighting;
  const elements = observation.elements.map((one) => (one === library ? twin : one));
  const twins = { ...sighting, observation: { ...observation, elements } };
  assert.equal(isStillShown(twins, now, dad), true);
  assert.equal(isStillShown(twins, { ...now, grid: repainted(grid, search) }, dad), false);
});

test("isStillShown is false where the container of the element changed, however far it reaches", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, grid, dad, club } = await inbox(product);
  const { observation } = sighting;
  const elements = observation.elements.map((one) => (one === dad ? { ...dad, parent: club.ref } : one));
  const inside = elements.find(({ ref }) => ref === dad.ref) ?? dad;
  const nested = { ...sighting, observation: { ...observation, elements } };
  assert.equal(isStillShown(nested, { ...now, grid: repainted(grid, club) }, inside), false);
});

test("isStillShown is false for a row that the end of its page cuts off, as by a keyboard", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { observation, sighting, now, dad } = await inbox(product);
  const tree = observation.viewHierarchy;
  assert.ok(tree && dad.node !== null);
  const page = tree.nodes[dad.node]?.parent ?? -1;
  const end = Math.round((dad.bounds.top + dad.bounds.bottom) / 2);
  const row: UiElement = { ...dad, parent: null, bounds: { ...dad.bounds, bottom: end } };
  const elements = observation.elements.map((one) => (one.ref === dad.ref ? row : one));
  const isShownBelow = (bottom: number) => {
    const nodes = tree.nodes.map((one, at) => (at === page ? { ...one, bounds: rectOf(0, 0, 540, bottom) } : one));
    const cut = { ...observation, elements, viewHierarchy: { ...tree, nodes } };
    return isStillShown({ ...sighting, observation: cut }, now, row);
  };
  assert.equal(isShownBelow(2 * end - dad.bounds.top), true);
  assert.equal(isShownBelow(end + 4), false);
  assert.equal(isShownBelow(end), false);
});

test("isStillShown is false where the heading of the section changed, even only in its numbers", async () => {
  await using product = await startProduct({ app: "com.fovea.messages" });
  const { sighting, now, grid, dad, chat } = await inbox(product);
  const inSection = { ...dad, context: { ...dad.context, section: "March #" } };
  const headed = (counting: boolean) => {
    const heading: UiElement = { ...chat, role: "text", labels: ["March 2026"], actions: [], parent: null, counting };
    const elements = sighting.observation.elements.map((one) =>
      one === dad ? inSection : one === chat ? heading : one,
    );
    return { ...sighting, observation: { ...sighting.observation, elements } };
  };
  const replaced = { ...now, grid: repainted(grid, chat) };
  assert.equal(isStillShown(headed(false), now, inSection), true);
  assert.equal(isStillShown(headed(false), replaced, inSection), false);
  assert.equal(isStillShown(headed(true), replaced, inSection), true);
});
