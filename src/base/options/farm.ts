import { listOrNone, path, textKind } from "./kinds.js";

/** The options for a farm: a part of the one table of options. */
export const FARM_OPTIONS = {
  farm: {
    kind: listOrNone(),
    doc: "NATS servers of a farm, for `fovea host`, `fovea farm` and `fovea serve` (docs/farm.md). May be given several times.",
    example: "nats://192.0.2.9:4222",
  },
  farmCreds: {
    kind: path(),
    flag: "--creds",
    doc: "File with the farm's credentials, as NATS' tools make it.",
  },
  farmTlsCa: {
    kind: path(),
    flag: "--tls-ca",
    doc: "Certificate of the authority that signed the certificates of the farm's servers, if the system does not trust it.",
  },
  farmTenant: {
    kind: textKind(),
    flag: "--tenant",
    doc: "Tenant of the farm that leases are taken for. Default: default.",
    example: "team-a",
  },
} as const;
