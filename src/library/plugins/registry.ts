import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { issueWords, problemsIn } from "../../base/zod-words.js";
import { isConditionWord, type NamedCondition, parseCondition } from "../../screen/selector.js";
import type { Plugins } from "../../tool-contract/plugins.js";
import type { AnyTool } from "../../tool-contract/tool.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../tools/tools.js";
import type { CreateDetector } from "../../vision/detector.js";
import type { ActionDefinition, PluginRegistry } from "../types.js";
import { actionTool, shapeOf } from "./action-tool.js";
import { judged } from "./judged.js";

const isFunction = (value: unknown) => typeof value === "function";
const name = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, "has to be snake_case")
  .max(32);
const field = z.strictObject({
  type: z.enum(["string", "integer", "number", "boolean"]),
  description: z.string().min(1).max(200),
  choices: z.tuple([z.string()], z.string()).optional(),
  optional: z.boolean().optional(),
});
const definitionSchema = z.strictObject({
  name,
  purpose: z.string().min(1).max(200),
  schema: z.record(z.string().regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/), field),
  returns: z.record(z.string(), field),
  example: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  run: z.custom<ActionDefinition["run"]>(isFunction, "is not a function"),
});

const OURS: ReadonlySet<string> = new Set([...TOOLS, ...OPTIONAL_TOOLS].map((tool) => tool.name));

/** Collects what plug-ins register, and refuses at once anything that cannot be used. */
export class Registry {
  readonly #tools: AnyTool[] = [];
  readonly #words = new Map<string, NamedCondition>();
  readonly #detectors: Record<string, CreateDetector> = {};

  /** The registry for one plug-in; `source` names the plug-in in errors. */
  from(source: string): PluginRegistry {
    return {
      registerAction: (definition) => this.#action(source, definition),
      registerVerifier: (word, verifier) => {
        this.#word(source, word, () => {
          if (typeof verifier === "function") return judged({ source, name: word, verifier });
          return { kind: "named", name: word, condition: parseCondition(verifier, this.#words) };
        });
      },
      registerDetector: (word, create) => {
        if (!isName(word) || Object.hasOwn(this.#detectors, word) || !isCreate(create))
          throw unusable(source, `detector ${word}: a new name in snake_case and a function are expected`);
        this.#detectors[word] = create;
      },
    };
  }

  plugins(): Plugins {
    return { tools: [...this.#tools], words: new Map(this.#words), detectors: { ...this.#detectors } };
  }

  #action(source: string, given: unknown): void {
    const parsed = definitionSchema.safeParse(given, { error: issueWords });
    if (!parsed.success) throw unusable(source, `an action: ${problemsIn(parsed.error, "its definition")}`);
    const definition: ActionDefinition = Object.freeze({ ...parsed.data }) as ActionDefinition; // checked right above
    if (OURS.has(definition.name) || this.#tools.some((one) => one.name === definition.name))
      throw unusable(source, `there is a tool ${definition.name} already`);
    if (Object.hasOwn(definition.schema, "device"))
      throw unusable(source, `an action: schema.device is reserved for the phone of a call`);
    const example = z.strictObject(shapeOf(definition.schema)).safeParse(definition.example, { error: issueWords });
    if (!example.success) throw unusable(source, `an action: example: ${problemsIn(example.error, "it")}`);
    this.#tools.push(actionTool(source, definition));
  }

  #word(source: string, word: string, make: () => NamedCondition): void {
    if (!isName(word)) throw unusable(source, `verifier ${word}: a name is snake_case, 32 characters at most`);
    if (isConditionWord(word) || this.#words.has(word))
      throw unusable(source, `verifier ${word}: conditions already use this word`);
    try {
      this.#words.set(word, make());
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw unusable(source, `verifier ${word}: ${why}`, cause);
    }
  }
}

function isName(word: unknown): boolean {
  return name.safeParse(word).success;
}

function isCreate(value: unknown): value is CreateDetector {
  return typeof value === "function";
}

function unusable(source: string, why: string, cause?: unknown): FoveaError {
  return new FoveaError("PLUGIN_UNUSABLE", `the plug-in ${source} cannot be used: ${why}`, { cause });
}
