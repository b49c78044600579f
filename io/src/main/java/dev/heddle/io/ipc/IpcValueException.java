package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import java.io.Serial;
import org.apache.arrow.vector.types.pojo.Field;

/** A value that no value of its column's type is; turned into the typed error of the file. */
final class IpcValueException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final ErrorCode code;

  /**
   * Makes it.
   *
   * @param value the value and what is wrong with it
   */
  IpcValueException(ErrorCode code, Field field, String value) {
    super("column \"" + field.getName() + "\" has " + value + "; leave the column out");
    this.code = code;
  }

  ErrorCode code() {
    return code;
  }
}
