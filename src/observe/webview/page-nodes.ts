import * as z from "zod";

const text = z.string().max(2_000);
const px = z.number().min(-1e6).max(1e6);

/** One element of a page, as the script in it reports. */
const pageNodeSchema = z.object({
  /** Place of the nearest reported element around it; -1 for none. */
  parent: z.number().int().min(-1),
  role: z.string().max(40),
  name: text,
  id: text,
  touch: z.boolean(),
  /** Left, top, right, bottom in CSS pixels, clipped to what is shown of the page. */
  box: z.tuple([px, px, px, px]),
  value: text.optional(),
  placeholder: text.optional(),
  checked: z.boolean().optional(),
  disabled: z.literal(true).optional(),
  focused: z.literal(true).optional(),
  selected: z.literal(true).optional(),
  password: z.literal(true).optional(),
  expanded: z.boolean().optional(),
});
export type PageNode = z.infer<typeof pageNodeSchema>;

/** What a page shows; whatever answered as the page may have made it up, so that nothing here is more than its word. */
export const pageSchema = z.object({
  /** What is shown of it, in CSS pixels. */
  view: z.object({ left: px, top: px, width: z.number().positive().max(1e6), height: z.number().positive().max(1e6) }),
  isVisible: z.boolean(),
  /** It has more than the script may pass. */
  isCut: z.boolean(),
  /** It is longer than what is shown of it. */
  scrolls: z.boolean(),
  nodes: z.array(pageNodeSchema).max(1_500),
});
export type Page = z.infer<typeof pageSchema>;
