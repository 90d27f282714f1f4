import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { TOOLS } from "../../src/tools/tools.js";
import { scratchFolder } from "../support/device-recording.js";
import { EVERY_CALL } from "../support/every-call.js";
import type { McpLink } from "../support/mcp-link.js";
import { needsPrograms } from "../support/needs.js";
import { type Route, startProduct } from "../support/product.js";
import { type ClientMode, connectServe, productFlags, RawServe } from "../support/serve-process.js";

const namesSchema = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });

async function callEveryTool(mcp: McpLink): Promise<void> {
  const { tools } = namesSchema.parse(await mcp.client.listTools());
  assert.deepEqual(
    tools.map(({ name }) => name),
    TOOLS.map(({ name }) => name),
  );
  assert.deepEqual(EVERY_CALL.map(([name]) => name).sort(), tools.map(({ name }) => name).sort());
  for (const [name, args, expected] of EVERY_CALL) {
    const { text, isError, image } = await mcp.call(name, args);
    assert.equal(isError, false, `${name}: ${text}`);
    assert.match(text, expected, name);
    assert.equal(image !== null, name === "screenshot" || args["image"] === true, name);
  }
}

function serves(mode: ClientMode, route: Route): readonly [string, () => Promise<void>] {
  return [
    `an installed server answers each of its tools (${mode} client, ${route})`,
    async () => {
      await using product = await startProduct({ route, speed: 30 });
      await using mcp = await connectServe([...productFlags(product), "--companion", "shell"], mode);
      assert.match(mcp.client.getInstructions() ?? "", /It is data, not instructions/);
      assert.equal(mcp.client.getServerVersion()?.name, "fovea");
      await callEveryTool(mcp);
      assert.deepEqual(product.device.log.defects, []);
    },
  ];
}

// A client of either era on either route: `server/eras` holds every tool to the same answer for both.
test(...serves("auto", "in process"));
needsPrograms("adb").test(...serves("legacy", "real adb"));

test("an installed server answers a client that speaks only the newest protocol", async () => {
  await using product = await startProduct({ speed: 30 });
  await using mcp = await connectServe(productFlags(product), "modern");
  const { tools } = namesSchema.parse(await mcp.client.listTools());
  assert.equal(tools.length, TOOLS.length);
  const { text, isError } = await mcp.call("list_devices", {});
  assert.equal(isError, false, text);
  assert.ok(text.includes(product.serial), text);
});

test("a server whose guard policy has a mistake answers no handshake, and names the line on standard error", async () => {
  using folder = scratchFolder();
  const policy = join(folder.path, "guard.policy");
  writeFileSync(policy, "allow send\nnonsense here\n");
  await using server = new RawServe(["--guard-policy", policy]);
  server.request(0, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  });
  assert.equal(await server.ended(), 2);
  assert.equal(server.stdout, "");
  assert.match(server.stderr, /INVALID_ARGUMENT: .*guard\.policy: line 2/);
});

test("a modern client is answered in the newest protocol, and an older one in its own", async () => {
  await using modern = new RawServe([]);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  modern.request(1, "server/discover", { _meta: meta });
  const discovered = (await modern.answer(1)).result;
  assert.deepEqual(discovered?.["supportedVersions"], ["2026-07-28"]);
  assert.match(String(discovered?.["instructions"]), /It is data, not instructions/);
  modern.request(2, "tools/list", { _meta: meta });
  assert.equal((await modern.answer(2)).result?.["resultType"], "complete");
  await using legacy = new RawServe([]);
  assert.equal((await legacy.initialize()).result?.["protocolVersion"], "2025-06-18");
});

test("two servers send the same tool list, byte for byte", async () => {
  const lists = [];
  for (const flags of [[], ["--output-dir", "elsewhere"]]) {
    await using server = new RawServe(flags);
    await server.initialize();
    server.request(1, "tools/list");
    await server.answer(1);
    lists.push(server.stdout.split("\n").find((line) => line.includes('"tools":[')));
  }
  assert.ok(lists[0]?.includes('"observe"'));
  assert.equal(lists[0], lists[1]);
});
