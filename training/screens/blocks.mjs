import { CONTENT_BLOCKS } from "./content-blocks.mjs";
import { CONTROL_BLOCKS } from "./control-blocks.mjs";
import { LIST_BLOCKS } from "./list-blocks.mjs";

/** Pieces of a page, top to bottom. Each takes (r, t, kit) and gives one element of the page's width. */
export const BLOCKS = { ...LIST_BLOCKS, ...CONTROL_BLOCKS, ...CONTENT_BLOCKS };
