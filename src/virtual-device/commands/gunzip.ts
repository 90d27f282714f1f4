import { gzipTool } from "../toybox/gzip.js";

export const gunzip = gzipTool("gunzip", { decompresses: true, toStdout: false });
