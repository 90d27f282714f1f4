import { grepTool } from "../toybox/grep.js";

/** Finds lines. */
export const grep = grepTool("grep", null);
