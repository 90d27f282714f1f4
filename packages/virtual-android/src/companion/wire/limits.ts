/** The protocol's limits: bytes of a body, clients at once, and requests of one client at once. */
export const LONGEST_REQUEST = 1 << 20;
export const LONGEST_REPLY = 32 << 20;
export const MOST_CLIENTS = 4;
export const REQUESTS_IN_FLIGHT = 16;
