import { OPTIONAL_TOOLS, TOOLS } from "../tools/tools.js";
import { listedTool } from "./listed-tool.js";
import type { ListedTool } from "./tool-list.js";

/** The same list as `readToolList`, made from the tools' code. */
export function makeToolList(): readonly ListedTool[] {
  return [...TOOLS, ...OPTIONAL_TOOLS].map(listedTool);
}
