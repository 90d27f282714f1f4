package dev.fovea.core;

import java.util.List;
import java.util.Map;

/** Looks into a snapshot's result. */
final class Windows {
  private Windows() {}

  static Map<?, ?> window(Map<?, ?> snapshot, int place) {
    return (Map<?, ?>) ((List<?>) snapshot.get("windows")).get(place);
  }

  static List<?> nodes(Map<?, ?> window) {
    return (List<?>) ((Map<?, ?>) window.get("content")).get("nodes");
  }

  static List<?> node(Map<?, ?> window, int place) {
    return (List<?>) nodes(window).get(place);
  }

  /** Null where it is left out. */
  static Object text(List<?> node) {
    return node.size() > 11 ? node.get(11) : null;
  }

  static Object description(List<?> node) {
    return node.size() > 12 ? node.get(12) : null;
  }

  static Map<?, ?> details(List<?> node) {
    return node.size() > 13 ? (Map<?, ?>) node.get(13) : java.util.Collections.emptyMap();
  }
}
