/**
 * The Android framework as the core wants it: what the accessibility service and the shell's process share. A class whose
 * name ends in ApiN calls what came with API N, and is touched only behind a check of SDK_INT.
 */
package dev.fovea.android;
