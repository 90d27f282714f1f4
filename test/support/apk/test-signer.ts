import { generateKeyPairSync } from "node:crypto";
import { certificateOf } from "../../../src/devices/companion/apk/certificate.js";
import type { ApkSigner } from "../../../src/devices/companion/apk/sign-apk.js";

/** A signer with its own key. */
export function testSigner(modulusLength = 2048): ApkSigner {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength });
  return { privateKey, certificate: certificateOf(privateKey) };
}
