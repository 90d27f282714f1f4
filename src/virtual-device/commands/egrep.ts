import { grepTool } from "../toybox/grep.js";

export const egrep = grepTool("egrep", "E");
