import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { AgentError } from "../../packages/fovea-agent/src/agent-error.js";
import { askModel } from "../../packages/fovea-agent/src/models/ask-model.js";
import { boundedFetch } from "../../packages/fovea-agent/src/models/bounded-fetch.js";
import { openModel } from "../../packages/fovea-agent/src/models/open-model.js";
import { functionTools } from "../../packages/fovea-agent/src/phone/functions.js";
import { readCall } from "../../packages/fovea-agent/src/phone/phone-action.js";
import type { ModelOptions, ScriptedAnswer } from "../../packages/fovea-agent/src/public-types.js";
import { startScriptedModel } from "../../packages/fovea-agent/src/scripted/scripted-model.js";
import { never } from "../support/never.js";
import { freePort } from "../support/real-adb.js";

const PROTOCOLS = ["anthropic", "openai", "google", "compatible"] as const;
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Streams that end in the middle of an answer. */
const PROTOCOLS_CUT = {
  anthropic: [
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\n',
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"[{"}}\n\n',
  ].join(""),
  openai: 'data: {"type":"response.output_text.delta","item_id":"m","delta":"[{"}\n\n',
  google: 'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"[{"}]},"index":0}]}\n\n',
  compatible:
    'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"x","choices":[{"index":0,"delta":{"content":"[{"},"finish_reason":null}]}\n\n',
} as const;

async function failure(work: Promise<unknown>): Promise<AgentError> {
  const error: unknown = await work.then(
    (value) => assert.fail(`no error, but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AgentError, String(error));
  assert.ok(error.hint.length > 0);
  return error;
}

function question() {
  const content = [
    { type: "text" as const, text: "what now?" },
    { type: "file" as const, data: PIXEL, mediaType: "image/png" },
  ];
  return { instructions: "be brief", messages: [{ role: "user" as const, content }] };
}

for (const protocol of PROTOCOLS) {
  test(`${protocol}: texts, calls and tokens are read from streams of the provider's own client`, async () => {
    const answers: readonly ScriptedAnswer[] = [
      { text: "go on, Zürich" },
      { call: { name: "click", arguments: { ref: "e12" } } },
    ];
    await using server = await startScriptedModel((_, place) => answers[place] ?? assert.fail("asked too often"));
    const model = openModel(server.options(protocol));
    const text = await askModel(model, question(), never());
    assert.deepEqual([text.text, text.call], ["go on, Zürich", null]);
    assert.deepEqual(text.usage, { calls: 1, inputTokens: 100, outputTokens: 20 });
    const { call, calls } = await askModel(model, { ...question(), functions: functionTools() }, never());
    assert.deepEqual([call?.name, call?.input, call?.isRefused], ["click", { ref: "e12" }, false]);
    assert.deepEqual(calls, [call]);
    assert.deepEqual(readCall(call), { action: { name: "click", ref: "e12" } });
    const [first, second] = server.requests;
    assert.deepEqual([first?.protocol, first?.instructions, first?.images], [protocol, "be brief", 1]);
    assert.deepEqual([first?.texts, first?.functions], [["what now?"], []]);
    assert.deepEqual(second?.functions, Object.keys(functionTools()));
  });

  test(`${protocol}: a temporary refusal is retried; a permanent one, a bad key and malformed data are coded errors`, async () => {
    const answers: ScriptedAnswer[] = [
      { status: 429, retryAfterMs: 1 },
      { status: 503, retryAfterMs: 1 },
      { text: "now" },
    ];
    await using server = await startScriptedModel(() => answers.shift() ?? { status: 529, retryAfterMs: 1 });
    const model = openModel(server.options(protocol));
    assert.equal((await askModel(model, question(), never())).text, "now");
    assert.equal(server.requests.length, 3);
    assert.equal((await failure(askModel(model, question(), never()))).code, "MODEL_BUSY");
    assert.equal(server.requests.length, 6, "the first try and two more");
    for (const status of [400, 401, 404]) {
      answers.push({ status });
      const refused = await failure(askModel(model, question(), never()));
      assert.equal(refused.code, "MODEL_UNUSABLE");
      assert.match(refused.message, new RegExp(`^${protocol}:scripted refused the request \\(${status}\\)`));
    }
    const cut = PROTOCOLS_CUT[protocol];
    for (const garbage of [cut, "", "data: {]\n\n", "<html>502</html>", 'data: {"nothing": "of it"}\n\n']) {
      answers.push({ garbage });
      const broken = await failure(askModel(model, question(), never()));
      assert.equal(broken.code, "MODEL_FAILED", `${JSON.stringify(garbage)}: ${broken.message}`);
      assert.match(broken.message, OF_GARBAGE);
    }
  });
}

/** Words of Fovea; those of the client say what it expected inside. */
const OF_GARBAGE =
  / (?:broke off behind \d+ characters|gave no answer that can be used: (?:the answer (?:is not JSON|is empty|has another form than the protocol's|cannot be read)|the connection was cut))$/;

test("the error for a model that cannot be reached gives the reason in Fovea's own text", async () => {
  const url = `http://127.0.0.1:${await freePort()}/v1`;
  const model = openModel({ model: "compatible:x", url, maxRetries: 0 });
  const { code, message } = await failure(askModel(model, question(), never()));
  assert.deepEqual([code, message], ["MODEL_FAILED", "compatible:x could not be reached: nothing listens there"]);
});

test("a prompt is sent only to the model's own origin, wherever that redirects", async () => {
  await using server = await startScriptedModel(() => ({ text: "here" }));
  const door = createServer((request, response) => {
    request.resume();
    const [, status = "307", place = ""] = /^\/(\d+)(.*)$/.exec(request.url ?? "") ?? [];
    if (place.startsWith("/near"))
      return response.writeHead(Number(status), { location: `/307${place.slice(5)}` }).end();
    response.writeHead(Number(status), { location: `${server.url}${place}` }).end();
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const { port } = door.address() as AddressInfo;
  try {
    for (const status of [301, 302, 303, 307, 308])
      for (const way of ["", "/near"]) {
        const url = `http://127.0.0.1:${port}/${status}${way}/v1`;
        const model = openModel({ model: "compatible:scripted", url, maxRetries: 2 });
        const refused = await failure(askModel(model, question(), never()));
        assert.equal(refused.code, "MODEL_UNUSABLE", url);
        const words =
          way === "" || status > 306 ? `redirects the request to ${server.url}, which` : "without its prompt";
        assert.ok(refused.message.includes(words), refused.message);
        assert.deepEqual(model.meter.total.calls, 0, "a request that is refused was not answered");
      }
    assert.deepEqual(server.requests, [], "the other origin got no prompt");
  } finally {
    await new Promise<void>((resolve) => door.close(() => resolve()));
  }
});

test("a redirection within the model's origin still sends the prompt", async () => {
  const paths: string[] = [];
  const send: typeof fetch = async (input) => {
    paths.push(new URL(String(input)).pathname);
    if (paths.length === 1) return new Response(null, { status: 308, headers: { location: "/moved?x=1" } });
    return new Response("here");
  };
  const response = await boundedFetch(send)("http://127.0.0.1:9/v1/chat", { method: "POST", body: "prompt" });
  assert.deepEqual([await response.text(), paths], ["here", ["/v1/chat", "/moved"]]);
  const round: typeof fetch = async () => new Response(null, { status: 307, headers: { location: "/v1/chat" } });
  const { message } = await failure(boundedFetch(round)("http://127.0.0.1:9/v1/chat", { method: "POST" }));
  assert.match(message, /more than 5 times/);
});

test("the tokens of an answer count even where the answer has no call or is cut off", async () => {
  const answers: ScriptedAnswer[] = [{ text: "I would tap it" }, { garbage: PROTOCOLS_CUT.anthropic }, { status: 401 }];
  await using server = await startScriptedModel(() => answers.shift() ?? assert.fail("asked too often"));
  const model = openModel(server.options("anthropic"));
  const called = await askModel(model, { ...question(), functions: functionTools() }, never());
  assert.deepEqual([called.call, called.usage], [null, { calls: 1, inputTokens: 100, outputTokens: 20 }]);
  await failure(askModel(model, question(), never()));
  assert.equal(model.meter.total.calls, 2);
  await failure(askModel(model, question(), never()));
  assert.equal(model.meter.total.calls, 2, "a refusal is not an answer");
});

test("a cancelled request to a model ends with the reason of the cancellation", async () => {
  await using server = await startScriptedModel(() => ({ status: 429, retryAfterMs: 60_000 }));
  const stop = new AbortController();
  const asked = askModel(openModel(server.options("anthropic")), question(), stop.signal);
  const reason = new Error("enough");
  stop.abort(reason);
  await assert.rejects(asked, reason);
});

const UNUSABLE: readonly (readonly [ModelOptions, RegExp])[] = [
  [{ model: "" }, /is not a model/],
  [{ model: "claude" }, /is not a model/],
  [{ model: "anthropic:" }, /is not a model/],
  [{ model: "someone:else", apiKey: "k" }, /is not a model/],
  [{ model: "anthropic:x" }, /no key for anthropic/],
  [{ model: "openai:x", apiKey: "" }, /no key for openai/],
  [{ model: "google:x" }, /no key for google/],
  [
    { model: "openai:x", apiKey: "sk-1\nx" },
    /^the key for openai holds a blank, a line break or another character that/,
  ],
  [{ model: "compatible:x", url: "http://127.0.0.1:9", apiKey: "sk 1" }, /^the key for compatible holds a blank/],
  [{ model: "compatible:x" }, /needs the address/],
  [{ model: "compatible:x", url: "not an address" }, /not the address of an API/],
  [{ model: "ollama:x", url: "file:///etc/passwd" }, /not the address of an API/],
];

test("a model with wrong options is refused before anything is sent, with what to correct", () => {
  for (const [options, words] of UNUSABLE) {
    assert.throws(
      () => openModel(options),
      (error: unknown) => {
        assert.ok(error instanceof AgentError, String(error));
        assert.equal(error.code, "MODEL_UNUSABLE");
        assert.match(error.message, words);
        return true;
      },
    );
  }
  assert.equal(openModel({ model: "ollama:qwen3:8b" }).name, "qwen3:8b");
  assert.equal(openModel({ model: "ollama:llama" }).search, null);
});

test("the arguments of a model's call are checked by the schemas it was sent, and a mistake is reported to the model", () => {
  const wrong = (name: string, input: unknown) => {
    const read = readCall({ name, input });
    assert.ok("mistake" in read, JSON.stringify(read));
    return read.mistake;
  };
  const none = readCall(null);
  assert.deepEqual(none, { mistake: "No function call found in response." });
  assert.match(wrong("launch", {}), /there is no function "launch"; there are click, type/);
  assert.match(wrong("constructor", {}), /there is no function/);
  assert.match(wrong("click", {}), /^click: ref: /);
  assert.match(wrong("click", { ref: "Save" }), /write a ref of the screen/);
  assert.match(wrong("click", { ref: "e1", x: 3 }), /click: .*x/);
  assert.match(wrong("type", { ref: "e1" }), /^type: text: /);
  assert.match(wrong("scroll", { direction: "sideways" }), /^scroll: direction: /);
  assert.match(wrong("wait", { seconds: 3600 }), /^wait: seconds: /);
  assert.match(wrong("click", "{]"), /have to be a JSON object/);
  assert.match(wrong("click", ["e1"]), /have to be a JSON object/);
});
