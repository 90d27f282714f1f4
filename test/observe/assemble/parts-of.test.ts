import assert from "node:assert/strict";
import { test } from "node:test";
import { lookWith } from "../../../src/observe/assemble/parts-of.js";
import { OBSERVE_ALL } from "../../../src/observe/observe-request.js";
import { deviceFacts } from "../../../src/observe/probes/device.js";
import { NO_FACTS } from "../../../src/observe/probes.js";
import { look } from "../../../src/observe/sources/take-parts.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";

test("what follows from results that stay is not worked out again, and what follows from others is", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  const session = await product.session();
  const context = { session, device: session.device, facts: deviceFacts(session, never()) };
  const first = await look(context, OBSERVE_ALL, never());
  const tree = first.hierarchy?.value;
  assert.ok(first.merged && first.hierarchy && tree?.windowAfter && first.treeElements.length > 0);

  const pictured = lookWith(first, { screenshot: null });
  assert.equal(pictured.merged, first.merged);
  assert.equal(pictured.treeElements, first.treeElements);
  assert.equal(pictured.fields, first.fields);

  const factless = lookWith(first, { facts: NO_FACTS });
  assert.deepEqual([factless.merged, factless.fields.frameStats], [first.merged, null]);

  const { hierarchy } = first;
  const paged = lookWith(first, { hierarchy: { ...hierarchy, value: { ...tree, drafts: null } } });
  assert.equal(paged.merged, first.merged);
  assert.notEqual(paged.treeElements, first.treeElements);
  assert.equal(paged.treeElements.length, first.treeElements.length);
  // These had to be found again; nothing else is there to take them from.
  assert.equal(lookWith(paged, { screenshot: null }).treeElements, paged.treeElements);

  const turned = { ...tree.windowAfter, screenSize: { width: 77, height: 88 } };
  const other = lookWith(first, { hierarchy: { ...hierarchy, value: { ...tree, windowAfter: turned } } });
  assert.deepEqual(other.merged?.facts.screenSize, { width: 77, height: 88 });
  assert.notEqual(other.treeElements, first.treeElements);
});

/* mutations
- file: src/observe/assemble/parts-of.ts
  from: "window === look.window && isSameWord ? look.merged : mergeWindow(parts)"
  to: "window === look.window ? look.merged : mergeWindow(parts)"
  name: "what follows from results that stay is not worked out again, and what follows from others is"
- file: src/observe/assemble/parts-of.ts
  from: "isSameTree && merged === look.merged ? look.treeElements : elementsIn(hierarchy, merged)"
  to: "elementsIn(hierarchy, merged)"
  name: "what follows from results that stay is not worked out again, and what follows from others is"
*/
