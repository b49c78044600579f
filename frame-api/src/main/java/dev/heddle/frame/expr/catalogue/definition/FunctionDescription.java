package dev.heddle.frame.expr.catalogue.definition;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.catalogue.CatalogueFunction;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the guide says of one way to call a function. The texts are in {@code functions.txt}, a line
 * each below the title of their group: signature, meaning and example, with {@code |} between.
 *
 * @param group the title of what it belongs to
 * @param signature the call, with optional arguments in brackets and {@code ...} for more of them
 * @param meaning what it gives, in one line
 * @param example an expression behind SELECT, maybe with a FROM clause
 */
public record FunctionDescription(String group, String signature, String meaning, String example) {
  private static final String SEPARATOR = " | ";

  /** Checks that nothing is missing. */
  public FunctionDescription {
    requireNonNull(group, "group is null");
    requireNonNull(signature, "signature is null");
    requireNonNull(meaning, "meaning is null");
    requireNonNull(example, "example is null");
  }

  /** Returns all, in the order of the guide. */
  public static List<FunctionDescription> all() {
    List<FunctionDescription> all = new ArrayList<>();
    String group = "";
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                requireNonNull(
                    FunctionDescription.class.getResourceAsStream("functions.txt"),
                    "functions.txt is missing"),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("# ")) {
          group = line.substring(2);
        } else {
          all.add(read(group, line));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read functions.txt", e);
    }
    return all;
  }

  private static FunctionDescription read(String group, String line) {
    int first = line.indexOf(SEPARATOR);
    int second = line.indexOf(SEPARATOR, first + 1);
    if (first < 0 || second < 0) {
      throw new IllegalStateException("No signature, meaning and example: " + line);
    }
    return new FunctionDescription(
        group,
        line.substring(0, first),
        plain(line.substring(first + SEPARATOR.length(), second)),
        plain(line.substring(second + SEPARATOR.length())));
  }

  private static String plain(String text) {
    return text.replace("\\|", "|");
  }

  /** Returns the name that it calls the function by. */
  public String name() {
    return signature.substring(0, Math.max(0, signature.indexOf('(')));
  }

  /** Returns whether it is of a meaning of the name: one that takes this number of arguments. */
  public boolean describes(FunctionEntry entry) {
    if (!requireNonNull(entry, "entry is null").names().contains(name())) {
      return false;
    }
    StringBuilder required = new StringBuilder();
    StringBuilder optional = new StringBuilder();
    String given = signature.substring(signature.indexOf('(') + 1, signature.length() - 1);
    int depth = 0;
    for (char c : given.toCharArray()) {
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c != '[' && c != ']') {
        (depth == 0 ? required : optional).append(c);
      }
    }
    int min = arguments(required.toString());
    int max =
        given.contains("...") ? CatalogueFunction.UNBOUNDED : min + arguments(optional.toString());
    return min <= entry.maxArguments() && max >= entry.minArguments();
  }

  /** Returns the number of arguments between commas, those in parentheses apart. */
  private static int arguments(String text) {
    int count = 0;
    int depth = 0;
    boolean isOpen = false;
    for (char c : text.toCharArray()) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        isOpen = false;
      } else if (c != ' ' && c != '.' && c != '*' && !isOpen) {
        isOpen = true;
        count++;
      }
    }
    return count;
  }
}
