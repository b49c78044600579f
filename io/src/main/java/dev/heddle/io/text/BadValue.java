package dev.heddle.io.text;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;

/** Makes the error of text that is no value of its column, and text that can be shown. */
public final class BadValue {
  private static final int MAX_SHOWN_CHARACTERS = 40;
  private static final char UNKNOWN = 0xFFFD;

  private BadValue() {}

  /**
   * Returns the error, which names the place, the value and the way out.
   *
   * @param source where the column's type is from
   */
  public static HeddleException of(
      String path,
      long line,
      Field column,
      TypeSource source,
      char[] buffer,
      int offset,
      int length) {
    StringBuilder shown = new StringBuilder();
    append(shown, buffer, offset, Math.min(length, MAX_SHOWN_CHARACTERS));
    boolean isText = column.type() instanceof DataType.Str;
    return new HeddleException(
        isText ? ErrorCode.CORRUPT_FILE : ErrorCode.INVALID_CAST,
        "Cannot read "
            + path
            + ", line "
            + line
            + ", column "
            + column.name()
            + ": \""
            + shown
            + (length > MAX_SHOWN_CHARACTERS ? "..." : "")
            + "\" is no "
            + (isText ? "UTF-8" : column.type().sqlName())
            + (isText
                ? "; convert the file, or skip or collect bad rows"
                : source == TypeSource.STATED
                    ? "; make the column VARCHAR, or skip or collect bad rows"
                    : "; state a schema in which the column is VARCHAR, sample more rows, or skip"
                        + " or collect bad rows"));
  }

  /** Appends characters, with a replacement for each half of a surrogate pair. */
  public static void append(StringBuilder target, char[] buffer, int offset, int length) {
    for (int i = 0; i < length; i++) {
      char c = buffer[offset + i];
      if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(buffer[offset + i + 1])) {
        target.append(c).append(buffer[offset + ++i]);
      } else {
        target.append(Character.isSurrogate(c) ? UNKNOWN : c);
      }
    }
  }
}
