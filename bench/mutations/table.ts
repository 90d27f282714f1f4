import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { packageRoot } from "../../src/base/assets.js";

const mutationSchema = z.strictObject({
  /** A source file, from the root of the repository. */
  file: z
    .string()
    .regex(/^(?:(?:src|packages\/(?:virtual-android|fovea-agent)\/src)\/.+\.ts|android-a11y-service\/.+\.java)$/),
  /** A part of one of its lines; it stands there once. */
  from: z.string().min(1).regex(/^.*$/),
  /** What is put in its place. */
  to: z.string().regex(/^.*$/),
  /** The file of the test that has to fail then. */
  test: z.string().regex(/\.(?:test\.ts|java)$/),
  /** Its name; in Java that of the method. */
  name: z.string().min(1),
});
export type Mutation = z.infer<typeof mutationSchema>;

/** The table. Errors: zod's, with the number of the row. */
export function readMutations(): readonly Mutation[] {
  const text = readFileSync(join(packageRoot(), "bench/mutations/mutations.yaml"), "utf8");
  return z.array(mutationSchema).parse(parse(text));
}

/** The file with the mutation in it. Errors: one that says why there is none. */
export function mutated({ file, from, to }: Mutation): string {
  const source = readFileSync(join(packageRoot(), file), "utf8");
  const [before, after, ...more] = source.split(from);
  if (after === undefined || more.length > 0) {
    throw new Error(`the part stands ${after === undefined ? "nowhere" : "more than once"} in the file`);
  }
  return `${before}${to}${after}`;
}
