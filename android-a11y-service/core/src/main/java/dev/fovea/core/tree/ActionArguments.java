package dev.fovea.core.tree;

/** Arguments of an action of a node; null is "not given". */
public final class ActionArguments {
  public static final ActionArguments NONE = new ActionArguments();

  /** ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE. */
  public String text;
  /** ACTION_ARGUMENT_SELECTION_START_INT and _END_INT, in UTF-16 units. */
  public Integer start;
  public Integer end;
  /** ACTION_ARGUMENT_PROGRESS_VALUE. */
  public Float value;
  /** ACTION_ARGUMENT_ROW_INT and _COLUMN_INT. */
  public Integer row;
  public Integer column;
  /** ACTION_ARGUMENT_MOVEMENT_GRANULARITY_INT. */
  public Integer granularity;
  /** ACTION_ARGUMENT_EXTEND_SELECTION_BOOLEAN. */
  public Boolean extend;

  /** Arguments for ACTION_SET_TEXT. */
  public static ActionArguments text(String text) {
    ActionArguments arguments = new ActionArguments();
    arguments.text = text;
    return arguments;
  }

  /** Arguments for ACTION_SET_SELECTION. */
  public static ActionArguments selection(int start, int end) {
    ActionArguments arguments = new ActionArguments();
    arguments.start = start;
    arguments.end = end;
    return arguments;
  }
}
