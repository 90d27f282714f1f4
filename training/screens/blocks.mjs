import { CONTENT_BLOCKS } from "./content-blocks.mjs";
import { CONTROL_BLOCKS } from "./control-blocks.mjs";
import { LIST_BLOCKS } from "./list-blocks.mjs";

/** The blocks of a page, from top to bottom. Each takes (r, t, kit) and gives an element as wide as the page. */
export const BLOCKS = { ...LIST_BLOCKS, ...CONTROL_BLOCKS, ...CONTENT_BLOCKS };
