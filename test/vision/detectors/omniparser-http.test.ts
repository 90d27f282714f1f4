import assert from "node:assert/strict";
import { test } from "node:test";
import { createOmniparserHttp } from "../../../src/vision/detectors/omniparser-http.js";
import { openDetector } from "../../../src/vision/detectors.js";
import { testDetectorContract } from "../../contracts/detector.js";
import { blobFrame, RED } from "../../support/blob-frame.js";
import { coded } from "../../support/coded.js";
import { detectorOptions } from "../../support/detector-options.js";
import { never } from "../../support/never.js";
import { type OmniparserAnswers, type Parsed, startOmniparser } from "../../support/omniparser-server.js";

const FRAME = blobFrame(1000, 2000, [{ left: 0, top: 0, size: 100, colour: RED }]);

async function look(answers: OmniparserAnswers, frame = FRAME) {
  await using server = await startOmniparser(answers);
  const detector = createOmniparserHttp({ omniparserUrl: server.url });
  return await detector.detect(frame, never()).finally(() => detector.close());
}

const icon = (given: Partial<Parsed>): Parsed => ({
  type: "icon",
  bbox: [0.1, 0.1, 0.2, 0.2],
  interactivity: true,
  content: null,
  source: "box_yolo_content_yolo",
  ...given,
});

async function fails(answers: OmniparserAnswers, words: RegExp): Promise<void> {
  const error = await coded(look(answers));
  assert.equal(error.code, "OMNIPARSER_FAILED");
  assert.match(error.message, words);
}

testDetectorContract("omniparser-http", async () => {
  const bbox = [0.1, 0.2, 0.3, 0.4] as const;
  const text = { type: "text", bbox, interactivity: false, content: "Hello", source: "box_ocr_content_ocr" } as const;
  const needs = await startOmniparser({ list: [text, icon({ bbox: [0.1, 0.1, 1, 1] })] });
  return { options: { detector: "omniparser-http", omniparserUrl: needs.url }, needs };
});

test("relative boxes become pixels, read text is kept, captions are dropped, and no confidence is invented", async () => {
  const list: Parsed[] = [
    {
      type: "text",
      bbox: [0.5, 0.5, 0.75, 0.525],
      interactivity: false,
      content: "Hello ",
      source: "box_ocr_content_ocr",
    },
    icon({ bbox: [0.1, 0.6, 0.2, 0.65], content: "Save", source: "box_yolo_content_ocr" }),
    icon({ bbox: [0.1, 0.7, 0.2, 0.75], content: "A blue button" }),
    icon({ bbox: [0.1, 0.8, 0.2, 0.85] }),
  ];
  const seen = await look({ list });
  assert.deepEqual(
    seen.map(({ bounds, kind, text }) => [Object.values(bounds).join(), kind, text]),
    [
      ["500,1000,750,1050", "text", "Hello"],
      ["100,1200,200,1300", "clickable", "Save"],
      ["100,1400,200,1500", "clickable", null],
      ["100,1600,200,1700", "clickable", null],
    ],
  );
  assert.ok(
    seen.every(({ confidence, guess, source }) => confidence === null && guess === null && source === "vision"),
  );
});

test("boxes slightly outside are cut, empty ones dropped, and other values refused", async () => {
  const list = [icon({ bbox: [-0.0005, 0.5, 1.0009, 0.6] }), icon({ bbox: [0.5, 0.5, 0.502, 0.6] })];
  const seen = await look({ list });
  assert.deepEqual(
    seen.map(({ bounds }) => bounds),
    [{ left: 0, top: 1000, right: 1000, bottom: 1200 }],
  );
  await fails({ list: [icon({ bbox: [10, 10, 200, 40] })] }, /not in shares of the screenshot, 0 to 1: 10,10,200,40/);
});

test("the server's error for an image without text is a failure, not an empty screen", async () => {
  await fails({ list: null }, /failed with 500: the official server also does this where it finds no text/);
});

test("the server is called by its exact paths, with a smaller image, after a probe at first and after each failure", async () => {
  let isBroken = false;
  const answers: OmniparserAnswers = {
    instead: (response) => {
      if (isBroken) response.writeHead(500).end("Internal Server Error");
      else response.writeHead(200).end('{"parsed_content_list": []}');
    },
  };
  await using server = await startOmniparser(answers);
  const detector = createOmniparserHttp({ omniparserUrl: server.url });
  const large = blobFrame(1080, 2400, []);
  await detector.detect(large, never());
  await detector.detect(large, never());
  isBroken = true;
  await coded(detector.detect(large, never()));
  isBroken = false;
  await detector.detect(large, never());
  const parse = "POST /parse/";
  assert.deepEqual(server.requests, ["GET /probe/", parse, parse, parse, "GET /probe/", parse]);
  const { default: sharp } = await import("sharp");
  const { width, height } = await sharp(server.parses[0]?.bytes).metadata();
  assert.deepEqual([width, height, server.parses[0]?.mimeType], [864, 1920, "image/jpeg"]);
  await detector.close();
});

test("the server is called for one image at a time, and once for each", async () => {
  await using server = await startOmniparser({ list: [icon({})], until: async () => await new Promise(setImmediate) });
  const detector = await openDetector(detectorOptions({ detector: "omniparser-http", omniparserUrl: server.url }));
  const frames = [1, 2, 1, 3, 2].map((at) => blobFrame(100, 100 + at, []));
  await Promise.all(frames.map((frame) => detector.detect(frame, never())));
  assert.deepEqual(
    server.parses.map(({ atOnce }) => atOnce),
    [1, 1, 1],
  );
  await detector.close();
});

test("a server that does not listen, or is another program, is reported", async () => {
  const server = await startOmniparser({});
  await server[Symbol.asyncDispose]();
  const nobody = createOmniparserHttp({ omniparserUrl: server.url });
  const error = await coded(nobody.detect(FRAME, never()));
  assert.equal(error.code, "OMNIPARSER_UNREACHABLE");
  assert.match(error.message, /no OmniParser server answers at http.*ECONNREFUSED/);
  await using other = await startOmniparser({});
  const wrong = createOmniparserHttp({ omniparserUrl: `${other.url}/elsewhere` });
  assert.match((await coded(wrong.detect(FRAME, never()))).message, /answered 404 to its probe/);
});

test("invalid answers are refused: other JSON, other statuses, redirects, too much data", async () => {
  const answers = (status: number, body: string, headers = {}): OmniparserAnswers => ({
    instead: (response) => response.writeHead(status, headers).end(body),
  });
  await fails(answers(200, "[]"), /gave an answer that is not one of OmniParser's/);
  await fails(answers(200, "<html>"), /gave an answer that is not one/);
  await fails(answers(422, "missing"), /answered 422: missing/);
  await fails(answers(307, "", { location: "http://192.0.2.1/" }), /answered 307/);
  await fails({ instead: sendMuch }, /answers with more than 64 MB/);
});

test("a server that takes too long fails with a timeout", async () => {
  await using server = await startOmniparser({ until: () => new Promise(() => {}) });
  const detector = createOmniparserHttp({ omniparserUrl: server.url }, { probeMs: 20_000, parseMs: 200 });
  const error = await coded(detector.detect(FRAME, never()));
  assert.equal(error.code, "OMNIPARSER_FAILED");
  assert.match(error.message, /\/parse\/ did not answer within 0\.2 s/);
  await detector.close();
});

function sendMuch(response: Parameters<NonNullable<OmniparserAnswers["instead"]>>[0]): void {
  const part = Buffer.alloc(8 * 1024 * 1024, 32);
  response.writeHead(200);
  for (let sent = 0; sent < 9; sent += 1) response.write(part);
  response.end();
}

test("a cancelled request ends at once, and the next one is answered", async () => {
  const waits: (() => void)[] = [];
  await using server = await startOmniparser({ list: [], until: () => new Promise((resolve) => waits.push(resolve)) });
  const detector = createOmniparserHttp({ omniparserUrl: server.url });
  const reason = new Error("enough");
  const controller = new AbortController();
  const first = detector.detect(FRAME, controller.signal);
  const second = detector.detect(FRAME, never());
  while (waits.length === 0) await new Promise(setImmediate);
  controller.abort(reason);
  await assert.rejects(first, reason);
  while (waits.length < 2) await new Promise(setImmediate);
  for (const go of waits) go();
  assert.deepEqual(await second, []);
  await detector.close();
});
