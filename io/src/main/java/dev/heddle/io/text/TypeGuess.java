package dev.heddle.io.text;

import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * What the values of a column can be; each text that is looked at rules some types out.
 *
 * <p>In order of preference: booleans, integers of 64 and of 128 bits, doubles, times of day,
 * dates, timestamps without and with zone, text. Used by one thread.
 */
public final class TypeGuess {
  private static final List<DataType> TYPES =
      List.of(
          DataType.BOOL,
          DataType.INT64,
          DataType.INT128,
          DataType.FLOAT64,
          DataType.TIME,
          DataType.DATE,
          DataType.TIMESTAMP,
          DataType.TIMESTAMP_TZ);

  private final TextFit fit = new TextFit();
  private final List<DataType> possible = new ArrayList<>(TYPES);
  private boolean isSeen;

  /** Makes a guess that has seen nothing. */
  public TypeGuess() {}

  /** Looks at a text that is not null. */
  public void add(char[] buffer, int offset, int length) {
    isSeen = true;
    for (int i = possible.size() - 1; i >= 0; i--) {
      if (!fit.isOf(possible.get(i), buffer, offset, length)) {
        possible.remove(i);
      }
    }
  }

  /** Looks at all that another guess has looked at. */
  public void add(TypeGuess other) {
    isSeen |= other.isSeen;
    possible.retainAll(other.possible);
  }

  /** Returns the preferred type of those that are left: text where nothing has been seen. */
  public DataType type() {
    return isSeen && !possible.isEmpty() ? possible.getFirst() : DataType.STRING;
  }
}
