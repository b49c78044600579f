package dev.heddle.jdbc.metadata;

import java.util.ArrayList;
import java.util.List;

/** Reads the names in the text of a key, such as {@code FOREIGN KEY (a) REFERENCES t("b c")}. */
final class ConstraintText {
  private static final char QUOTE = '"';

  private final String text;
  private int at;

  ConstraintText(String text) {
    this.text = text;
  }

  /** Returns the names in the next parentheses, which there are. */
  List<String> names() {
    while (text.charAt(at) != '(') {
      skipName();
    }
    List<String> names = new ArrayList<>();
    while (text.charAt(at) != ')') {
      at++; // a parenthesis or comma
      while (text.charAt(at) == ' ') {
        at++;
      }
      names.add(name());
    }
    return names;
  }

  /** Skips a character, or a name in quotes, which may have parentheses. */
  private void skipName() {
    if (text.charAt(at) == QUOTE) {
      String unused = name();
    } else {
      at++;
    }
  }

  private String name() {
    StringBuilder name = new StringBuilder();
    if (text.charAt(at) != QUOTE) {
      while (text.charAt(at) != ',' && text.charAt(at) != ')') {
        name.append(text.charAt(at++));
      }
      return name.toString();
    }
    at++;
    while (text.charAt(at) != QUOTE || text.startsWith("\"\"", at)) {
      at += text.charAt(at) == QUOTE ? 1 : 0; // one of two that mean one
      name.append(text.charAt(at++));
    }
    at++;
    return name.toString();
  }
}
