import { OPTIONAL_TOOLS, TOOLS } from "../tools/tools.js";
import { listedTool } from "./listed-tool.js";
import type { ListedTool } from "./tool-list.js";

/** What `readToolList` gives, made of the tools themselves. */
export function makeToolList(): readonly ListedTool[] {
  return [...TOOLS, ...OPTIONAL_TOOLS].map(listedTool);
}
