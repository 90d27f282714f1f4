import { grepTool } from "../toybox/grep.js";

export const grep = grepTool("grep", null);
