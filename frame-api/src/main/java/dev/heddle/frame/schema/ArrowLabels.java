package dev.heddle.frame.schema;

import dev.heddle.frame.error.AnalysisException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The labels of an enumeration as the metadata of an Arrow extension: each as its number of
 * characters, a colon and itself, one behind the other.
 */
final class ArrowLabels {
  /** The name of the extension, whose storage is text. */
  static final String EXTENSION = "heddle.enum";

  private ArrowLabels() {}

  static String encoded(DataType.Enumeration type) {
    StringBuilder text = new StringBuilder();
    for (String label : type.labels()) {
      text.append(label.length()).append(':').append(label);
    }
    return text.toString();
  }

  /** Returns the type; nothing if the text is of another form. */
  static Optional<DataType.Enumeration> decoded(String text) {
    List<String> labels = new ArrayList<>();
    int at = 0;
    try {
      while (at < text.length()) {
        int colon = text.indexOf(':', at);
        int end = colon + 1 + Integer.parseInt(text, at, colon, 10);
        labels.add(text.substring(colon + 1, end));
        at = end;
      }
      return Optional.of(new DataType.Enumeration(labels));
    } catch (IndexOutOfBoundsException | NumberFormatException | AnalysisException e) {
      return Optional.empty();
    }
  }
}
