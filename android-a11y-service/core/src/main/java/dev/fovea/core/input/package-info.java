/** Gestures: planned as timed finger paths, then cut for the two ways in which Android takes them. */
package dev.fovea.core.input;
