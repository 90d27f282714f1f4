package dev.fovea.core.tree;

import dev.fovea.core.json.JsonWriter;

/** What nodes have in common: classes, packages and ids, and lists of actions. They stand behind the nodes. */
final class NodeTables {
  final WordTable<String> names = new WordTable<>();
  final WordTable<ActionSet> actionSets = new WordTable<>();

  void write(JsonWriter out) {
    out.key("names").beginArray();
    for (String name : names.words()) out.value(name);
    out.endArray().key("actionSets").beginArray();
    for (ActionSet set : actionSets.words()) set.write(out);
    out.endArray();
  }
}
