package dev.heddle.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a front end shows in the richest of several forms that it knows.
 *
 * @param forms by MIME type
 * @param id by which it may be replaced; null if it is not
 */
record Display(Map<String, String> forms, @Nullable String id) {
  private static final String TEXT = "text/plain";
  private static final String HTML = "text/html";
  private static final String SVG = "image/svg+xml";

  Display {
    forms = Map.copyOf(forms);
  }

  static Display ofText(String text) {
    return new Display(Map.of(TEXT, text), null);
  }

  Display withHtml(String html) {
    return with(HTML, html);
  }

  Display withSvg(String svg) {
    return with(SVG, svg);
  }

  private Display with(String type, String form) {
    Map<String, String> all = new LinkedHashMap<>(forms);
    all.put(type, form);
    return new Display(all, id);
  }

  Display withId(String newId) {
    return new Display(forms, newId);
  }

  /** Returns the content of messages that show it. */
  Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("data", forms);
    content.put("metadata", Map.of());
    if (id != null) {
      content.put("transient", Map.of("display_id", id));
    }
    return content;
  }
}
