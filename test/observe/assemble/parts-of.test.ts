import assert from "node:assert/strict";
import { test } from "node:test";
import { lookWith } from "../../../src/observe/assemble/parts-of.js";
import { OBSERVE_ALL } from "../../../src/observe/observe-request.js";
import { deviceFacts } from "../../../src/observe/probes/device.js";
import { NO_FACTS } from "../../../src/observe/probes.js";
import { look } from "../../../src/observe/sources/take-parts.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";

test("a part is computed again only where the results it depends on changed", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  const session = await product.session();
  const context = { session, device: session.device, facts: deviceFacts(session, never()) };
  const first = await look(context, OBSERVE_ALL, never());
  const tree = first.hierarchy?.value;
  assert.ok(first.merged && first.hierarchy && tree?.windowAfter && first.hierarchyElements.length > 0);

  const pictured = lookWith(first, { screenshot: null });
  assert.equal(pictured.merged, first.merged);
  assert.equal(pictured.hierarchyElements, first.hierarchyElements);
  assert.equal(pictured.fields, first.fields);

  const factless = lookWith(first, { facts: NO_FACTS });
  assert.deepEqual([factless.merged, factless.fields.frameStats], [first.merged, null]);

  const { hierarchy } = first;
  const paged = lookWith(first, { hierarchy: { ...hierarchy, value: { ...tree, drafts: null } } });
  assert.equal(paged.merged, first.merged);
  assert.notEqual(paged.hierarchyElements, first.hierarchyElements);
  assert.equal(paged.hierarchyElements.length, first.hierarchyElements.length);
  // These results have to be found again; they can come from nowhere else.
  assert.equal(lookWith(paged, { screenshot: null }).hierarchyElements, paged.hierarchyElements);

  const turned = { ...tree.windowAfter, screenSize: { width: 77, height: 88 } };
  const other = lookWith(first, { hierarchy: { ...hierarchy, value: { ...tree, windowAfter: turned } } });
  assert.deepEqual(other.merged?.facts.screenSize, { width: 77, height: 88 });
  assert.notEqual(other.hierarchyElements, first.hierarchyElements);
});

/* mutations
- file: src/observe/assemble/parts-of.ts
  from: "window === look.window && isSameWord ? look.merged : mergeWindow(parts)"
  to: "window === look.window ? look.merged : mergeWindow(parts)"
  name: "a part is computed again only where the results it depends on changed"
- file: src/observe/assemble/parts-of.ts
  from: "isSameTree && merged === look.merged ? look.hierarchyElements : elementsIn(hierarchy, merged)"
  to: "elementsIn(hierarchy, merged)"
  name: "a part is computed again only where the results it depends on changed"
*/
