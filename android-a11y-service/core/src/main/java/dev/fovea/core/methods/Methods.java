package dev.fovea.core.methods;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Every method by its name. */
public final class Methods {
  private Methods() {}

  public static Map<String, Method> of(Engine engine) {
    Map<String, Method> methods = new LinkedHashMap<>();
    methods.put("snapshot", new Snapshot(engine));
    methods.put("facts", new Facts(engine));
    methods.put("waitIdle", new WaitIdle(engine));
    methods.put("nodeAction", new ActOnNode(engine));
    methods.put("gesture", new Gesture(engine));
    methods.put("commitText", new CommitText(engine));
    methods.put("getClipboard", new GetClipboard(engine));
    methods.put("setClipboard", new SetClipboard(engine));
    methods.put("globalAction", new ActGlobally(engine));
    methods.put("screenshot", new Screenshot(engine));
    methods.put("health", new Health(engine));
    return Collections.unmodifiableMap(methods);
  }
}
