import * as z from "zod";
import type { AnyTool } from "../tools/tool.js";

type JsonSchema = Record<string, unknown>;

/** Bounds that only the validator needs: a model gains nothing from them, and every conversation pays for them. */
const NOT_ADVERTISED = new Set(["$schema", "minLength", "maxLength", "pattern", "maxItems"]);

/** The JSON Schema of a tool's arguments as `tools/list` shows it; with `slim` only the named fields, without words. */
export function toolSchema(tool: AnyTool, slim: boolean): JsonSchema {
  const full = prune(z.toJSONSchema(tool.input, { io: "input" })) as JsonSchema;
  return slim && tool.slim ? slimmed(full, tool.slim.fields) : full;
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !NOT_ADVERTISED.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, prune(inner)]));
}

function slimmed(full: JsonSchema, fields: readonly string[]): JsonSchema {
  const properties = full["properties"] as Record<string, JsonSchema>;
  const required = ((full["required"] ?? []) as string[]).filter((name) => fields.includes(name));
  const shown = fields.map((name) => [name, withoutDescription(properties[name] ?? {})]);
  return {
    type: "object",
    properties: Object.fromEntries(shown),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function withoutDescription({ description: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}
