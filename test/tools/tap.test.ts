import assert from "node:assert/strict";
import { test } from "node:test";
import { connectMcp, ERAS } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

for (const era of ERAS) {
  test(`a tap on a checkbox checks it and says so (${era})`, async () => {
    await using product = await startProduct({ app: "com.fovea.form" });
    await using mcp = await connectMcp(product, era);
    const before = await mcp.call("observe");
    const [, ref] = /^(e\d+) checkbox "I agree to the terms"$/m.exec(before.text) ?? [];
    const { text, isError } = await mcp.call("tap", { target: 'checkbox "I agree to the terms"' });
    assert.equal(isError, false);
    assert.match(text, new RegExp(`^tapped ${ref} checkbox "I agree to the terms" at \\d+,\\d+$`, "m"));
    assert.match(text, new RegExp(`^~ ${ref} checkbox "I agree to the terms" checked$`, "m"));
  });
}
