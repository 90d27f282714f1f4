/**
 * A strict JSON reader and a writer of UTF-8 bytes; Android's org.json is not on a plain JVM, and keeps an object
 * tree.
 */
package dev.fovea.core.json;
