/** The requests of the protocol: one class reads one request's parameters, does it and writes the result. */
package dev.fovea.core.methods;
