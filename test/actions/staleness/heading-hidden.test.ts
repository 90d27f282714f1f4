import assert from "node:assert/strict";
import { test } from "node:test";
import { headingHidden } from "../../../src/actions/staleness/heading-hidden.js";
import type { UiElement } from "../../../src/screen/element.js";
import { observeProduct } from "../../support/observe-product.js";
import { startProduct } from "../../support/product.js";

test("a heading that scrolled out of sight may have changed; a visible one and one never shown have not", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  const screen = await observeProduct(product);
  const box = screen.elements.find(({ role }) => role === "checkbox");
  assert.ok(box);
  const under = (section: string | null): UiElement => ({ ...box, context: { ...box.context, section } });
  const title = { ...box, ref: "e900", role: "text", labels: ["Terms 2"] } as const;
  const withBox = (one: UiElement, ...more: readonly UiElement[]) => {
    const others = screen.elements.filter(({ ref }) => ref !== box.ref);
    return { ...screen, elements: [...more, ...others, one] };
  };
  const judge = (section: string | null, isShown: boolean, isFound: boolean) =>
    headingHidden({
      targetNames: [box.ref],
      shown: withBox(under(section), ...(isShown ? [title] : [])),
      found: withBox(under(section), ...(isFound ? [title] : [])),
    })?.kind ?? "still";
  assert.equal(judge("Terms 2", true, false), "unknown");
  assert.equal(judge("Terms 2", true, true), "still");
  assert.equal(judge("Terms 2", false, false), "still");
  assert.equal(judge(null, true, false), "still");
  assert.equal(headingHidden({ targetNames: [box.ref], shown: null, found: screen }), null);
});
