package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

/** Texts in pages. */
public final class HtmlText {
  private HtmlText() {}

  /** Returns markup that shows a text as it is, in an element or a quoted attribute. */
  public static String escaped(String text) {
    requireNonNull(text, "text is null");
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(each);
      }
    }
    return safe.toString();
  }
}
