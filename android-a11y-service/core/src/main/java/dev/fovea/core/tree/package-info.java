/** Windows and nodes: what the walker sees of them, how it walks, and how a tree is written. */
package dev.fovea.core.tree;
