import { join } from "node:path";
import { packageRoot } from "../../src/base/assets.js";
import { useCompanions } from "./companion-ways.js";
import { connectMcp, type McpLink } from "./mcp-link.js";
import { startProduct } from "./product.js";

interface Exchange {
  /** The agent's intention, for the reader. */
  readonly why: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const SESSION: readonly Exchange[] = [
  { why: "Which phones are there?", tool: "list_devices", arguments: {} },
  {
    why: "Open the app that the task is about. The answer shows the app's screen: a line per element, with a ref.",
    tool: "open_app",
    arguments: { package: "com.fovea.notes" },
  },
  { why: "Observe again: nothing changed, so one line is enough.", tool: "observe", arguments: {} },
  {
    why: "Open a note by its ref, and say what has to be true afterwards.",
    tool: "tap",
    arguments: { target: "e2", expect: 'button "Delete"' },
  },
  {
    why: "Add to the text. The answer has the changed lines only; the field was read back.",
    tool: "type_text",
    arguments: { text: ", lemons", target: 'field "Write something"' },
  },
  { why: "Go back to the list.", tool: "press_key", arguments: { key: "back" } },
  { why: "The task is done if this is true.", tool: "verify", arguments: { condition: 'row ~"lemons"' } },
  {
    why: "A ref means what it showed. The row shows other words now, so its old ref is refused, and nothing is touched.",
    tool: "tap",
    arguments: { target: "e2" },
  },
];

/** The conversation of a client with the server about the virtual phone, with the same age in all answers. */
export async function firstSession(): Promise<string> {
  await using product = await startProduct({
    apiLevel: 34,
    isFullSize: true,
    onDevice: "enabled",
    link: useCompanions(),
  });
  await using mcp = await connectMcp(product);
  const parts: string[] = [];
  for (const exchange of SESSION) parts.push(await part(mcp, exchange));
  return parts.join("\n\n");
}

async function part(mcp: McpLink, { why, tool, arguments: given }: Exchange): Promise<string> {
  const { text } = await mcp.call(tool, given);
  const answer = text.replaceAll(/\b\d+ ms old/g, "12 ms old");
  return `${why}\n\n\`\`\`\n> ${tool} ${JSON.stringify(given)}\n${answer}\n\`\`\``;
}

export const FIRST_SESSION_PAGE = join(packageRoot(), "docs/first-session.md");
const MARKS = /(?<=<!-- session: begin -->\n\n)[\s\S]*(?=\n\n<!-- session: end -->)/;

/** The page with this conversation between its marks. */
export function withSession(page: string, session: string): string {
  return page.replace(MARKS, () => session);
}

/** The conversation in the page. */
export function sessionOf(page: string): string {
  return MARKS.exec(page)?.[0] ?? "";
}
