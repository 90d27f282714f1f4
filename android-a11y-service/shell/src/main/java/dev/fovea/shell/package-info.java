/**
 * The core's host on phones where nothing may be installed: a process of the shell user, started by app_process. What the
 * framework hides is reached by reflection, in {@link dev.fovea.shell.Hidden} alone: app_process is no app, so the
 * platform's list of forbidden members does not concern it.
 */
package dev.fovea.shell;
