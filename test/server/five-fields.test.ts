import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { test } from "node:test";
import * as z from "zod";
import { packageRoot } from "../../src/base/assets.js";
import { ERROR_CODES, type ErrorCode, FoveaError, isErrorCode } from "../../src/base/errors.js";
import { reportError } from "../../src/cli/output.js";
import { forShell } from "../../src/cli/shell-words.js";
import { PhoneCalls } from "../../src/library/calls/phone-calls.js";
import { inWordsOfPrograms } from "../../src/library/program-words.js";
import { callTool, ERROR_META } from "../../src/server/call-tool.js";
import { toolContext } from "../../src/server/tool-context.js";
import { deviceField } from "../../src/tool-contract/fields.js";
import { defineTool } from "../../src/tool-contract/tool.js";
import { observe } from "../../src/tools/observe.js";
import { typeText } from "../../src/tools/type-text.js";
import { SMALL } from "../support/drive.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";

const text = z.string().min(1);
const fieldsSchema = z.object({
  code: text,
  message: text,
  visualContext: text,
  attemptedAction: text,
  elementDescription: text,
  recoverySuggestions: z.array(text).min(1),
});

/** A tool that reads the phone and fails with the code that its argument names. */
const failing = defineTool({
  name: "fail",
  title: "Fail",
  description: "Fails.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 20_000,
  input: z.strictObject({ device: deviceField, target: z.string() }),
  run: async ({ device, target }, context, signal) => {
    await context.session(device, signal);
    throw new FoveaError(codeOf(target), "it failed");
  },
  render: () => ({ text: "" }),
  toJson: () => null,
});

function codeOf(word: string): ErrorCode {
  assert.ok(isErrorCode(word));
  return word;
}

test("every error code has all five fields in the library, in --json and over MCP, and a row in errors.md", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const { serial } = product;
  const calls = new PhoneCalls({ context: toolContext(product, () => {}), serial, close: async () => {} });
  const page = readFileSync(join(packageRoot(), "docs/errors.md"), "utf8");
  const context = toolContext(product, () => {});
  for (const code of Object.keys(ERROR_CODES)) {
    const thrown: unknown = await calls.call(failing, { target: code }).then(
      () => assert.fail("it has to fail"),
      (error: unknown) => error,
    );
    assert.ok(thrown instanceof FoveaError);
    const { message, recoverySuggestions } = thrown;
    const inLibrary = fieldsSchema.parse({ code: thrown.code, message, recoverySuggestions, ...thrown.context });
    assert.equal(inLibrary.attemptedAction, `fail ${code}`);
    assert.equal(inLibrary.elementDescription, code);
    const inProgram = inWordsOfPrograms(thrown, { name: "fail", options: [] });
    const ways = inProgram.recoverySuggestions;
    fieldsSchema.parse({
      code: inProgram.code,
      message: inProgram.message,
      ...inProgram.context,
      recoverySuggestions: ways,
    });
    assert.equal(ways.length, recoverySuggestions.length);

    const result = await callTool(failing, { device: serial, target: code }, context, never());
    assert.ok("content" in result && Array.isArray(result.content));
    const { [ERROR_META]: meta } = z.looseObject({}).parse(result._meta);
    assert.deepEqual(fieldsSchema.parse(meta), inLibrary);
    const link = result.content.find(({ type }: { type: string }) => type === "resource_link");
    const isUnreachable = /^(?:ADB_|NO_DEVICE|DEVICE_(?!LOCKED)|SERVICE_REFUSED|CANCELLED|TOO_MANY)/.test(code);
    assert.equal(link !== undefined, !isUnreachable, code);

    const lines: string[] = [];
    const output = new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const worded = (hint: string) => forShell(hint);
    reportError(thrown, { words: ["--json"], terminal: { output, errors: output } as never, worded });
    const { error } = z.object({ error: z.looseObject({}) }).parse(JSON.parse(lines.join("")));
    assert.equal(fieldsSchema.parse(error).code, code);
    assert.ok(page.includes(`| \`${code}\` |`), code);
  }
});

test("missing fields of an error are filled in from the call, without typed text, and not shown in its text", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const calls = new PhoneCalls({
    context: toolContext(product, () => {}),
    serial: product.serial,
    close: async () => {},
  });
  await calls.call(observe, {});
  const fields = { text: "hunter2", target: 'checkbox "I agree to the terms"' };
  const error: unknown = await calls.call(typeText, fields).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof FoveaError, String(error));
  assert.doesNotMatch(JSON.stringify(error.context), /hunter2/);
  assert.match(error.context.attemptedAction ?? "", /^type_text checkbox/);
  assert.match(error.context.visualContext ?? "", /Create account/);
  const context = toolContext(product, () => {});
  const result = await callTool(failing, { device: product.serial, target: "FACT_UNKNOWN" }, context, never());
  assert.ok("content" in result && Array.isArray(result.content));
  assert.doesNotMatch(String(result.content[0]?.text), /On the screen:/);
});
