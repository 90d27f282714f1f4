import * as z from "zod";

const text = z.string().max(2_000);
const px = z.number().min(-1e6).max(1e6);

/** One element of a page, as the page script reports it. */
const pageNodeSchema = z.object({
  /** Index of the nearest reported element around it; -1 for none. */
  parent: z.number().int().min(-1),
  role: z.string().max(40),
  name: text,
  id: text,
  touch: z.boolean(),
  /** Left, top, right, bottom in CSS pixels, clipped to the visible part of the page. */
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

/** The content of a page. The page may have invented any of it, so it is not trusted. */
export const pageSchema = z.object({
  /** The visible part of the page, in CSS pixels. */
  view: z.object({ left: px, top: px, width: z.number().positive().max(1e6), height: z.number().positive().max(1e6) }),
  isVisible: z.boolean(),
  /** The page has more elements than the script may read. */
  isCut: z.boolean(),
  /** The page is longer than its visible part. */
  scrolls: z.boolean(),
  nodes: z.array(pageNodeSchema).max(1_500),
});
export type Page = z.infer<typeof pageSchema>;
