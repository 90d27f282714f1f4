import * as z from "zod";
import type { AnyTool } from "../tool-contract/tool.js";

type JsonSchema = Record<string, unknown>;

const argumentsSchema = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).optional(),
});
/** The schema of a tool's arguments, which are always an object. */
export type ArgumentsSchema = z.infer<typeof argumentsSchema>;

/**
 * Keywords that are left out of `tools/list`: limits that only the validator needs, and the longer text for people
 * (`help`). They do not help a model, and they would cost tokens in every conversation.
 */
const NOT_ADVERTISED = new Set([
  "help",
  "$schema",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
]);

/**
 * The JSON Schema of a tool's arguments in the form of `tools/list`. With `slim`, only the tool's slim fields and no
 * descriptions; other arguments are refused then.
 */
export function toolSchema(tool: AnyTool, slim: boolean): ArgumentsSchema {
  const full = argumentsSchema.parse(prune(z.toJSONSchema(tool.input, { io: "input" })));
  return slim && tool.slim ? slimmed(full, tool.slim.fields) : full;
}

/** The JSON Schema with limits, and with the text for people if a field has one, for documents and the command line. */
export function documentedSchema(tool: AnyTool): ArgumentsSchema {
  const schema = argumentsSchema.parse(z.toJSONSchema(tool.input, { io: "input" }));
  const entries = Object.entries(schema.properties).map(([name, { help, ...field }]) => {
    return [name, typeof help === "string" ? { ...field, description: help } : field] as const;
  });
  return { ...schema, properties: Object.fromEntries(entries) };
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !NOT_ADVERTISED.has(key) && !isAnything(key, inner));
  return Object.fromEntries(kept.map(([key, inner]) => [key, prune(inner)]));
}

/** Whether this is `"additionalProperties": {}`, which has no effect. */
function isAnything(key: string, value: unknown): boolean {
  return (
    key === "additionalProperties" && typeof value === "object" && value !== null && Object.keys(value).length === 0
  );
}

function slimmed(full: ArgumentsSchema, fields: readonly string[]): ArgumentsSchema {
  const { properties } = full;
  const required = (full.required ?? []).filter((name) => fields.includes(name));
  const shown = fields.map((name) => [name, withoutDescription(properties[name] ?? {})]);
  return {
    type: "object",
    properties: Object.fromEntries(shown),
    ...(required.length > 0 ? { required } : {}),
  };
}

function withoutDescription({ description: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
