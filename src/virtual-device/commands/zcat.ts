import { gzipTool } from "../toybox/gzip.js";

export const zcat = gzipTool("zcat", { decompresses: true, toStdout: true });
