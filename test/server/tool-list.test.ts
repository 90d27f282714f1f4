import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import * as z from "zod";
import { MOST_SLIM_TOKENS, mostListTokens } from "../../bench/budgets/list-tokens.js";
import { makeToolList } from "../../src/server/make-tool-list.js";
import { readToolList } from "../../src/server/tool-list.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { connectMcp, ERAS, type Era, type McpLink } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

const fieldSchema = z.looseObject({
  type: z.string(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  items: z.unknown().optional(),
});
const toolSchema = z.looseObject({
  name: z.string(),
  description: z.string(),
  inputSchema: z.strictObject({
    type: z.literal("object"),
    properties: z.record(z.string(), fieldSchema),
    required: z.array(z.string()).optional(),
    additionalProperties: z.literal(false),
  }),
  annotations: z.strictObject({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.literal(true),
  }),
});
const SLIM = z.looseObject({ name: z.string(), annotations: z.record(z.string(), z.boolean()).optional() });
const listSchema = z.looseObject({ tools: z.array(toolSchema), nextCursor: z.undefined().optional() });

async function toolsOf(mcp: McpLink) {
  return listSchema.parse(await mcp.client.listTools()).tools;
}

async function listedTools(era: Era, config: { slim?: boolean; readOnly?: boolean } = {}) {
  await using product = await startProduct({ config });
  await using mcp = await connectMcp(product, era);
  return await toolsOf(mcp);
}

/** Without the fields that are undefined. */
async function plainTools(era: Era): Promise<unknown> {
  return JSON.parse(JSON.stringify(await listedTools(era)));
}

/** The size of the whole answer as the client gets it, and the number of tools in it. */
async function listCost(era: Era, config: { slim?: boolean } = {}) {
  await using product = await startProduct({ config: { guard: "confirm", ...config } });
  await using mcp = await connectMcp(product, era);
  const list = await mcp.client.listTools();
  return { tools: list.tools.length, tokens: encode(JSON.stringify(list)).length };
}

test("the packaged tool list equals the list of the tools", () => {
  assert.deepEqual(readToolList(), JSON.parse(JSON.stringify(makeToolList())), "npm run build writes it");
});

for (const era of ERAS) {
  test(`the server declares that no list changes (${era})`, async () => {
    await using product = await startProduct();
    await using mcp = await connectMcp(product, era);
    const { tools, resources, prompts } = mcp.client.getServerCapabilities() ?? {};
    for (const list of [tools, resources, prompts]) assert.deepEqual(list, { listChanged: false });
    await using slim = await connectMcp({ ...product, config: { ...product.config, slim: true } }, era);
    assert.equal(slim.client.getServerCapabilities()?.prompts, undefined);
  });

  test(`the list has every tool on one page, in order, with four annotations each (${era})`, async () => {
    const tools = await listedTools(era);
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS.map(({ name }) => name),
    );
    for (const { name, annotations } of tools) {
      const { kind } = TOOLS.find((tool) => tool.name === name) ?? {};
      assert.equal(annotations.readOnlyHint, kind === "read", name);
      assert.ok(!(annotations.readOnlyHint && annotations.destructiveHint), name);
    }
  });

  test(`the list is the same, byte for byte, between calls and between servers (${era})`, async () => {
    await using product = await startProduct({ app: "com.fovea.form" });
    await using first = await connectMcp(product, era);
    const before = JSON.stringify(await first.client.listTools());
    await first.call("observe");
    await first.call("tap", { target: 'checkbox "I agree to the terms"' });
    product.device.unplug();
    await first.call("list_devices");
    assert.equal(JSON.stringify(await first.client.listTools()), before);
    await using second = await connectMcp(product, era);
    assert.equal(JSON.stringify(await second.client.listTools()), before);
  });
}

test("both protocol eras list the same tools", async () => {
  assert.deepEqual(await plainTools("modern"), await plainTools("legacy"));
});

test("every argument is flat and described, and free text has an example", async () => {
  for (const { name, inputSchema } of await listedTools("modern")) {
    for (const [field, { type, description = "", enum: values }] of Object.entries(inputSchema.properties)) {
      assert.match(type, /^(?:string|integer|number|boolean|array)$/, `${name}.${field}`);
      assert.ok(description !== "", `${name}.${field} has no description`);
      // Serials are what list_devices gives, and the same in every tool.
      const isFree = type === "string" && values === undefined && field !== "device";
      if (isFree) assert.match(description, /\be\.g\. \S|\d,\d|"\w/, `${name}.${field} has no example`);
    }
  }
});

test("every tool that acts or needs an argument has an example call, and the tool accepts it", () => {
  for (const { name, kind, input, example } of [...TOOLS, ...OPTIONAL_TOOLS]) {
    if (kind === "act" || !input.safeParse({}).success) assert.ok(example, name);
    assert.deepEqual(input.safeParse(example ?? {}).error?.issues ?? [], [], name);
  }
});

test("no tool declares an output schema, since clients would then drop its text and images", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  for (const era of ERAS) {
    await using mcp = await connectMcp(product, era);
    assert.ok((await toolsOf(mcp)).every((tool) => !("outputSchema" in tool)));
    const raw: unknown = await mcp.client.callTool({ name: "observe", arguments: { image: true } });
    assert.ok(!z.looseObject({}).parse(raw)["structuredContent"]);
  }
});

test("the whole tool list costs at most 3000 tokens and 150 per tool, and the slim one 300, in both eras", async () => {
  for (const era of ERAS) {
    const full = await listCost(era);
    assert.ok(full.tokens <= mostListTokens(full.tools), `${era}: ${full.tokens} tokens of ${full.tools} tools`);
    const small = await listCost(era, { slim: true });
    assert.ok(small.tokens <= MOST_SLIM_TOKENS, `${era}: ${small.tokens} tokens`);
  }
  await using product = await startProduct({ config: { slim: true } });
  await using mcp = await connectMcp(product, "modern");
  const slim = z.looseObject({ tools: z.array(SLIM) }).parse(await mcp.client.listTools()).tools;
  for (const { name, annotations = {} } of slim) {
    const tool = TOOLS.find((one) => one.name === name);
    // What is left out is what the protocol takes for granted.
    const hints = {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
      ...annotations,
    };
    assert.deepEqual([hints.readOnlyHint, hints.openWorldHint], [tool?.kind === "read", true], name);
    if (hints.readOnlyHint) continue;
    assert.deepEqual([hints.destructiveHint, hints.idempotentHint], [tool?.destructive, tool?.idempotent], name);
  }
  assert.deepEqual(
    slim.map(({ name }) => name),
    ["observe", "tap", "swipe", "type_text", "press_key"],
  );
});

test("a read-only server lists no tool that acts, and refuses one that is called anyway", async () => {
  const tools = await listedTools("modern", { readOnly: true });
  assert.ok(tools.length > 0 && tools.every(({ annotations }) => annotations.readOnlyHint));
  await using product = await startProduct({ config: { readOnly: true } });
  await using mcp = await connectMcp(product);
  const outcome = await mcp.call("tap", { target: "1,1" }).then(
    ({ text }) => text,
    (error: unknown) => String(error),
  );
  assert.match(outcome, /tap/i);
  assert.equal(product.device.log.counts.servicesOpened, 0);
});

test("arguments missing in the schema, and those that slim leaves out of it, are checked by the whole schema", async () => {
  await using product = await startProduct({ app: "com.fovea.form", config: { slim: true } });
  await using mcp = await connectMcp(product);
  const unknown = await mcp.call("observe", { colour: "red" });
  assert.ok(unknown.isError);
  assert.match(unknown.text, /^INVALID_ARGUMENT: observe: .*"colour".*\nNext: Its arguments are: device, image, /);
  const known = await mcp.call("observe", { device: product.serial, details: ["bounds"] });
  assert.equal(known.isError, false);
  assert.match(known.text, /\[\d+,\d+\]\[\d+,\d+\]/);
});
