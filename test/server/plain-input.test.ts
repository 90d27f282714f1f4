import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { FoveaProcess } from "../support/fovea-process.js";
import { askHttp, startHttp } from "../support/http-link.js";
import { connectMcp, ERAS } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";
import { tempFolder } from "../support/temp-folder.js";

const ALL = [...TOOLS, ...OPTIONAL_TOOLS];

/** The library's own sentences, in whichever of its releases. */
const STOCK =
  /Invalid (?:input|option|string|type|key|element|value|union|enum)|expected \w+, received|Unrecognized key|Too (?:big|small)|must match pattern|Required\b|safeint/i;

const WRONG: readonly unknown[] = [null, 1.5, -7, 1e9, true, "", "x".repeat(20_000), [], [1], {}, { a: 1 }];
const LONG_NAME = `no_such_${"n".repeat(5_000)}`;

test("no answer to wrong input contains a message of the validation library or a long name in full", async () => {
  using memory = tempFolder();
  const all = {
    takeAction: true,
    traceTools: true,
    manageApps: "allow",
    tools: TOOL_GROUPS,
    guard: "confirm",
  } as const;
  await using product = await startProduct({ config: { ...all, memory: memory.path } });
  await using mcp = await connectMcp(product);
  const seen: string[] = [];
  for (const tool of ALL) {
    for (const name of Object.keys(tool.input.shape)) {
      for (const value of WRONG) {
        // Only what is refused: nothing is done to the phone.
        if (tool.input.safeParse({ ...minimal(tool.name), [name]: value }).success) continue;
        seen.push((await mcp.call(tool.name, { ...minimal(tool.name), [name]: value })).text);
      }
    }
    seen.push((await mcp.call(tool.name, { [LONG_NAME]: 1, ...numbered(20) })).text);
  }
  for (const step of [
    null,
    1,
    {},
    { tool: 5 },
    { tool: "tap", target: 5 },
    { tool: LONG_NAME },
    { tool: "tap", [LONG_NAME]: 1 },
  ])
    seen.push((await mcp.call("batch", { steps: [step] })).text);
  assert.ok(seen.length > 500, String(seen.length));
  for (const text of seen) {
    assert.match(text, /^[A-Z_]+: .+\nNext: .+$/);
    assert.doesNotMatch(text, STOCK, text);
    assert.ok(text.length < 2_000 && !text.includes(LONG_NAME), text.slice(0, 300));
  }
});

/** Twenty names that there are not. */
function numbered(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown_${at}`, at]));
}

/** What a tool needs, so that one field alone is wrong. */
function minimal(tool: string): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = {
    target: "e1",
    from: "e1",
    to: "e2",
    percent: 200,
    text: "a",
    key: "back",
  };
  const fields = ALL.find(({ name }) => name === tool)?.input.shape ?? {};
  const isNeeded = (field: string) => !z.object(fields).shape[field]?.safeParse(undefined).success;
  return Object.fromEntries(Object.entries(given).filter(([field]) => field in fields && isNeeded(field)));
}

test("unknown arguments, tools and steps are answered with the nearest names", async () => {
  await using product = await startProduct({ app: "com.fovea.form", speed: 50 });
  await using mcp = await connectMcp(product);
  const calls: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
    ["tap", { x: 540, y: 1200 }, /there is no argument "x", "y"\nNext: Did you mean target: "540,1200"\?/],
    ["swipe", { x1: 1, y1: 2, x2: 3, y2: 4 }, /\nNext: Did you mean from: "1,2", to: "3,4"\?/],
    ["tap", { element: "Save" }, /\nNext: Did you mean target for "element"\?/],
    ["tap", { target: "e1", timeout: 5 }, /\nNext: Did you mean timeout_ms for "timeout"\?/],
    ["open_app", { appId: "com.fovea.form" }, /\nNext: Did you mean package for "appId"\?/],
    ["wait_for", { conditon: '"Done"' }, /\nNext: Did you mean condition for "conditon"\?/],
    ["swipe", { direction: "dwon" }, /direction: it has to be one of .*; did you mean down\?/],
    ["press_key", { key: "bakc" }, /\nNext: Did you mean back\?/],
    ["batch", { steps: [{ tool: "click", target: "e1" }] }, /"click" is not a step\nNext: Did you mean tap\?/],
    ["batch", { steps: [{ tool: "back" }] }, /\nNext: Did you mean press_key with key back\?/],
    ["batch", { steps: [{ tool: "tap", x: 1, y: 2 }] }, /\nNext: Did you mean target: "1,2"\?/],
    ["tap", { target: "Create account now" }, /^ELEMENT_NOT_FOUND: .*"Create account now"/],
    [
      "tap",
      { target: "button Reset" },
      /^SELECTOR_SYNTAX: .*\nNext: Did you mean `"button Reset"` or `button "Reset"`\?/,
    ],
    ["batch", { steps: [{ tool: "tap", target: "540 1200" }] }, /^SELECTOR_SYNTAX: .*\nNext: Did you mean `540,1200`/],
    ["verify", { condition: "Not now" }, /^SELECTOR_SYNTAX: .*\nNext: Did you mean `"Not now"` or `Not "now"`\?/],
  ];
  for (const [tool, args, expected] of calls) {
    const { text, isError } = await mcp.call(tool, args);
    assert.ok(isError, `${tool} ${JSON.stringify(args)}: ${text}`);
    assert.match(text, expected, `${tool} ${JSON.stringify(args)}`);
  }
  // What was plainly meant is done: in a tool, in a step, in a condition.
  assert.match(
    (await mcp.call("tap", { target: "Plus", expect: "radio 'Plus' checked" })).text,
    /^tapped e\d+ radio "Plus"/,
  );
  const steps = [
    { tool: "tap", target: "text=Team" },
    { tool: "verify", condition: "I agree to the terms" },
  ];
  assert.match((await mcp.call("batch", { steps })).text, /^1 tapped e\d+ radio "Team".*\n2 /);
  assert.match((await mcp.call("wait_for", { condition: "Birthday" })).text, /^true after/);
});

for (const era of ERAS)
  test(`an unknown tool is answered with the nearest tool (${era})`, async () => {
    await using product = await startProduct({ app: "com.fovea.form" });
    await using mcp = await connectMcp(product, era);
    const refusals: readonly (readonly [string, RegExp])[] = [
      ["scroll", /there is no tool "scroll"; did you mean swipe\?/],
      ["launch", /there is no tool "launch"; did you mean open_app\?/],
      ["back", /there is no tool "back"; did you mean press_key with key back\?/],
      ["obsreve", /there is no tool "obsreve"; did you mean observe\?/],
      ["clipboard", /there is no tool "clipboard"; --tools device would offer clipboard/],
      ["rotate", /there is no tool "rotate"; --tools device would offer orientation/],
      ["qqqqqq", /there is no tool "qqqqqq"; the tools are .*observe/],
    ];
    for (const [tool, expected] of refusals) await assert.rejects(mcp.call(tool), expected);
    await assert.rejects(mcp.call(LONG_NAME), (error) => error instanceof Error && error.message.length < 1_100);
  });

/** Requests that are not of the protocol's form, and how they are refused. */
const MALFORMED: readonly (readonly [method: string, params: unknown, expected: RegExp])[] = [
  ["tools/call", undefined, /^the tools\/call request is not valid: params: it is missing$/],
  ["tools/call", {}, /^the tools\/call request is not valid: params\.name: it is missing$/],
  ["tools/call", { name: 5 }, /: params\.name: it has to be a text$/],
  ["tools/call", { name: "tap", arguments: "e1" }, /: params\.arguments: it has to be an object$/],
  ["tools/call", { name: "tap", arguments: ["e1"] }, /: params\.arguments: it has to be an object$/],
  ["resources/read", undefined, /^the request is not valid: params: it is missing$/],
  ["resources/read", { uri: 5 }, /: params\.uri: it has to be a text$/],
  ["prompts/get", { name: 5 }, /: params\.name: it has to be a text$/],
  ["tools/list", { cursor: 5 }, /: params\.cursor: it has to be a text$/],
  ["initialize", {}, /: params\.protocolVersion: it is missing; params\.capabilities: it is missing; /],
];

test("a request that does not follow the protocol is refused as invalid, in Fovea's own text", async () => {
  await using server = new FoveaProcess(["serve"]);
  const send = (id: number, method: string, params: unknown) =>
    server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  send(0, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  for (const [at, [method, params, expected]] of MALFORMED.entries()) {
    send(at + 1, method, params);
    const [line] = await server.says(new RegExp(`^.*"id":${at + 1}[,}].*$`, "m"));
    const { error } = refusalSchema.parse(JSON.parse(line));
    assert.equal(error.code, -32_602, line);
    assert.match(error.message, expected);
    assert.doesNotMatch(error.message, STOCK);
  }
});

test("HTTP refuses such requests with the same text before a server is made", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  await using http = await startHttp(product);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": 7,
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } });
  const authorization = `Bearer ${http.token}`;
  const headers = { authorization, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
  const { status, body: text } = await askHttp(http.url, { body, headers });
  assert.equal(status, 400, text);
  assert.match(text, /clientInfo: it has to be an object/);
  assert.doesNotMatch(text, STOCK);
});

test("text of a caller that resembles a message of the validation library is returned unchanged", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  await using http = await startHttp(product);
  const given = "Invalid input: expected string, received number";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } });
  const authorization = `Bearer ${http.token}`;
  const headers = { authorization, "mcp-protocol-version": given, "mcp-method": "tools/list" };
  const { body: text } = await askHttp(http.url, { body, headers });
  assert.match(text, /"mismatch":\{"header":"Invalid input: expected string, received number"/);
});

const refusalSchema = z.object({ error: z.object({ code: z.number(), message: z.string() }) });
