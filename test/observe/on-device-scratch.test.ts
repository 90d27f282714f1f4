import { test } from "node:test";
import { OBSERVE_TREE, observe } from "../../src/observe/observe.js";
import { renderScreen } from "../../src/screen/screen-text.js";
import { useHalves } from "../support/half-ways.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";

test("scratch", async () => {
  await using product = await startProduct({ apiLevel: 34, onDevice: "enabled", link: useHalves, app: "com.android.settings" });
  const session = await product.session();
  for (let i = 0; i < 3; i++) {
    const { observation } = await observe(session, { ...OBSERVE_TREE, fresh: i !== 2 }, never());
    console.log(renderScreen(observation));
    console.log(JSON.stringify({ ...observation, viewHierarchy: observation.viewHierarchy?.windows, elements: observation.elements.slice(0,2) }, null, 1));
  }
  const { observation } = await observe(session, { ...OBSERVE_TREE, source: "uiautomator" }, never());
  console.log(renderScreen(observation));
  console.log(JSON.stringify({ ...observation, viewHierarchy: observation.viewHierarchy?.windows, elements: [] }, null, 1));
  const { observation: o2 } = await observe(session, OBSERVE_TREE, never());
  console.log(renderScreen(o2));
});
