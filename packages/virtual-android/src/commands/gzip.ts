import { gzipTool } from "../toybox/gzip.js";

/** Compresses files. */
export const gzip = gzipTool("gzip", { decompresses: false, toStdout: false });
