package dev.heddle.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A word that is not used any more, see {@code retired-words.tsv}.
 *
 * @param isName whether it is refused as a whole name only
 * @param text the word or name, as a regular expression
 * @param pattern what finds it
 * @param instead what to say
 */
record RetiredWord(boolean isName, String text, Pattern pattern, String instead) {
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
    return new RetiredWord(isName, parts[1], pattern, parts[2]);
  }

  /** Adds where the text of comments and code has it to a list. */
  private void find(String name, String joined, List<String> wrong) {
    Matcher found = pattern.matcher(joined);
    while (found.find()) {
      wrong.add(name + " has \"" + found.group() + "\": say " + instead);
    }
  }

  /** All words, which are looked for at once: most texts have none. */
  static final class Finder {
    private final List<RetiredWord> words;
    private final List<RetiredWord> names;
    private final Pattern anyWord;
    private final Pattern anyName;

    Finder() throws IOException {
      words = all().stream().filter(word -> !word.isName).toList();
      names = all().stream().filter(RetiredWord::isName).toList();
      anyWord = Pattern.compile(either(words), Pattern.CASE_INSENSITIVE);
      anyName = Pattern.compile(NAMING.formatted(either(names)));
    }

    private static String either(List<RetiredWord> words) {
      return words.stream().map(word -> "(?:" + word.text + ")").collect(Collectors.joining("|"));
    }

    /** Adds where a source file has some to a list. */
    void findIn(SourceFile file, List<String> wrong) {
      find(file.name(), file.text(), anyWord, words, wrong);
      find(file.name(), file.code(), anyName, names, wrong);
    }

    /** Adds where a page of the documentation has some to a list. */
    void findIn(Path page, List<String> wrong) throws IOException {
      find(page.toString(), Files.readString(page), anyWord, words, wrong);
    }

    private static void find(
        String name, String text, Pattern any, List<RetiredWord> each, List<String> wrong) {
      String joined = LINE_BREAK.matcher(text).replaceAll(" ");
      if (any.matcher(joined).find()) {
        each.forEach(word -> word.find(name, joined, wrong));
      }
    }
  }
}
