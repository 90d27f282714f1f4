/** What the companion is called on a phone; clients know the same names. */
export const PACKAGE = "dev.fovea.service";
export const SERVICE_CLASS = "dev.fovea.service.FoveaAccessibilityService";
export const SERVICE_COMPONENT = `${PACKAGE}/${SERVICE_CLASS}`;
export const RECOVER_CLASS = "dev.fovea.service.RecoverActivity";
/** Abstract sockets, as adb names them. The phone has one user, 0. */
export const SERVICE_SOCKET = `${PACKAGE}.u0`;
export const SHELL_SOCKET = `${PACKAGE}.shell`;
export const SHELL_MAIN = "dev.fovea.shell.Main";
/** Where the shell host that listens writes its epoch. */
export const EPOCH_FILE = "/data/local/tmp/fovea-shell.epoch";
