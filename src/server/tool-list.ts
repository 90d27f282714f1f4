import { readFileSync } from "node:fs";
import { programModule } from "../base/assets.js";
import type { ToolGroup } from "../base/options/choices.js";
import type { AskedBy, ToolKind } from "../tool-contract/tool.js";
import type { ArgumentsSchema } from "./tool-schema.js";

/** A tool as `tools/list` shows it, without the code that does its work. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly askedBy?: AskedBy;
  readonly group?: ToolGroup;
  readonly actsWith?: readonly string[];
  readonly schema: ArgumentsSchema;
  /** What the slim list shows in its place; absent for tools that are not in it. */
  readonly slim?: { readonly description: string; readonly schema: ArgumentsSchema };
}

/**
 * All tools in the order of lists, from the file that each build makes of the code: a client that connects does not
 * wait until all that the tools use is loaded, nor until their schemas are worked out.
 */
export function readToolList(): readonly ListedTool[] {
  const tools: readonly ListedTool[] = JSON.parse(readFileSync(programModule("tool-list.json"), "utf8"));
  return tools;
}
