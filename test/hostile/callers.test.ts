import assert from "node:assert/strict";
import { test } from "node:test";
import { TOOLS } from "../../src/tools/tools.js";
import { askHttp, connectHttp, startHttp } from "../support/http-link.js";
import { connectMcp, ERAS } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

/** Longer than any answer without a screen has a reason to be. */
const MOST_CHARS = 6_000;

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

for (const era of ERAS) {
  test(`unknown argument names in an error are shortened and few (${era})`, async () => {
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
      /^INVALID_ARGUMENT: observe: there is no argument "devise", "pixels"\nNext: Did you mean device for "devise"\? Its arguments are: /,
    );
  });

  test(`argument values in an error are shortened (${era})`, async () => {
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

  test(`a value nested thousands of levels deep is refused as an argument of the wrong type (${era})`, async () => {
    await using product = await startProduct();
    await using mcp = await connectMcp(product, era);
    const deep: unknown = JSON.parse(`${"[".repeat(4_000)}${"]".repeat(4_000)}`);
    for (const { name, input } of TOOLS) {
      for (const field of Object.keys(input.shape)) {
        const { text, isError } = await mcp.call(name, { [field]: deep });
        assert.ok(isError && text.startsWith("INVALID_ARGUMENT: "), `${name}, ${field}: ${text.slice(0, 300)}`);
      }
    }
  });

  for (const route of ["in process", "over HTTP"] as const) {
    test(`unknown names of tools, prompts and resources are shortened in errors (${era}, ${route})`, async () => {
      await using product = await startProduct();
      await using http = await startHttp(product);
      await using mcp = route === "over HTTP" ? await connectHttp(http, era) : await connectMcp(product, era);
      const { client } = mcp;
      const long = "z".repeat(route === "over HTTP" ? 9_000 : 900_000);
      for (const ask of [
        async () => await mcp.call(long),
        async () => await client.getPrompt({ name: long }),
        async () => await client.readResource({ uri: `fovea://devices/${long}/outline` }),
        async () => await client.readResource({ uri: `none:${long}` }),
      ]) {
        const said = await ask().then(
          () => assert.fail("it was not refused"),
          (error: unknown) => JSON.stringify([String(error), error]),
        );
        assert.ok(said.length < MOST_CHARS, `${said.length}: ${said.slice(0, 200)}`);
      }
    });
  }

  test(`a name in the body that differs from the one in the header is shortened in the error (${era})`, async () => {
    await using product = await startProduct();
    await using http = await startHttp(product);
    const headers = { authorization: `Bearer ${http.token}`, "mcp-method": "tools/call", "mcp-name": "observe" };
    const version = era === "modern" ? { "mcp-protocol-version": "2026-07-28" } : {};
    const params = { name: "n".repeat(900_000), arguments: {}, _meta: META };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const answer = await askHttp(http.url, { headers: { ...headers, ...version }, body });
    assert.ok(answer.status >= 400 && answer.body.length < MOST_CHARS, `${answer.status}, ${answer.body.length}`);
  });
}
