package dev.heddle.build;

/** Looks at Java source text without parsing it. */
final class JavaText {
  private JavaText() {}

  /**
   * Returns {@code text} with comments and the contents of string and character constants replaced
   * by blanks. Line breaks stay, so that line numbers do.
   */
  static String withoutCommentsAndStrings(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      int end;
      if (text.startsWith("//", at)) {
        end = endOf(text, "\n", at);
        end = end > at && end <= text.length() && text.charAt(end - 1) == '\n' ? end - 1 : end;
        blank(out, text, at, end);
      } else if (text.startsWith("/*", at)) {
        end = endOf(text, "*/", at + 2);
        blank(out, text, at, end);
      } else if (text.startsWith("\"\"\"", at)) {
        end = endOfQuoted(text, "\"\"\"", at + 3);
        out.append("\"\"");
        blank(out, text, at + 2, end);
      } else if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
        String quote = text.substring(at, at + 1);
        end = endOfQuoted(text, quote, at + 1);
        out.append(quote);
        blank(out, text, at + 1, end - 1);
        out.append(quote);
      } else {
        end = at + 1;
        out.append(text.charAt(at));
      }
      at = end;
    }
    return out.toString();
  }

  /**
   * Returns where the statement that begins before {@code from} ends: the index after the first
   * semicolon that stands outside of all brackets opened since {@code from}.
   */
  static int endOfStatement(String code, int from) {
    int depth = 0;
    for (int at = from; at < code.length(); at++) {
      switch (code.charAt(at)) {
        case '(', '{', '[' -> depth++;
        case ')', '}', ']' -> depth--;
        case ';' -> {
          if (depth <= 0) {
            return at + 1;
          }
        }
        default -> {}
      }
    }
    return code.length();
  }

  /** Returns the number of the line that holds {@code position}, counted from one. */
  static int lineOf(String text, int position) {
    return 1 + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
  }

  private static int endOf(String text, String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  private static int endOfQuoted(String text, String quote, int from) {
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) == '\\') {
        at++;
      } else if (text.startsWith(quote, at)) {
        return at + quote.length();
      }
    }
    return text.length();
  }

  private static void blank(StringBuilder out, String text, int from, int to) {
    for (int at = from; at < to; at++) {
      out.append(text.charAt(at) == '\n' ? '\n' : ' ');
    }
  }
}
