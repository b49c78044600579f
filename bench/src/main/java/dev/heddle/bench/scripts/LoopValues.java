package dev.heddle.bench.scripts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The values of {@code foreach}, among which names like {@code <integral>} mean several. */
final class LoopValues {
  private static final List<String> SIGNED =
      List.of("tinyint", "smallint", "integer", "bigint", "hugeint");
  private static final List<String> UNSIGNED =
      List.of("utinyint", "usmallint", "uinteger", "ubigint", "uhugeint");
  private static final List<String> INTEGRAL = joined(SIGNED, UNSIGNED);
  private static final List<String> NUMERIC = joined(INTEGRAL, List.of("float", "double"));
  private static final List<String> ALL =
      joined(NUMERIC, List.of("bool", "interval", "varchar", "date", "timestamp", "time", "blob"));
  private static final Map<String, List<String>> NAMED =
      Map.of(
          "<signed>", SIGNED,
          "<unsigned>", UNSIGNED,
          "<integral>", INTEGRAL,
          "<numeric>", NUMERIC,
          "<alltypes>", ALL,
          "<all_types>", ALL,
          "<compression>", List.of("uncompressed", "rle", "bitpacking", "dictionary", "fsst"));

  private LoopValues() {}

  private static List<String> joined(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  /** Returns the values that words mean; {@code !word} takes one away. */
  static List<String> of(List<String> words) {
    List<String> values = new ArrayList<>();
    for (String word : words) {
      if (word.startsWith("!")) {
        values.remove(word.substring(1));
      } else {
        values.addAll(NAMED.getOrDefault(word.toLowerCase(java.util.Locale.ROOT), List.of(word)));
      }
    }
    return values;
  }
}
