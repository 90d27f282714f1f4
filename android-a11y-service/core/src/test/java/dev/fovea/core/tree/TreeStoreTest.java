package dev.fovea.core.tree;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** How much is kept: a node of the framework is a kilobyte or two, and an app on a small phone has 96 MB. */
class TreeStoreTest {
  private final TreeStore store = new TreeStore();

  private WindowTree keep(int window, String hash, int nodes) {
    WindowTree tree =
        new WindowTree(
            new WalkCounts(window, 0, 0), null, hash, null, Arrays.asList(new NodeHandle[nodes]));
    store.keep(tree);
    return tree;
  }

  @Test
  void theLastTwoTreesOfEachWindowOfAFullScreenAreKept() {
    for (int window = 1; window <= 5; window++) {
      keep(window, "old", 1_500);
      keep(window, "new", 1_500);
    }
    for (int window = 1; window <= 5; window++) {
      assertNotNull(store.find(window, "old"));
      assertNotNull(store.find(window, "new"));
    }
  }

  @Test
  void olderTreesGoFirstWhereThereAreTooManyNodes() {
    keep(1, "old", 5_000);
    keep(1, "new", 5_000);
    keep(2, "old", 5_000);
    keep(2, "new", 5_000);
    keep(3, "new", 5_000);
    assertNull(store.find(1, "old"));
    assertNotNull(store.find(1, "new"));
    assertNotNull(store.find(2, "old"));
    assertNotNull(store.find(3, "new"));
  }

  @Test
  void aTreeBeyondTheBoundIsKeptAloneUntilTheNextOne() {
    keep(1, "new", 5_000);
    keep(2, "huge", 20_001);
    assertNull(store.last(1));
    assertNotNull(store.last(2));
    keep(1, "small", 10);
    assertNull(store.last(2));
    assertNotNull(store.last(1));
  }
}
