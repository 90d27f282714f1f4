import assert from "node:assert/strict";
import { test } from "node:test";
import { programRunner } from "../../src/app/run-program.js";
import type { Frame } from "../../src/screen/frame.js";
import type { ProgramCall, ProgramResult } from "../../src/vision/ocr/program.js";
import { createOcr, type OcrSettings } from "../../src/vision/ocr.js";
import { coded } from "../support/coded.js";
import { drawWords } from "../support/drawn-words.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";

const LANGUAGES = 'List of available languages in "/data/" (3):\nchi_sim\neng\nosd\n';
const TABLE = "5\t1\t1\t1\t1\t1\t10\t20\t90\t26\t96.4\tSave\n";

function said(output: string, code: number | null = 0, complaint = ""): ProgramResult {
  return { code, output: Buffer.from(output), complaint };
}

/** A reader on a program that answers as `answer` does; `calls` is what it was asked. */
function readerOn(answer: (call: ProgramCall) => ProgramResult, more: Partial<OcrSettings> = {}) {
  const calls: ProgramCall[] = [];
  const run = async (call: ProgramCall) => {
    calls.push(call);
    return answer(call);
  };
  return { calls, detector: createOcr({ program: "tesseract", languages: "eng", run, ...more }) };
}

const usual = ({ args }: ProgramCall) => said(args[0] === "--list-langs" ? LANGUAGES : TABLE);
/** With one line of text: a page of one row is what the program gets. */
const FRAME: Frame = drawWords(["Save"], { paper: 0xffffffff, foreground: 0xff000000, size: 42 }).frame;

test("an image is sent to tesseract as a grey map on standard input, and its words become texts", async () => {
  const { calls, detector } = readerOn(usual, { languages: "eng+chi_sim" });
  const found = await detector.detect(FRAME, never());
  assert.deepEqual(
    found.map(({ text, source, kind, confidence }) => [text, source, kind, confidence]),
    [["Save", "ocr", "text", 0.964]],
  );
  assert.deepEqual(calls[1]?.args, ["stdin", "stdout", "--psm", "11", "-l", "eng+chi_sim", "tsv"]);
  assert.match(
    Buffer.from(calls[1]?.input ?? [])
      .subarray(0, 15)
      .toString("latin1"),
    /^P5\n\d+ 100\n255\n/,
  );
  assert.deepEqual(calls[1]?.env, { OMP_THREAD_LIMIT: "1" });
  await detector.detect(FRAME, never());
  assert.equal(calls.length, 3, "the languages are asked for once");
  await detector.close();
});

test("a language without data is an error that names the package, before an image is read", async () => {
  const { calls, detector } = readerOn(usual, { languages: "eng+deu+chi_tra" });
  const error = await coded(detector.detect(FRAME, never()));
  assert.equal(error.code, "OCR_LANGUAGE_MISSING");
  assert.match(error.message, /no data for deu, chi_tra/);
  assert.match(error.hint, /apt install tesseract-ocr-deu tesseract-ocr-chi-tra`/);
  assert.equal(calls.length, 1);
});

test("a program that is not tesseract is refused", async () => {
  for (const answer of [said("hello\n"), said("", 1, "what?\nI do not know --list-langs"), said(LANGUAGES, 1)]) {
    const error = await coded(readerOn(() => answer).detector.detect(FRAME, never()));
    assert.equal(error.code, "OCR_UNAVAILABLE");
    assert.ok(!error.message.includes("\n"));
  }
});

test("a failed run is an error with the program's output, and the next run may succeed", async () => {
  let tables = 0;
  const { detector } = readerOn((call) => {
    if (call.args[0] === "--list-langs") return usual(call);
    tables += 1;
    return tables === 1
      ? said("", 1, "Error in pixReadMem\u001b[31m\nbad image")
      : tables === 2
        ? said("", null)
        : usual(call);
  });
  const error = await coded(detector.detect(FRAME, never()));
  assert.equal(error.code, "OCR_FAILED");
  assert.match(error.message, /ended with 1: "Error in pixReadMem \[31m bad image"/);
  assert.match((await coded(detector.detect(FRAME, never()))).message, /ended with a signal/);
  assert.equal((await detector.detect(FRAME, never())).length, 1);
});

/** Waits until the signal ends it, as a program that hangs. */
async function hang(_call: ProgramCall, signal: AbortSignal): Promise<ProgramResult> {
  return await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

test("a program that hangs is ended by a deadline, and by the caller", async () => {
  const detector = createOcr({ program: "tesseract", languages: "eng", run: hang, deadlineMs: 20 });
  assert.equal((await coded(detector.detect(FRAME, never()))).code, "TIMEOUT");
  const patient = createOcr({ program: "tesseract", languages: "eng", run: hang });
  const controller = new AbortController();
  const asked = patient.detect(FRAME, controller.signal);
  controller.abort(new Error("enough"));
  await assert.rejects(asked, /enough/);
});

test("closing ends the current run and refuses later ones", async () => {
  const detector = createOcr({ program: "tesseract", languages: "eng", run: hang });
  const asked = coded(detector.detect(FRAME, never()));
  await detector.close();
  assert.equal((await asked).code, "CANCELLED");
  assert.equal((await coded(detector.detect(FRAME, never()))).code, "CANCELLED");
});

test("a missing program is an error that says how to install it", async () => {
  const run = programRunner(process.env);
  const detector = createOcr({ program: "./no-such-tesseract", languages: "eng", run });
  const error = await coded(detector.detect(FRAME, never()));
  assert.equal(error.code, "OCR_UNAVAILABLE");
  assert.match(error.hint, /apt install tesseract-ocr/);
});

const { test: needy } = needsPrograms("tesseract");
const WORDS = ["Airplane mode", "Connected devices", "Notifications", "Battery 87%", "Sign in with Google", "12:45"];

for (const [look, paper, foreground] of [
  ["dark on light", 0xfffdfbff, 0xff1b1b1f],
  ["light on dark", 0xff121212, 0xffe3e2e6],
  ["white on a colour", 0xff3f5aa9, 0xffffffff],
] as const) {
  needy(`tesseract reads drawn words, ${look}, in their places`, async () => {
    const drawn = drawWords(WORDS, { paper, foreground, size: 42 });
    const detector = createOcr({ program: "tesseract", languages: "eng", run: programRunner(process.env) });
    const found = await detector.detect(drawn.frame, never());
    for (const [at, words] of WORDS.entries()) {
      const text = found.find((one) => one.text === words);
      const top = drawn.tops[at] ?? 0;
      assert.ok(text, `${words}: ${found.map((one) => one.text).join(" | ")}`);
      assert.ok(text.bounds.top >= top && text.bounds.bottom <= top + 70 && text.bounds.left >= 60, words);
    }
    assert.deepEqual(
      found.map(({ text }) => text),
      WORDS,
    );
    await detector.close();
  });
}

needy("tesseract finds no words on an empty screen", async () => {
  const { frame } = drawWords([], { paper: 0xff808080, foreground: 0, size: 42 });
  const detector = createOcr({ program: "tesseract", languages: "eng", run: programRunner(process.env) });
  assert.deepEqual(await detector.detect(frame, never()), []);
});

needy("the list of languages is read first, so that tesseract never fails for a missing one", async () => {
  const detector = createOcr({ program: "tesseract", languages: "eng+tlh", run: programRunner(process.env) });
  assert.equal((await coded(detector.detect(FRAME, never()))).code, "OCR_LANGUAGE_MISSING");
});
