/** Limits of the on-device protocol; `protocol/on-device/README.md` says what they are for. */
export const PROTOCOL_VERSIONS = [1, 2, 3] as const;
/** From this version on a tree may come as a patch of one that was named in `since`. */
export const PATCHES_SINCE_VERSION = 2;
/** From this version on a picture may be asked for in a size. */
export const SIZES_SINCE_VERSION = 3;
/** Largest body of a frame to the device, in bytes. */
export const REQUEST_BYTES = 1024 * 1024;
/** Largest body of a frame from the device, in bytes. */
export const REPLY_BYTES = 32 * 1024 * 1024;
/** The device answers a request with TIMEOUT after this time, unless the request sets another one. */
export const REQUEST_TIMEOUT_MS = 10_000;
