package dev.fovea.core.tree;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class NodeActionTableTest {
  @Test
  void everyActionIsFoundByItsIdAndItsName() {
    for (NodeAction action : NodeAction.values()) {
      assertSame(action, NodeAction.byId(action.id));
      assertSame(action, NodeAction.byName(action.name()));
    }
  }

  @Test
  void anAppsOwnIdHasNoNamedAction() {
    for (int id : new int[] {0, -1, 3, 0x400000, 0x7f0a0001, 0x01020035, 0x010200ff, Integer.MIN_VALUE}) {
      assertNull(NodeAction.byId(id));
    }
  }
}
