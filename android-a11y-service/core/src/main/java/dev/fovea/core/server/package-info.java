/** The socket's side: clients, their requests and their events. */
package dev.fovea.core.server;
