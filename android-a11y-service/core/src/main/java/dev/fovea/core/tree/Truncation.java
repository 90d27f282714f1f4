package dev.fovea.core.tree;

/** Which budget left nodes out. */
public enum Truncation {
  time,
  nodes,
  depth
}
