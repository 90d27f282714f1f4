// All public types of the package: a type that is not exported here is not public. This file and those in `types`
// import nothing else, so they are published unchanged.

export type * from "./types/action.js";
export type * from "./types/app.js";
export type * from "./types/calls.js";
export type * from "./types/connection.js";
export type * from "./types/debug.js";
export type * from "./types/device.js";
export type * from "./types/error.js";
export type * from "./types/files.js";
export type * from "./types/gesture.js";
export type * from "./types/locator.js";
export type * from "./types/memory.js";
export type * from "./types/phone.js";
export type * from "./types/plugin.js";
export type * from "./types/screen.js";
export type * from "./types/skill.js";
export type * from "./types/testing.js";
export type * from "./types/workflow.js";
