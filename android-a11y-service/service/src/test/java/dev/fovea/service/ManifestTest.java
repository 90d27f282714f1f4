package dev.fovea.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.accessibilityservice.AccessibilityService;
import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.Activity;
import android.app.Application;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the app declares; verify.sh looks at the result in the APK. */
class ManifestTest {
  private static Document read(String path) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File("src/main/" + path));
  }

  private static List<Element> elements(Document document, String name) {
    NodeList found = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) elements.add((Element) found.item(i));
    return elements;
  }

  private static Element only(Document document, String name) {
    assertEquals(1, elements(document, name).size(), name);
    return elements(document, name).get(0);
  }

  private static void assertClass(Element element, Class<?> kind) throws ClassNotFoundException {
    Class<?> type = Class.forName("dev.fovea.service" + element.getAttribute("android:name"));
    assertTrue(kind.isAssignableFrom(type), type.getName());
  }

  @Test
  void theAppAsksForNoPermissionAndShowsNoIcon() throws Exception {
    Document manifest = read("AndroidManifest.xml");
    for (String none : new String[] {"uses-permission", "permission", "receiver", "provider", "category", "data"}) {
      assertTrue(elements(manifest, none).isEmpty(), none);
    }
    Element application = only(manifest, "application");
    assertClass(application, Application.class);
    assertEquals("false", application.getAttribute("android:allowBackup"));
    for (String absent : new String[] {"debuggable", "testOnly", "usesCleartextTraffic", "sharedUserId", "process"}) {
      assertFalse(application.hasAttribute("android:" + absent), absent);
    }
    assertEquals("dev.fovea.service", manifest.getDocumentElement().getAttribute("package"));
    assertEquals("24", only(manifest, "uses-sdk").getAttribute("android:minSdkVersion"));
    assertEquals("34", only(manifest, "uses-sdk").getAttribute("android:targetSdkVersion"));
  }

  @Test
  void onlyTheSystemMayBindTheService() throws Exception {
    Element service = only(read("AndroidManifest.xml"), "service");
    assertClass(service, AccessibilityService.class);
    assertEquals("android.permission.BIND_ACCESSIBILITY_SERVICE", service.getAttribute("android:permission"));
  }

  @Test
  void onlyTheShellMayStartTheRecovery() throws Exception {
    Element activity = only(read("AndroidManifest.xml"), "activity");
    assertClass(activity, Activity.class);
    assertEquals(".RecoverActivity", activity.getAttribute("android:name"));
    assertEquals("true", activity.getAttribute("android:exported"));
    assertEquals("android.permission.DUMP", activity.getAttribute("android:permission"));
    assertEquals("@android:style/Theme.NoDisplay", activity.getAttribute("android:theme"));
    assertEquals(0, activity.getElementsByTagName("intent-filter").getLength());
  }

  @Test
  void theServiceMayReadWindowsTouchAndTakeScreenshotsAndChangesNothingOfTheDevice() throws Exception {
    Element config = read("res/xml/accessibility.xml").getDocumentElement();
    for (String may : new String[] {"canRetrieveWindowContent", "canPerformGestures", "canTakeScreenshot", "isAccessibilityTool"}) {
      assertEquals("true", config.getAttribute("android:" + may), may);
    }
    assertEquals("typeAllMask", config.getAttribute("android:accessibilityEventTypes"));
    assertEquals("0", config.getAttribute("android:notificationTimeout"));
    Set<String> flags = new TreeSet<>();
    for (String flag : config.getAttribute("android:accessibilityFlags").split("\\|")) flags.add(flag);
    assertEquals(
        "[flagDefault, flagIncludeNotImportantViews, flagInputMethodEditor, flagReportViewIds,"
            + " flagRetrieveInteractiveWindows]",
        flags.toString());
    assertFalse(config.hasAttribute("android:canRequestTouchExplorationMode"));
    assertFalse(config.hasAttribute("android:canRequestFilterKeyEvents"));
  }

  /** The number that verify.sh looks for in the APK. */
  @Test
  void theFlagsHaveTheFrameworksNumbers() {
    int flags =
        AccessibilityServiceInfo.DEFAULT
            | AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS
            | AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS
            | AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS
            | AccessibilityServiceInfo.FLAG_INPUT_METHOD_EDITOR;
    assertEquals(0x8053, flags);
    assertEquals(0x0101060f, android.R.attr.canTakeScreenshot);
    assertEquals(0x01010641, android.R.attr.isAccessibilityTool);
  }
}
