package dev.heddle.frame.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names columns of a file of which several have one name. */
public final class UniqueNames {
  private UniqueNames() {}

  /**
   * Returns names that are all different, in the same order: the first of each stays, and the
   * others get {@code _1}, {@code _2} and so on behind it, without those numbers that make the name
   * of another column. Names that differ in case differ.
   */
  public static List<String> of(List<String> names) {
    Set<String> taken = new HashSet<>(names);
    if (taken.size() == names.size()) {
      return names;
    }
    Set<String> met = new HashSet<>();
    List<String> unique = new ArrayList<>(names.size());
    for (String name : names) {
      String own = name;
      if (!met.add(name)) {
        int number = 1;
        do {
          own = name + "_" + number++;
        } while (!taken.add(own));
      }
      unique.add(own);
    }
    return unique;
  }
}
