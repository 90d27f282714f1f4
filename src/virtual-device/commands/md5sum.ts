import { checksum } from "../toybox/checksum.js";

export const md5sum = checksum("md5sum", "md5");
