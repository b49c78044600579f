package dev.heddle.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A word that is not used any more, see {@code retired-words.tsv}.
 *
 * @param isName whether it is refused as a whole name only
 * @param pattern what finds it
 * @param instead what to say
 */
record RetiredWord(boolean isName, Pattern pattern, String instead) {
  private static final String FILE = "/retired-words.tsv";

  /** Joins a sentence of a comment that goes on in the next line. */
  private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\n\\s*(?:\\*(?!/)|//)?\\s*");

  /** Where a type or a constant gets its name. */
  private static final String NAMING =
      "\\b(?:class|interface|enum|record|static final [\\w.<>\\[\\], ]+?)\\s+(?:%s)\\b";

  /** Returns the words of the list. */
  static List<RetiredWord> all() throws IOException {
    try (InputStream in = Objects.requireNonNull(RetiredWord.class.getResourceAsStream(FILE))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(RetiredWord::of)
          .toList();
    }
  }

  private static RetiredWord of(String line) {
    String[] parts = line.split("\t");
    boolean isName = parts[0].equals("N");
    Pattern pattern =
        isName
            ? Pattern.compile(NAMING.formatted(parts[1]))
            : Pattern.compile(parts[1], Pattern.CASE_INSENSITIVE);
    return new RetiredWord(isName, pattern, parts[2]);
  }

  /** Adds where a source file has it to a list. */
  void findIn(SourceFile file, List<String> wrong) {
    find(file.name(), isName ? file.code() : file.text(), wrong);
  }

  /** Adds where a page of the documentation has it to a list. */
  void findIn(Path page, List<String> wrong) {
    if (!isName) {
      try {
        find(page.toString(), Files.readString(page), wrong);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void find(String name, String text, List<String> wrong) {
    Matcher found = pattern.matcher(LINE_BREAK.matcher(text).replaceAll(" "));
    while (found.find()) {
      wrong.add(name + " has \"" + found.group() + "\": say " + instead);
    }
  }
}
