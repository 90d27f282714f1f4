import * as z from "zod";
import { readClipboard, writeClipboard } from "../actions/device/clipboard.js";
import { unseenAnswer } from "../answers/unseen-answer.js";
import { quoteWords } from "../screen/label.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

/**
 * The most characters that are shown, since a longer text is seldom for a model; --json and the library give all of it.
 */
const MOST_SHOWN = 2_000;

export const clipboard = defineTool({
  name: "clipboard",
  title: "Clipboard",
  description: "Read the clipboard, or put a text on it. Needs the companion.",
  group: "device",
  kind: "act",
  actsWith: ["text"],
  destructive: false,
  idempotent: true,
  deadlineMs: 30_000,
  example: { text: "it's $5 & 100%s" },
  input: z.strictObject({
    device: deviceField,
    text: z.string().max(100_000).optional().describe("e.g. Hi").meta({ help: "New text, e.g. Hi; absent to read it" }),
  }),
  run: async ({ device, text }, context, signal) => {
    const session = await context.session(device, signal);
    if (text === undefined) return await readClipboard(session, signal);
    return await writeClipboard(session, text, signal);
  },
  render: (data) => ("did" in data ? unseenAnswer(data) : { text: shownText(data.text) }),
  toJson: (data) => data,
});

function shownText(text: string | null): string {
  if (text === null) return "the clipboard holds no text";
  const rest = [...text].length - MOST_SHOWN;
  return rest > 0 ? `${quoteWords(text.slice(0, MOST_SHOWN))} and ${rest} more characters` : quoteWords(text);
}
