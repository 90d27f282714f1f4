import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as z from "zod";

const manifestSchema = z.looseObject({ version: z.string() });

/** The version of the installed runtime for models, read without loading the runtime; null if none is installed. */
export function installedRuntime(): string | null {
  const require = createRequire(import.meta.url);
  let path: string;
  try {
    path = require.resolve("onnxruntime-node/package.json");
  } catch {
    return null;
  }
  return manifestSchema.parse(JSON.parse(readFileSync(path, "utf8"))).version;
}
