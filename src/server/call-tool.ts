import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { FoveaError, toFoveaError } from "../base/errors.js";
import { printable, printableJson } from "../base/printable.js";
import type { AnyTool, ToolContext, ToolOutcome } from "../tool-contract/tool.js";
import type { Confirm, Question } from "./confirm.js";
import { errorText } from "./error-text.js";
import { toolErrorOf } from "./five-fields.js";
import type { Guarded } from "./guard/agree-after.js";
import { type CallEnd, runCall } from "./run-call.js";
import { screenshotUri } from "./screenshot-uri.js";

/** The context of a call: that of its tool, and the parts that only the server uses. */
export interface CallContext extends ToolContext {
  /** Asks the person who uses the client; absent if there is no way to ask. */
  readonly confirm?: Confirm;
  /**
   * The guard of its sessions, and who is asked when the guard stops an action; absent if the sessions have their own.
   */
  readonly guarded?: Guarded<InputRequiredResult>;
  /** Counts the call as running until the result is disposed of. Errors: TOO_MANY_CALLS. */
  readonly enter?: () => Disposable;
}

/** Runs one call of an MCP client and makes its answer. The only place where errors become results; it never throws. */
export async function callTool(
  tool: AnyTool,
  raw: unknown,
  context: CallContext,
  signal: AbortSignal,
): Promise<CallToolResult | InputRequiredResult> {
  const { enter, config, recorder, guarded } = context;
  const agree = config.manageApps === "allow" ? null : confirmOf(context);
  const result = await runCall({ tool, raw, context, agree, enter, guarded }, signal).then(resultOf, errorResult);
  return isWhole(result) ? withNews(result, recorder.takeNotices()) : result;
}

function confirmOf({ confirm }: CallContext) {
  return async (question: Question, signal: AbortSignal) => {
    if (!confirm) throw new FoveaError("CONSENT_IMPOSSIBLE", `${question.tool}: no user can be asked`);
    return await confirm.ask(question, signal);
  };
}

/** Whether it is an answer. A question to the caller has no field to which Fovea could add text. */
function isWhole(result: CallToolResult | InputRequiredResult): result is CallToolResult {
  return Array.isArray(result["content"]);
}

/** Events between the calls are reported with the next answer. */
function withNews(result: CallToolResult, news: readonly string[]): CallToolResult {
  if (news.length === 0) return result;
  return { ...result, content: [...result.content, { type: "text", text: printable(news.join("\n")) }] };
}

function resultOf(end: CallEnd<ToolOutcome, InputRequiredResult>): CallToolResult | InputRequiredResult {
  if ("asked" in end) return end.asked;
  const { text, image } = end.outcome.answer;
  const words = { type: "text" as const, text: printable(text) };
  if (!image) return { content: [words] };
  const data = image.base64 ?? Buffer.from(image.bytes).toString("base64");
  return { content: [words, { type: "image", data, mimeType: image.mimeType }] };
}

/** The key of an error's fields in `_meta`, for programs. Models read the text, which costs less. */
export const ERROR_META = "fovea/error";

/**
 * The text, a link to the screenshot, and the fields. The fields are not structured content: if both exist, clients
 * show only the text or only the structured content.
 */
export function errorResult(error: unknown): CallToolResult {
  const coded = toFoveaError(error);
  const text = { type: "text" as const, text: errorText(coded) };
  const fields = JSON.parse(printableJson(toolErrorOf(coded)));
  return { content: [text, ...linkOf(coded)], isError: true, _meta: { [ERROR_META]: fields } };
}

/** Error codes which mean that the device cannot be reached. */
const UNREACHABLE = /^(?:ADB_|NO_DEVICE|DEVICE_(?!LOCKED)|SERVICE_REFUSED|CANCELLED|TOO_MANY_CALLS)/;

function linkOf({ code, context: { device } }: FoveaError) {
  if (device === undefined || UNREACHABLE.test(code)) return [];
  const uri = screenshotUri(device);
  return [{ type: "resource_link" as const, uri, name: "screenshot", mimeType: "image/png" }];
}
