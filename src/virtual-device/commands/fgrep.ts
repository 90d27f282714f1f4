import { grepTool } from "../toybox/grep.js";

export const fgrep = grepTool("fgrep", "F");
