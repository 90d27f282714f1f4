import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { packageRoot } from "../../src/base/assets.js";

const mutationSchema = z.strictObject({
  /** The path of a source file, relative to the root of the repository. */
  file: z
    .string()
    .regex(/^(?:(?:src|packages\/(?:virtual-android|fovea-agent)\/src)\/.+\.ts|android-a11y-service\/.+\.java)$/),
  /** A part of one of its lines; it occurs once in the file. */
  from: z.string().min(1).regex(/^.*$/),
  /** The replacement. */
  to: z.string().regex(/^.*$/),
  /** The file of the test that has to fail with the mutation. */
  test: z.string().regex(/\.(?:test\.ts|java)$/),
  /** The name of the test; for Java the name of the method. */
  name: z.string().min(1),
});
export type Mutation = z.infer<typeof mutationSchema>;

/** The rows of the table and of test files. Errors: zod's, with the number of the row. */
export function readMutations(): readonly Mutation[] {
  const text = readFileSync(join(packageRoot(), "bench/mutations/mutations.yaml"), "utf8");
  const tests = readdirSync(join(packageRoot(), "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `test/${path.replaceAll("\\", "/")}`);
  return [...z.array(mutationSchema).parse(parse(text)), ...tests.flatMap(rowsOf)];
}

/**
 * The rows in a comment of a test file, so that a new test does not have to change the table:
 *
 *     mutations
 *     - file: src/vision/detectors/none.ts
 *       from: "return [];"
 *       to: "return [ANYTHING];"
 *       name: "a sentence of this file"
 */
function rowsOf(test: string): readonly Mutation[] {
  const text = readFileSync(join(packageRoot(), test), "utf8");
  return [...text.matchAll(/^\/\* mutations\n([\s\S]*?)^\*\/$/gm)].flatMap(([, rows = ""]) =>
    z
      .array(mutationSchema.omit({ test: true }))
      .parse(parse(rows))
      .map((row) => ({ ...row, test })),
  );
}

/** The text of the file with the mutation. Errors: if it cannot be applied, with the reason. */
export function mutated({ file, from, to }: Mutation): string {
  const source = readFileSync(join(packageRoot(), file), "utf8");
  const [before, after, ...more] = source.split(from);
  if (after === undefined || more.length > 0) {
    throw new Error(`the part stands ${after === undefined ? "nowhere" : "more than once"} in the file`);
  }
  return `${before}${to}${after}`;
}
