/**
 * Adapts the Android framework to the core, for both the accessibility service and the shell's process. A class whose
 * name ends in ApiN calls what came with API N, and is touched only behind a check of SDK_INT.
 */
package dev.fovea.android;
