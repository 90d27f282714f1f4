import { gzipTool } from "../toybox/gzip.js";

/** Real compression, with levels. */
export const gzip = gzipTool("gzip", { decompresses: false, toStdout: false });
