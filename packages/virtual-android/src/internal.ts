// What Fovea itself needs of its phone. No promise to anybody else: it changes with any release.
export type { AttachableDevice } from "../../../src/virtual-device/adb-server/endpoint.js";
export { appNamed, appNames } from "../../../src/virtual-device/apps/app-names.js";
export { type FaultRule, parseFaultScript } from "../../../src/virtual-device/fault-script.js";
export type { OwnHalf } from "../../../src/virtual-device/played/own-half.js";
export type { Pace } from "../../../src/virtual-device/played/play-exchange.js";
export { PlayedDevice } from "../../../src/virtual-device/played/played-device.js";
export { bundledProfile, type Profile, profileNames, readProfile } from "../../../src/virtual-device/profile.js";
export {
  startVirtualPhone,
  type VirtualPhoneOptions,
} from "../../../src/virtual-device/start-virtual-phone.js";
export { startVirtualAdbServer, type VirtualAdbServer } from "../../../src/virtual-device/virtual-adb-server.js";
export type { VirtualDevice } from "../../../src/virtual-device/virtual-device.js";
export type { VirtualPhone } from "../../../src/virtual-device/virtual-phone.js";
