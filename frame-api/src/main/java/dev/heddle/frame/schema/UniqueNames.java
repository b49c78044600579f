package dev.heddle.frame.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names columns of a file of which several have one name. */
public final class UniqueNames {
  private UniqueNames() {}

  /**
   * Returns names that are all different, in the same order, as DuckDB gives them: the first of
   * each stays, and the others get {@code _1}, {@code _2} and so on behind it. Where that makes a
   * name that an earlier column has, that name repeats in turn. Names that differ in case differ.
   */
  public static List<String> of(List<String> names) {
    return of(names, new HashMap<>());
  }

  /** As {@link #of(List)}, for the columns of a file: names that differ in case only repeat too. */
  public static List<String> ofFile(List<String> names) {
    return of(names, new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
  }

  /** Names columns with a map of how often each name has been met. */
  private static List<String> of(List<String> names, Map<String, Integer> met) {
    List<String> unique = new ArrayList<>(names.size());
    for (String name : names) {
      String own = name;
      int before = met.merge(own, 1, Integer::sum) - 1;
      while (before > 0) {
        own = own + "_" + before;
        before = met.merge(own, 1, Integer::sum) - 1;
      }
      unique.add(own);
    }
    return unique;
  }
}
