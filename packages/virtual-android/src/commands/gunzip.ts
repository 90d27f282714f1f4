import { gzipTool } from "../toybox/gzip.js";

/** `gzip -d` */
export const gunzip = gzipTool("gunzip", { decompresses: true, toStdout: false });
