package dev.heddle.planner.sql;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TypeText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The names that types have in SQL, those of other engines among them. */
public final class TypeNames {
  /** Names of timestamps to which a cast rounds, with their digits behind the second. */
  private static final Map<String, Integer> ROUNDED = Map.of("TIMESTAMP_S", 0, "TIMESTAMP_MS", 3);

  /** Names of types that are made of others or of labels. */
  private static final Set<String> CONSTRUCTORS =
      Set.of("ARRAY", "ENUM", "LIST", "MAP", "ROW", "STRUCT");

  private TypeNames() {}

  /** Returns the type of a name without parameters. */
  public static Optional<DataType> find(String name) {
    return TypeText.scalar(name);
  }

  /** Returns whether a name means a type, with parameters or without. */
  static boolean isTaken(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return TypeText.scalar(name).isPresent()
        || ROUNDED.containsKey(upper)
        || CONSTRUCTORS.contains(upper);
  }

  /**
   * Returns to how many digits behind the second a cast to {@code TIMESTAMP(n)} or {@code
   * TIMESTAMP_MS} rounds; nothing for other types, those with a time zone among them.
   */
  public static OptionalInt roundedDigits(String name, List<Integer> parameters) {
    Integer digits = ROUNDED.get(name.toUpperCase(Locale.ROOT));
    if (digits != null) {
      return parameters.isEmpty() ? OptionalInt.of(digits) : OptionalInt.empty();
    }
    boolean isRounded =
        parameters.size() == 1
            && parameters.getFirst() < TypeParameters.MICROS_DIGITS
            && find(name).orElse(DataType.NULL) instanceof DataType.Timestamp timestamp
            && !timestamp.withZone();
    return isRounded ? OptionalInt.of(parameters.getFirst()) : OptionalInt.empty();
  }
}
