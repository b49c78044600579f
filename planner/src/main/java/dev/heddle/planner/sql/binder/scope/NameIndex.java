package dev.heddle.planner.sql.binder.scope;

import dev.heddle.planner.sql.tree.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds names by the one rule of SQL here: the exact name; else, if it was not written in quotes,
 * those that are equal but for case.
 */
public final class NameIndex {
  private final List<String> names;
  private final Map<String, List<Integer>> exact = new HashMap<>();
  private final Map<String, List<Integer>> folded = new HashMap<>();

  public NameIndex(List<String> names) {
    this.names = names;
    for (int i = 0; i < names.size(); i++) {
      exact.computeIfAbsent(names.get(i), n -> new ArrayList<>()).add(i);
      folded.computeIfAbsent(fold(names.get(i)), n -> new ArrayList<>()).add(i);
    }
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  public List<String> names() {
    return names;
  }

  /** Returns whether there is exactly this name. */
  boolean has(String name) {
    return exact.containsKey(name);
  }

  /** Returns the positions of exactly this name. */
  public List<Integer> exact(Name name) {
    return exact.getOrDefault(name.text(), List.of());
  }

  /** Returns the positions of names that are equal but for case. */
  public List<Integer> ignoringCase(Name name) {
    return folded.getOrDefault(fold(name.text()), List.of());
  }

  /**
   * Returns the position of the one name that is meant; -1 if there is none.
   *
   * @param kind what the names are of, for the error if several are meant
   */
  public int sole(BindContext context, String kind, Name name) {
    List<Integer> found = exact(name).isEmpty() ? ignoringCase(name) : exact(name);
    if (found.size() <= 1) {
      return found.isEmpty() ? -1 : found.getFirst();
    }
    String first = names.get(found.get(0));
    String second = names.get(found.get(1));
    throw first.equals(second)
        ? context.error(
            name.span(), kind + " name \"" + name.text() + "\" is ambiguous; it occurs twice")
        : ambiguousCase(context, kind, name, first, second);
  }

  public static dev.heddle.frame.error.AnalysisException ambiguousCase(
      BindContext context, String kind, Name name, String first, String second) {
    return context.error(
        name.span(),
        kind
            + " name "
            + name.text()
            + " is ambiguous: it may be \""
            + first
            + "\" or \""
            + second
            + "\"; write the wanted one in double quotes");
  }
}
