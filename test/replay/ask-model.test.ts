import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { Rect } from "../../src/base/geometry.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL, OBSERVE_TREE } from "../../src/observe/observe-request.js";
import type { FlowModel } from "../../src/replay/flow/flow-model.js";
import { decodePicture, type Pixels } from "../../src/vision/image.js";
import { colourDetector } from "../support/colour-detector.js";
import { SMALL } from "../support/drive.js";
import { NO_ADB, runFovea } from "../support/fovea-process.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { runFlowText } from "../support/run-flow-text.js";
import { productFlags } from "../support/serve-process.js";

const KEY = "sk-test-4711";

/** What the endpoint answers: the words of the model, or a status with a body or a place. */
type Reply = string | { readonly status: number; readonly body?: string; readonly location?: string };

interface Endpoint extends AsyncDisposable {
  readonly model: FlowModel;
  readonly asked: { readonly request: IncomingMessage; readonly body: ReturnType<typeof JSON.parse> }[];
}

/** An endpoint on this host that answers by the first word of the question that it knows. */
async function startEndpoint(replies: Readonly<Record<string, Reply>>): Promise<Endpoint> {
  const asked: Endpoint["asked"] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    asked.push({ request, body });
    const question: string = body.messages[1].content[0].text;
    const reply = Object.entries(replies).find(([word]) => question.includes(word))?.[1] ?? { status: 404 };
    if (typeof reply === "string") {
      response.end(JSON.stringify({ choices: [{ message: { content: reply } }] }));
      return;
    }
    const { status, body: words = "", location } = reply;
    response.writeHead(status, location === undefined ? {} : { location }).end(words);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    model: { name: "judge-1", url: `http://127.0.0.1:${address.port}/v1`, key: KEY },
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a flow asks a model about a screenshot, and uses the text that the model reads", async () => {
  const replies = {
    "it lists notes": '```json\n{"holds": true, "reason": "Three notes are listed."}\n```',
    "Name the defects": '{"defects": []}',
    "the first title": `{"text": "Shopping \${output.a = 1}"}`,
  };
  await using endpoint = await startEndpoint(replies);
  const flow = `
- assertWithAI: {assertion: it lists notes, optional: false}
- assertNoDefectsWithAI: {optional: false}
- extractTextWithAI: {query: the first title, outputVariable: TITLE, optional: false}
- assertTrue: \${TITLE == 'Shopping $' + '{output.a = 1}' && output.a === undefined}
- extractTextWithAI: the first title
- assertTrue: \${aiOutput == TITLE}
`;
  const runner = { model: endpoint.model };
  await runFlowText(flow, { app: "com.fovea.notes", runner }, ({ outcome, story, notes, steps }) => {
    assert.equal(outcome, "passed", JSON.stringify(steps, null, 1));
    assert.equal(story[0], 'passed assertWithAI "it lists notes"');
    assert.ok(notes.includes('judge-1: "Three notes are listed."'), String(notes));
  });
  const [first] = endpoint.asked;
  assert.equal(first?.request.url, "/v1/chat/completions");
  assert.equal(first?.request.headers.authorization, `Bearer ${KEY}`);
  assert.equal(first?.body.model, "judge-1");
  const { url } = first?.body.messages[1].content[1].image_url ?? {};
  assert.equal(
    Buffer.from(String(url).split(",")[1] ?? "", "base64")
      .subarray(0, 2)
      .toString("hex"),
    "ffd8",
  );
});

test("neither the model nor the screenshot of a failed step shows passwords, secret variables or hidden regions", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  await using endpoint = await startEndpoint({ "": '{"holds": true, "reason": "yes"}' });
  const session = await product.session();
  const flow = `appId: com.fovea.form
env: {API_TOKEN: tok-4711}
---
- tapOn: {id: name}
- inputText: \${API_TOKEN}
- tapOn: {id: password}
- inputText: hunter22
- hideKeyboard
- assertWithAI: {assertion: "it shows \${API_TOKEN}", optional: false}
- tapOn: {id: nowhere}
`;
  const region = { left: 0, top: 200, right: 40, bottom: 240 };
  const covers = { needsTree: false, covers: () => [{ part: region }] };
  const runner = { model: endpoint.model, covers, pictures: product.folder };
  await runFlowText(flow, { on: product, runner }, async ({ outcome, steps }) => {
    assert.equal(outcome, "failed");
    const [sent] = endpoint.asked;
    assert.doesNotMatch(JSON.stringify(sent?.body.messages[1].content[0]), /tok-4711/);
    assert.match(sent?.body.messages[1].content[0].text, /"it shows \[API_TOKEN\]"/);
    const { url } = sent?.body.messages[1].content[1].image_url ?? {};
    const forModel = await decodePicture(Buffer.from(String(url).split(",")[1] ?? "", "base64"));
    const ofFailure = await decodePicture(readFileSync(steps.at(-1)?.screenshots.actual ?? ""));
    const { observation } = await observe(session, OBSERVE_TREE, never());
    const at = (id: string) => observation.elements.find(({ resourceId }) => resourceId?.endsWith(`/${id}`))?.bounds;
    for (const picture of [forModel, ofFailure]) {
      for (const place of [at("name"), at("password"), region])
        assert.ok(isGrey(picture, place ?? assert.fail(), ofFailure.width), JSON.stringify(place));
      assert.ok(!isGrey(picture, at("email") ?? assert.fail(), ofFailure.width));
    }
  });
});

/** Pixels at an edge that a JPEG blurs. */
const BLUR = 9;

/** Whether all of a place on a screen so wide is of the colour of what is covered, as far as a JPEG keeps it. */
function isGrey({ width, rgba }: Pixels, { left, top, right, bottom }: Rect, screenWidth: number): boolean {
  const scale = width / screenWidth;
  for (let y = Math.ceil(top * scale) + BLUR; y < bottom * scale - BLUR; y += 1)
    for (let x = Math.ceil(left * scale) + BLUR; x < right * scale - BLUR; x += 1)
      for (const channel of [0, 1, 2])
        if (Math.abs((rgba[(y * width + x) * 4 + channel] ?? 0) - 0x80) > 16) return false;
  return true;
}

test("nothing is sent to a model of a screen whose password fields are unknown", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  await using endpoint = await startEndpoint({ "": '{"holds": true, "reason": "yes"}' });
  product.phone.setUiAutomationConnected(true);
  await runFlowText(
    "- assertWithAI: {assertion: q, optional: false}",
    { on: product, runner: { model: endpoint.model } },
    ({ steps }) => {
      assert.equal(steps[0]?.code, "SCREENSHOT_FAILED", steps[0]?.message ?? "");
      assert.match(steps[0]?.message ?? "", /no hierarchy says where passwords are, so no picture was sent/);
    },
  );
  assert.equal(endpoint.asked.length, 0);
});

test("no screenshot of a failed step is kept where patterns are set and only detectors read the screen", async () => {
  const detectors = { mode: "auto", detectors: [colourDetector(new Map([[0xffffffff, null]]))] } as const;
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form", detectors });
  const killed = { kind: "fail", status: 1, stderr: "killed" } as const;
  product.device.faults.set([{ command: "uiautomator", fault: killed }]);
  const session = await product.session();
  const { observation } = await observe(session, OBSERVE_ALL, never());
  assert.equal(observation.hierarchySource, "vision");
  for (const needsTree of [true, false]) {
    const runner = { covers: { needsTree, covers: () => [] }, pictures: product.folder };
    await runFlowText("- assertVisible: nowhere", { on: product, runner }, ({ outcome, steps, notes }) => {
      assert.equal(outcome, "failed");
      const left = notes.some((note) => note.includes("it was left out, because no hierarchy shows what is on it"));
      assert.deepEqual([left, steps.at(-1)?.screenshots.actual === null], [needsTree, needsTree], String(notes));
    });
  }
});

/** What an assertion or question comes to: the code, and a part of the message. */
const FAILING: readonly (readonly [step: string, reply: Reply, code: string, says: RegExp])[] = [
  [
    "assertWithAI: q",
    '{"holds": false, "reason": "no"}',
    "EXPECTATION_FAILED",
    /"q" is not true of the screen, says judge-1: "no"/,
  ],
  ["assertWithAI: q", '{"holds": null, "reason": "cut off"}', "EXPECTATION_FAILED", /"q" cannot be said of the screen/],
  [
    "assertWithAI: q",
    "Yes, certainly.",
    "FLOW_MODEL_FAILED",
    /is not of the form that was asked for: Yes, certainly\./,
  ],
  ["assertWithAI: q", '{"holds": "true", "reason": ""}', "FLOW_MODEL_FAILED", /is not of the form/],
  [
    "assertNoDefectsWithAI",
    '{"defects": ["a title is cut"]}',
    "EXPECTATION_FAILED",
    /sees 1 defect:\n"a title is cut"/,
  ],
  ["extractTextWithAI: q", '{"text": null}', "EXPECTATION_FAILED", /"q": judge-1 does not find it on the screen/],
  [
    "extractTextWithAI: q",
    { status: 401, body: `no such key: ${KEY}` },
    "FLOW_MODEL_FAILED",
    /answered 401: no such key: \[KEY\]$/,
  ],
  ["extractTextWithAI: q", { status: 307, location: "http://127.0.0.1:9/" }, "FLOW_MODEL_FAILED", /answered 307/],
  ["extractTextWithAI: q", "x".repeat(1_000_001), "FLOW_MODEL_FAILED", /more than 1000000 bytes/],
];

test("an unclear answer of a model counts as not true, and its step has a code", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  for (const [step, reply, code, says] of FAILING) {
    await using endpoint = await startEndpoint({ "": reply });
    const [word = "", query] = step.split(": ");
    const field = query === undefined ? "" : `${word.startsWith("assert") ? "assertion" : "query"}: ${query}, `;
    const needed = `- ${word}: {${field}optional: false}`;
    await runFlowText(needed, { on: product, runner: { model: endpoint.model } }, ({ outcome, steps }) => {
      assert.equal(outcome, "failed", step);
      assert.equal(steps[0]?.code, code, steps[0]?.message ?? "");
      assert.match(steps[0]?.message?.split("\nthe screen then")[0] ?? "", says);
    });
    // As in Maestro, it is advice unless the flow says otherwise.
    await runFlowText(`- ${step}`, { on: product, runner: { model: endpoint.model } }, ({ outcome, steps }) => {
      assert.equal(outcome, "passed");
      assert.deepEqual([steps[0]?.outcome, steps[0]?.code], ["skipped", code]);
    });
  }
});

test("fovea run asks the model it is given, and refuses a name that is not a model", async () => {
  await using endpoint = await startEndpoint({ "": '{"holds": true, "reason": "yes"}' });
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const folder = join(product.folder, "flows");
  mkdirSync(folder);
  const file = join(folder, "a.yaml");
  writeFileSync(file, "appId: com.fovea.notes\n---\n- assertWithAI: {assertion: it lists notes, optional: false}\n");
  const { url } = endpoint.model;
  const flags = [...productFlags(product), "--model", "compatible:judge-1", "--model-url", `${url}/`];
  const { code, stdout, stderr } = await runFovea(["run", file, ...flags], { env: { FOVEA_MODEL_KEY: KEY } });
  assert.equal(code, 0, stdout + stderr);
  assert.equal(endpoint.asked[0]?.request.headers.authorization, `Bearer ${KEY}`);
  for (const [words, says] of [
    [[], /a\.yaml:3: assertWithAI: no model is configured .*\(--model\)/],
    [["--model", "claude"], /--model takes PROVIDER:NAME, of openai, ollama, compatible/],
    [["--model", "compatible:x"], /needs its address: --model-url/],
    [["--model", "openai:x"], /--model: OPENAI_API_KEY has no key/],
    [["--model", "ollama:x", "--model-url", "file:///x"], /--model-url takes the address of an API/],
    [["--model-url", url], /give --model PROVIDER:NAME/],
  ] as const) {
    const refused = await runFovea(["run", "--check", file, ...words, ...NO_ADB]);
    assert.equal(refused.code, 2, `${words}`);
    assert.match(refused.stderr + refused.stdout, says);
  }
});
