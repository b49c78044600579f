package dev.heddle.kernel.java;

import java.lang.reflect.Field;
import jdk.jshell.execution.LocalExecutionControl;
import org.jspecify.annotations.Nullable;

/** Runs snippets in this process, and keeps what they gave or threw as it is, not as text. */
final class SnippetControl extends LocalExecutionControl {
  private volatile @Nullable Throwable thrown;
  private @Nullable Object value;

  /** Returns what the last snippet threw, and forgets it. */
  @Nullable Throwable takeThrown() {
    Throwable last = thrown;
    thrown = null;
    return last;
  }

  /** Returns the value of the variable that was last asked for, and forgets it. */
  @Nullable Object takeValue() {
    Object last = value;
    value = null;
    return last;
  }

  @Override
  public String varValue(String className, String varName) throws InternalException {
    try {
      Field field = findClass(className).getDeclaredField(varName);
      field.setAccessible(true);
      value = field.get(null);
      return "";
    } catch (ReflectiveOperationException e) {
      throw new InternalException(e.toString());
    }
  }

  @Override
  protected String throwConvertedInvocationException(Throwable cause)
      throws RunException, InternalException {
    thrown = cause;
    return super.throwConvertedInvocationException(cause);
  }
}
