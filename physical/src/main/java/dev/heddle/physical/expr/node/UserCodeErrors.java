package dev.heddle.physical.expr.node;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.JavaValues;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Errors about functions of the user's own: they name the function and the values of the row. */
public final class UserCodeErrors {
  private static final int MAX_TEXT = 100;

  private UserCodeErrors() {}

  /** Returns the error about what the code has thrown for a row. */
  static HeddleException thrown(
      UserFunction function, ResultColumn[] arguments, int row, Throwable cause) {
    return thrown(function, row(arguments, row), cause);
  }

  /**
   * Returns the error about what the code has thrown.
   *
   * @param row what it was called for, such as a row of values
   */
  public static HeddleException thrown(UserFunction function, String row, Throwable cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    String what =
        cause instanceof NoClassDefFoundError missing
            ? "it needs class "
                + String.valueOf(missing.getMessage()).replace('/', '.')
                + ", which is not there; name its jar by UserFunction.with"
            : cause.toString().lines().findFirst().orElse("");
    return new HeddleException(
        ErrorCode.USER_CODE,
        "Function \""
            + function.name()
            + "\" failed for "
            + row
            + ": "
            + what
            + place(function, cause),
        cause);
  }

  /**
   * Returns the error about something else that the code has done.
   *
   * @param what follows the function's name
   */
  public static HeddleException failed(UserFunction function, String what) {
    return new HeddleException(ErrorCode.USER_CODE, "Function \"" + function.name() + "\" " + what);
  }

  /** Where in the user's class it happened. */
  private static String place(UserFunction function, Throwable cause) {
    String name = function.code().type().getName();
    for (StackTraceElement element : cause.getStackTrace()) {
      if (element.getClassName().equals(name) && element.getLineNumber() > 0) {
        return " (" + element.getFileName() + ":" + element.getLineNumber() + ")";
      }
    }
    return "";
  }

  /**
   * Returns a value that the code has given, as one of a type.
   *
   * @param what the value is for, for the message
   * @throws HeddleException {@code USER_CODE} if the type does not take it
   */
  public static Object converted(UserFunction function, Object value, DataType type, String what) {
    Object converted = JavaValues.convertedOrNull(value, type);
    if (converted == null) {
      throw misfit(function, value, type, what);
    }
    return converted;
  }

  /** Returns the error about a result that its type does not take. */
  static HeddleException misfit(
      UserFunction function, Object value, ResultColumn[] arguments, int row) {
    return misfit(function, value, function.resultType(), row(arguments, row));
  }

  private static HeddleException misfit(
      UserFunction function, Object value, DataType type, String what) {
    return failed(
        function,
        "gave "
            + shortened(value)
            + " ("
            + value.getClass().getSimpleName()
            + ") for "
            + what
            + ", which is no "
            + type.sqlName());
  }

  private static String row(ResultColumn[] arguments, int row) {
    if (row < 0) {
      return "a batch";
    }
    @Nullable Object[] values = new Object[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments[i].value(row);
    }
    return row(values);
  }

  /** Returns the text of a row's values. */
  public static String row(@Nullable Object[] row) {
    StringJoiner values = new StringJoiner(", ", "(", ")");
    for (Object value : row) {
      values.add(
          value instanceof String text
              ? "'" + shortened(text) + "'"
              : value instanceof byte[] bytes
                  ? bytes.length + " bytes"
                  : shortened(String.valueOf(value)));
    }
    return values.toString();
  }

  /** Returns a value's text, of which what is long is cut. */
  private static String shortened(Object value) {
    String text = value.toString().replace('\n', ' ');
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }
}
