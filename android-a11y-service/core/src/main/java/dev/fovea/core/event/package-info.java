/** What the accessibility framework announces: kept in a ring, and used to know which trees are out of date. */
package dev.fovea.core.event;
