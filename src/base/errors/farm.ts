/**
 * Codes of a farm: leases, and the connection to other hosts. A part of the one table in `errors.ts`, each with the
 * ways to recover, best first.
 */
export const FARM_ERRORS = {
  LEASE_LOST: [
    "Acquire the phone again (`fovea farm acquire`), and observe before you act: another holder may have changed its screen.",
  ],
  NONE_AVAILABLE: [
    "Wait longer: list_devices shows the devices; the place in the queue is in the message.",
    "Ask for less: list_devices shows phones that may be free and meet other needs.",
  ],
  NONE_EXIST: [
    "Change the need that the message names: waiting does not help; list_devices shows the devices.",
    "Connect such a phone to a host of the farm; then list_devices shows it.",
  ],
  FARM_UNREACHABLE: [
    "Check the address of --farm, that its NATS servers run and accept the credentials; `fovea farm status` shows the hosts.",
  ],
  FARM_CLIENT_MISSING: [
    "Run `npm install @nats-io/transport-node@3.4.0 @nats-io/jetstream@3.4.0` in the folder where fovea-mcp is installed (with -g if it is installed globally).",
  ],
  FARM_UNUSABLE: ["Correct the cause that the message names, then repeat the call; --state-dir names another folder."],
} as const;
