import { grepTool } from "../toybox/grep.js";

/** Prints the lines that match. */
export const grep = grepTool("grep", null);
