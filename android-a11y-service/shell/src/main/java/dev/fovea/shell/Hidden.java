package dev.fovea.shell;

import android.app.UiAutomation;
import android.content.Context;
import android.os.IBinder;
import android.os.Looper;
import android.view.InputEvent;
import dev.fovea.android.Trouble;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Every member of the framework that is used and is not public. Errors: what the member throws, or HiddenException. */
final class Hidden {
  private static final String[] INPUT_MANAGERS = {
    "android.hardware.input.InputManagerGlobal", "android.hardware.input.InputManager"
  };

  private Hidden() {}

  /** A member is not there, or is not what it was. */
  static final class HiddenException extends Exception {
    HiddenException(String member, Throwable cause) {
      super("the platform has no usable " + member, cause);
    }
  }

  /**
   * A UiAutomation of this very process: android.app.UiAutomation(Looper, IUiAutomationConnection) with a new
   * android.app.UiAutomationConnection; API 18 to 36 have both. It is never disconnected, since that would also restore
   * the display's rotation of the time of the connect, even if a user or an app has turned it since. The accessibility
   * manager releases it when the process ends.
   */
  static UiAutomation uiAutomation(Looper looper) throws HiddenException {
    try {
      Class<?> connectionType = Class.forName("android.app.IUiAutomationConnection");
      Constructor<?> newConnection = Class.forName("android.app.UiAutomationConnection").getDeclaredConstructor();
      Constructor<UiAutomation> newAutomation =
          UiAutomation.class.getDeclaredConstructor(Looper.class, connectionType);
      newConnection.setAccessible(true);
      newAutomation.setAccessible(true);
      return newAutomation.newInstance(looper, newConnection.newInstance());
    } catch (ReflectiveOperationException e) {
      throw new HiddenException("UiAutomation", cause(e));
    }
  }

  /** UiAutomation.connect(int), from API 24 on. Throws what it throws. */
  static void connect(UiAutomation automation, int flags) throws HiddenException {
    call(method(UiAutomation.class, "connect", int.class), automation, flags);
  }

  /**
   * A context of the system's package. No app was started in this process, so an ActivityThread is created and marked
   * as the system's. ActivityThread.systemMain would also start a renderer, so it is used only on phones whose makers
   * changed the members that the first way needs.
   */
  static Context systemContext() throws HiddenException {
    try {
      return ownSystemContext();
    } catch (HiddenException | RuntimeException e) {
      Trouble.report("the platform's own way to a context is tried", e);
    }
    try {
      Class<?> type = Class.forName("android.app.ActivityThread");
      return (Context) call(method(type, "getSystemContext"), call(method(type, "systemMain"), null));
    } catch (ClassNotFoundException e) {
      throw new HiddenException("ActivityThread", e);
    }
  }

  private static Context ownSystemContext() throws HiddenException {
    try {
      Class<?> type = Class.forName("android.app.ActivityThread");
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      Object thread = constructor.newInstance();
      set(type, "sCurrentActivityThread", null, thread);
      set(type, "mSystemThread", thread, true);
      configure(type, thread);
      return (Context) call(method(type, "getSystemContext"), thread);
    } catch (ReflectiveOperationException e) {
      throw new HiddenException("ActivityThread", cause(e));
    }
  }

  /** ActivityThread.attach would make one, from API 31 on; without it some phones cannot give a display's context. */
  private static void configure(Class<?> type, Object thread) {
    try {
      Class<?> controller = Class.forName("android.app.ConfigurationController");
      Constructor<?> constructor =
          controller.getDeclaredConstructor(Class.forName("android.app.ActivityThreadInternal"));
      constructor.setAccessible(true);
      set(type, "mConfigurationController", thread, constructor.newInstance(thread));
    } catch (ReflectiveOperationException e) {
      // Below API 31 there is none.
    }
  }

  /** The field mContext of a manager says in whose name it asks; {@code type} is the class that has it. */
  static void setContext(Class<?> type, Object manager, Context context) throws HiddenException {
    try {
      set(type, "mContext", manager, context);
    } catch (ReflectiveOperationException e) {
      throw new HiddenException(type.getSimpleName() + ".mContext", e);
    }
  }

  /** InputEvent.setDisplayId(int), from API 29 on. */
  static void setDisplay(InputEvent event, int displayId) throws HiddenException {
    call(method(InputEvent.class, "setDisplayId", int.class), event, displayId);
  }

  /** A service of the system by its name; null where there is none. */
  static IBinder service(String name) throws HiddenException {
    try {
      return (IBinder) call(method(Class.forName("android.os.ServiceManager"), "getService", String.class), null, name);
    } catch (ClassNotFoundException e) {
      throw new HiddenException("ServiceManager", e);
    }
  }

  /** InputManagerGlobal.getInstance() from API 34 on, InputManager.getInstance() below: whichever there is. */
  static Object inputManager() throws HiddenException {
    HiddenException missing = null;
    for (String name : INPUT_MANAGERS) {
      try {
        return call(method(Class.forName(name), "getInstance"), null);
      } catch (ClassNotFoundException e) {
        missing = new HiddenException(name, e);
      } catch (HiddenException e) {
        missing = e;
      }
    }
    throw missing;
  }

  /** injectInputEvent(InputEvent, int) of what {@link #inputManager} gave. */
  static Method injectInputEvent(Object inputManager) throws HiddenException {
    return method(inputManager.getClass(), "injectInputEvent", InputEvent.class, int.class);
  }

  /** Throws unchecked what the member throws. */
  static Object call(Method method, Object target, Object... arguments) throws HiddenException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      Throwable thrown = e.getCause();
      if (thrown instanceof RuntimeException) throw (RuntimeException) thrown;
      if (thrown instanceof Error) throw (Error) thrown;
      throw new HiddenException(method.getName(), thrown);
    } catch (IllegalAccessException | IllegalArgumentException e) {
      throw new HiddenException(method.getName(), e);
    }
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters) throws HiddenException {
    try {
      Method method = type.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new HiddenException(type.getSimpleName() + "." + name, e);
    }
  }

  private static void set(Class<?> type, String name, Object target, Object value)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(target, value);
  }

  private static Throwable cause(ReflectiveOperationException e) {
    return e instanceof InvocationTargetException && e.getCause() != null ? e.getCause() : e;
  }
}
