import { checksum } from "../toybox/checksum.js";

/** MD5 checksums of files. */
export const md5sum = checksum("md5sum", "md5");
