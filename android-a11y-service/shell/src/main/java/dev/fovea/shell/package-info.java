/**
 * The core's host on phones where nothing may be installed: a process of the shell user, started by app_process. Only
 * {@link dev.fovea.shell.Hidden} reaches hidden members of the framework, by reflection. The platform forbids those
 * members to apps only, and app_process does not run an app.
 */
package dev.fovea.shell;
