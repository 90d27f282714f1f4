package dev.fovea.core.methods;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.GlobalAction;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/** Back, home, and the other actions that belong to no node. */
final class ActGlobally extends Method {
  private static final List<String> NAMES = names();

  private final Engine engine;

  ActGlobally(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller)
      throws WireException, InterruptedException {
    GlobalAction action = GlobalAction.valueOf(params.choice("action", NAMES));
    params.end();
    Platform platform = engine.platform(Capability.globalActions);
    if (engine.host.apiLevel < action.sinceApi) {
      throw WireException.unsupported(action.name() + " came with API " + action.sinceApi);
    }
    long seq = engine.events.lastSeq();
    caller.beginAct();
    boolean isPerformed = platform.globalAction(action.id);
    result.beginObject().key("performed").value(isPerformed).key("seq").value(seq).endObject();
    return null;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (GlobalAction action : GlobalAction.values()) names.add(action.name());
    return names;
  }
}
