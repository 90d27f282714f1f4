// The parts of the virtual phone that only Fovea uses. They may change with any release.
export type { AttachableDevice } from "./adb-server/endpoint.js";
export { appNamed, appNames } from "./apps/app-names.js";
export { type FaultRule, parseFaultScript } from "./fault-script.js";
export type { OwnCompanion } from "./played/own-companion.js";
export type { Pace } from "./played/play-exchange.js";
export { PlayedDevice } from "./played/played-device.js";
export { bundledProfile, type Profile, profileNames, readProfile } from "./profile.js";
export {
  startVirtualPhone,
  type VirtualPhoneOptions,
} from "./start-virtual-phone.js";
export { startVirtualAdbServer, type VirtualAdbServer } from "./virtual-adb-server.js";
export type { VirtualDevice } from "./virtual-device.js";
export type { VirtualPhone } from "./virtual-phone.js";
