import { grepTool } from "../toybox/grep.js";

/** `grep -F` */
export const fgrep = grepTool("fgrep", "F");
