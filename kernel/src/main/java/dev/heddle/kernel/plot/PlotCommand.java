package dev.heddle.kernel.plot;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What is to be plotted: {@code [line|bar|scatter|histogram] [x=COLUMN] [y=COLUMN,...] [bins=N]
 * [title=TEXT]}; names and texts with blanks are in double quotes.
 *
 * @param kind what is drawn
 * @param x the column of the horizontal axis; empty for the first one that is not drawn
 * @param y the columns that are drawn; empty for all numeric ones
 * @param bins intervals of a histogram
 * @param title above the plot; may be empty
 */
public record PlotCommand(PlotKind kind, String x, List<String> y, int bins, String title) {
  private static final int DEFAULT_BINS = 30;
  private static final int MAX_BINS = 500;
  private static final String FORM =
      "write %plot [line|bar|scatter|histogram] x=COLUMN y=COLUMN,... [bins=N] [title=\"TEXT\"]";

  /** Copies the list, and checks that nothing is null. */
  public PlotCommand {
    requireNonNull(kind, "kind is null");
    requireNonNull(x, "x is null");
    y = List.copyOf(y);
    requireNonNull(title, "title is null");
  }

  /**
   * Reads what follows the command's name.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} for what cannot be read
   */
  public static PlotCommand read(String text) {
    PlotKind kind = PlotKind.LINE;
    String x = "";
    List<String> y = List.of();
    int bins = DEFAULT_BINS;
    String title = "";
    List<String> words = words(text);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int at = word.indexOf('=');
      String name = at < 0 ? "" : word.substring(0, at).toLowerCase(Locale.ROOT);
      String value = word.substring(at + 1);
      switch (name) {
        case "" -> kind = kind(word, i);
        case "x" -> x = unquoted(value);
        case "y" -> y = parts(value);
        case "bins" -> bins = bins(value);
        case "title" -> title = unquoted(value);
        default ->
            throw invalid(
                NearestNames.missing("setting", name, List.of("x", "y", "bins", "title"))
                    + "; "
                    + FORM);
      }
    }
    return new PlotCommand(kind, x, y, bins, title);
  }

  private static PlotKind kind(String word, int position) {
    List<String> kinds =
        Arrays.stream(PlotKind.values()).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
    int found = kinds.indexOf(word.toLowerCase(Locale.ROOT));
    if (found < 0 || position > 0) {
      throw invalid(NearestNames.missing("kind of plot", word, kinds) + "; " + FORM);
    }
    return PlotKind.values()[found];
  }

  private static int bins(String value) {
    try {
      int bins = Integer.parseInt(value);
      if (bins >= 1 && bins <= MAX_BINS) {
        return bins;
      }
    } catch (NumberFormatException e) {
      throw new HeddleException(ErrorCode.INVALID_ARGUMENT, badBins(value), e);
    }
    throw invalid("bins=" + value + ": write a number from 1 to " + MAX_BINS);
  }

  private static String badBins(String value) {
    return "Cannot plot: bins=" + value + ": write a number from 1 to " + MAX_BINS;
  }

  static HeddleException invalid(String problem) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, "Cannot plot: " + problem);
  }

  /** Returns the words of a text, which blanks separate that are not in quotes. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      isQuoted ^= each == '"';
      if (Character.isWhitespace(each) && !isQuoted) {
        if (!word.isEmpty()) {
          words.add(word.toString());
          word.setLength(0);
        }
      } else {
        word.append(each);
      }
    }
    if (isQuoted) {
      throw invalid("a double quote is not closed in " + text.strip() + "; " + FORM);
    }
    if (!word.isEmpty()) {
      words.add(word.toString());
    }
    return words;
  }

  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean isQuoted = false;
    for (char each : (text + ",").toCharArray()) {
      isQuoted ^= each == '"';
      if (each == ',' && !isQuoted) {
        if (!part.isEmpty()) {
          parts.add(unquoted(part.toString()));
        }
        part.setLength(0);
      } else {
        part.append(each);
      }
    }
    return parts;
  }

  private static String unquoted(String text) {
    return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }
}
