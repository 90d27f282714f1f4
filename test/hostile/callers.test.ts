import assert from "node:assert/strict";
import { test } from "node:test";
import { TOOLS } from "../../src/tools/tools.js";
import { connectMcp, ERAS } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

/** Longer than any answer without a screen has a reason to be. */
const MOST_CHARS = 6_000;

for (const era of ERAS) {
  test(`names of arguments that a caller made up come back cut, and few of them (${era})`, async () => {
    await using product = await startProduct();
    await using mcp = await connectMcp(product, era);
    const long = { ["x".repeat(900_000)]: 1 };
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`name_${at}`, at]));
    for (const { name } of TOOLS) {
      for (const args of [long, many]) {
        const { text, isError } = await mcp.call(name, args);
        assert.ok(isError && text.startsWith("INVALID_ARGUMENT: "), text.slice(0, 300));
        assert.ok(text.length < MOST_CHARS, `${name}: ${text.length}`);
      }
    }
    const { text } = await mcp.call("observe", { devise: "x", pixels: true });
    assert.match(
      text,
      /^INVALID_ARGUMENT: observe: arguments: there is no "devise", "pixels"\nNext: Its arguments are: /,
    );
  });

  test(`values that a caller made up come back cut, too (${era})`, async () => {
    await using product = await startProduct();
    await using mcp = await connectMcp(product, era);
    const long = "y".repeat(900_000);
    for (const args of [{ device: long }, { target: long }, { key: long }, { steps: [{ tool: long }] }]) {
      for (const { name } of TOOLS) {
        const { text } = await mcp.call(name, args);
        assert.ok(text.length < MOST_CHARS, `${name}: ${text.length}`);
      }
    }
  });
}
