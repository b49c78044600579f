package dev.heddle.planner.sql;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What SQL text can ask of its session: a text that is the same in all rows. */
public enum SessionValue {
  /** Which Heddle this is. */
  VERSION(List.of(), List.of("version")),
  /** The schema of names without one. */
  SCHEMA(List.of("current_schema"), List.of()),
  /** The catalogue of names without one. */
  CATALOGUE(List.of("current_catalog"), List.of("current_database")),
  /** Who the session acts as. */
  USER(List.of("current_user", "session_user", "system_user", "user", "current_role"), List.of());

  private final List<String> words;
  private final List<String> functions;

  /**
   * Makes one.
   *
   * @param words names with parentheses or without
   * @param functions names with parentheses alone
   */
  SessionValue(List<String> words, List<String> functions) {
    this.words = words;
    this.functions = functions;
  }

  /** Returns the value that a word without parentheses means where no column has the name. */
  public static Optional<SessionValue> word(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (SessionValue value : values()) {
      if (value.words.contains(lower)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  /** Returns the value that a function without arguments means. */
  public static Optional<SessionValue> function(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (SessionValue value : values()) {
      if (value.functions.contains(lower)) {
        return Optional.of(value);
      }
    }
    return word(name);
  }
}
