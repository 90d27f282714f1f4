import { gzipTool } from "../toybox/gzip.js";

/** `gzip -dc` */
export const zcat = gzipTool("zcat", { decompresses: true, toStdout: true });
