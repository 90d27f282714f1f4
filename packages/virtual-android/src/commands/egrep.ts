import { grepTool } from "../toybox/grep.js";

/** `grep -E` */
export const egrep = grepTool("egrep", "E");
