import type { AnyTool } from "../tools/define/tool.js";
import { OPTIONAL_TOOLS, TOOLS } from "../tools/tools.js";
import type { ListedTool } from "./tool-list.js";
import { toolSchema } from "./tool-schema.js";

/** What `readToolList` gives, made of the tools themselves. */
export function makeToolList(): readonly ListedTool[] {
  return [...TOOLS, ...OPTIONAL_TOOLS].map(listed);
}

function listed(tool: AnyTool): ListedTool {
  const { name, description, kind, destructive, idempotent, askedBy, slim } = tool;
  return {
    name,
    description,
    kind,
    destructive,
    idempotent,
    ...(askedBy === undefined ? {} : { askedBy }),
    schema: toolSchema(tool, false),
    ...(slim ? { slim: { description: slim.description, schema: toolSchema(tool, true) } } : {}),
  };
}
