package dev.heddle.frame.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names that the columns of a file get: its own where they can be told apart.
 *
 * <p>A column without a name is called {@code column0} and so on, after its position from 0. A name
 * that an earlier column has gets the first free one of the suffixes {@code _1}, {@code _2} and so
 * on. Names that differ in case differ.
 */
public final class UniqueNames {
  private UniqueNames() {}

  /**
   * Returns a name for each column.
   *
   * @param names as the file has them: some may be empty, or repeat
   */
  public static List<String> of(List<String> names) {
    List<String> unique = new ArrayList<>(names.size());
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).isEmpty() ? "column" + i : names.get(i);
      String free = name;
      for (int n = 1; !taken.add(free); n++) {
        free = name + "_" + n;
      }
      unique.add(free);
    }
    return unique;
  }
}
