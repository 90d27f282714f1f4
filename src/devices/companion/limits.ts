/** The versions of the on-device protocol; `protocol/on-device/README.md` explains the limits below. */
export const PROTOCOL_VERSIONS = [1, 2, 3] as const;
/** From this version on a tree may be sent as a patch of a tree that was named in `since`. */
export const PATCHES_SINCE_VERSION = 2;
/** From this version on an image of a given size may be requested. */
export const SIZES_SINCE_VERSION = 3;
/** Largest body of a frame to the device, in bytes. */
export const REQUEST_BYTES = 1024 * 1024;
/** Largest body of a frame from the device, in bytes. */
export const REPLY_BYTES = 32 * 1024 * 1024;
/** The device answers a request with TIMEOUT after this time, unless the request sets another one. */
export const REQUEST_TIMEOUT_MS = 10_000;
