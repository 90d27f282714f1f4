import { checksum } from "../toybox/checksum.js";

export const sha256sum = checksum("sha256sum", "sha256");
