import { gzipTool } from "../toybox/gzip.js";

export const gzip = gzipTool("gzip", { decompresses: false, toStdout: false });
