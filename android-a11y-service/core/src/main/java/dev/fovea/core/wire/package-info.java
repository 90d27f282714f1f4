/** Frames, error codes and the reading of requests: what both sides of the wire agree on. */
package dev.fovea.core.wire;
