/** What a host (the accessibility service, or the shell's process) gives to the core. */
package dev.fovea.core.platform;
