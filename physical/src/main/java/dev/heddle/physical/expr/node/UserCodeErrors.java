package dev.heddle.physical.expr.node;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import java.util.StringJoiner;

/** Errors about functions of the user's own: they name the function and the values of the row. */
final class UserCodeErrors {
  private static final int MAX_TEXT = 100;

  private UserCodeErrors() {}

  /** Returns the error about what the code has thrown. */
  static HeddleException thrown(
      UserFunction function, ResultColumn[] arguments, int row, Throwable cause) {
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
            + row(arguments, row)
            + ": "
            + what
            + place(function, cause),
        cause);
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

  /** Returns the error about a result that its type does not take. */
  static HeddleException misfit(
      UserFunction function, Object value, ResultColumn[] arguments, int row) {
    return new HeddleException(
        ErrorCode.USER_CODE,
        "Function \""
            + function.name()
            + "\" gave "
            + shortened(value)
            + " ("
            + value.getClass().getSimpleName()
            + ") for "
            + row(arguments, row)
            + ", which is no "
            + function.resultType().sqlName());
  }

  private static String row(ResultColumn[] arguments, int row) {
    StringJoiner values = new StringJoiner(", ", "(", ")");
    if (row < 0) {
      return "a batch";
    }
    for (ResultColumn argument : arguments) {
      Object value = argument.value(row);
      values.add(
          value instanceof String text
              ? "'" + shortened(text) + "'"
              : value instanceof byte[] bytes
                  ? bytes.length + " bytes"
                  : shortened(String.valueOf(value)));
    }
    return values.toString();
  }

  private static String shortened(Object value) {
    String text = value.toString().replace('\n', ' ');
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }
}
