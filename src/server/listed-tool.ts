import type { AnyTool } from "../tool-contract/tool.js";
import type { ListedTool } from "./tool-list.js";
import { toolSchema } from "./tool-schema.js";

/** A tool in the form of the list of tools. */
export function listedTool(tool: AnyTool): ListedTool {
  const { name, description, kind, destructive, idempotent, askedBy, group, actsWith, slim } = tool;
  return {
    name,
    description,
    kind,
    destructive,
    idempotent,
    ...(askedBy === undefined ? {} : { askedBy }),
    ...(group === undefined ? {} : { group }),
    ...(actsWith === undefined ? {} : { actsWith }),
    schema: toolSchema(tool, false),
    ...(slim ? { slim: { description: slim.description, schema: toolSchema(tool, true) } } : {}),
  };
}
