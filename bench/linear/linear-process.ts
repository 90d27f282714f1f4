import * as z from "zod";
import { type Doubling, doublingOf } from "./double.js";
import { worksOf } from "./works.js";

const orderSchema = z.strictObject({
  only: z.string(),
  isQuick: z.boolean(),
  /** The index of the first work to measure. */
  from: z.number(),
  care: z.strictObject({ leastMs: z.number(), rounds: z.number(), collectsAll: z.boolean() }),
});

/** The process's argument, as JSON: the works to measure. It sends a {@link Progress} before and after each work. */
export type Order = z.infer<typeof orderSchema>;

export type Progress =
  | { readonly begun: { readonly place: number; readonly name: string } }
  | { readonly doubling: Doubling; readonly bytes: number };

const { only, isQuick, from, care } = orderSchema.parse(JSON.parse(process.argv[2] ?? ""));
for (const [place, work] of worksOf(only, isQuick).entries()) {
  if (place < from) continue;
  await send({ begun: { place, name: work.name } });
  const doubling = await doublingOf(work, care);
  const { heapUsed, external } = process.memoryUsage();
  await send({ doubling, bytes: heapUsed + external });
}
process.disconnect();

/** Waits until the message is sent, because the next work may end the process. */
async function send(progress: Progress): Promise<void> {
  await new Promise<void>((resolve) => process.send?.(progress, undefined, undefined, () => resolve()));
}
