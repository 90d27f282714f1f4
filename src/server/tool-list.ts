import { readFileSync } from "node:fs";
import { programModule } from "../base/assets.js";
import type { ToolGroup } from "../base/options/choices.js";
import type { AskedBy, ToolKind } from "../tool-contract/tool.js";
import type { ArgumentsSchema } from "./tool-schema.js";

/** A tool in the form of `tools/list`, without the code that does its work. */
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
  /** The description and schema in the slim list; absent for a tool that is not in it. */
  readonly slim?: { readonly description: string; readonly schema: ArgumentsSchema };
}

/**
 * All tools in the order of lists, from a file that each build makes from the code. So a client that connects does not
 * wait until the code of all tools is loaded and their schemas are computed.
 */
export function readToolList(): readonly ListedTool[] {
  const tools: readonly ListedTool[] = JSON.parse(readFileSync(programModule("tool-list.json"), "utf8"));
  return tools;
}
