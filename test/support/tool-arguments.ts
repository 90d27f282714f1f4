import fc, { type Arbitrary } from "fast-check";
import * as z from "zod";
import type { AnyTool } from "../../src/tool-contract/tool.js";
import { riskyText, selectorLike } from "./hostile-text.js";

type Arguments = Record<string, unknown>;

const fieldSchema = z.looseObject({ type: z.string().optional(), enum: z.array(z.unknown()).optional() });
const schemaOf = z.looseObject({ properties: z.record(z.string(), fieldSchema).default({}) });

const WORDS: Readonly<Record<string, readonly string[]>> = {
  key: ["back", "KEYCODE_HOME", "constructor", "__proto__", "toString", "valueOf"],
  url: ["https://example.org/", "javascript:alert(1)", "intent:#Intent;end", "content://sms", "http://"],
  package: ["com.fovea.form", "com.android.systemui", "android", "com.x/.Main"],
  save_as: ["shot.png", "../shot.png", "/tmp/shot.png", "a/b.png", "C:\\x.png"],
};

/**
 * Arguments of a tool as a hostile or broken caller might send them: values of the right type with any content, values
 * of another type, missing fields, and unknown fields.
 */
export function argumentsOf(tool: AnyTool): Arbitrary<Arguments> {
  const { properties } = schemaOf.parse(z.toJSONSchema(tool.input, { io: "input" }));
  const fields = Object.entries(properties).filter(([name]) => name !== "device");
  const known = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valueFor(name, field)])), {
    requiredKeys: [],
  });
  const strange = fc.dictionary(fc.oneof(riskyText, fc.constant("device")), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 1,
  });
  return fc.oneof(
    { weight: 6, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, strange).map(([own, others]) => ({ ...others, ...own })) },
  );
}

function valueFor(name: string, field: z.output<typeof fieldSchema>): Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: ofItsKind(name, field) }, { weight: 1, arbitrary: fc.jsonValue() });
}

function ofItsKind(name: string, field: z.output<typeof fieldSchema>): Arbitrary<unknown> {
  if (field.enum) return fc.constantFrom(...field.enum);
  if (name === "steps") return fc.array(steps, { minLength: 1, maxLength: 3 });
  if (field.type === "boolean") return fc.boolean();
  if (field.type === "integer" || field.type === "number")
    return fc.oneof(fc.integer({ min: -1, max: 400 }), fc.double());
  const own = WORDS[name];
  return own ? fc.oneof(fc.constantFrom(...own), riskyText) : fc.oneof(selectorLike, riskyText);
}

const steps = fc.record(
  {
    tool: fc.constantFrom("tap", "wait_for", "verify", "press_key", "batch", "observe", "constructor"),
    target: selectorLike,
    condition: selectorLike,
    key: fc.constantFrom("back", "__proto__"),
    timeout_ms: fc.constantFrom(0, 100),
  },
  { requiredKeys: ["tool"] },
);
