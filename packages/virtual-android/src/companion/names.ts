/** The names of the companion on a phone; clients use the same names. */
export const PACKAGE = "dev.fovea.service";
export const SERVICE_CLASS = "dev.fovea.service.FoveaAccessibilityService";
export const SERVICE_COMPONENT = `${PACKAGE}/${SERVICE_CLASS}`;
export const RECOVER_CLASS = "dev.fovea.service.RecoverActivity";
/** Abstract sockets, as adb writes them. The phone has one user, 0. */
export const SERVICE_SOCKET = `${PACKAGE}.u0`;
export const SHELL_SOCKET = `${PACKAGE}.shell`;
export const SHELL_MAIN = "dev.fovea.shell.Main";
/** The file into which the companion shell that is listening writes its epoch. */
export const EPOCH_FILE = "/data/local/tmp/fovea-shell.epoch";
