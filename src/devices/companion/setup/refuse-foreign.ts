import { FoveaError } from "../../../base/errors.js";
import type { Phone } from "../../phone.js";
import type { InstalledService } from "../check-installed.js";
import { PACKAGE } from "../names.js";

/** Refuses a package with a foreign certificate. Errors: ON_DEVICE_FOREIGN_CERTIFICATE. */
export function refuseForeign({ device }: Phone, installed: InstalledService): void {
  if (installed.state !== "foreign") return;
  const whose =
    installed.signature === null
      ? installed.problem
      : `its certificate is ${installed.signature.certificateSha256.slice(0, 16)}…, not that of this host's key`;
  const message = `${PACKAGE} on ${device.serial} was not installed with this key: ${whose}`;
  throw new FoveaError("ON_DEVICE_FOREIGN_CERTIFICATE", message, { device: device.serial });
}
