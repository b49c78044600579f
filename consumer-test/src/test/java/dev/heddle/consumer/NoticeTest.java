package dev.heddle.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Holds NOTICE to the libraries that are shipped: what is published depends on them, or they are in
 * the launcher's folders, which exist once the command was packed.
 */
class NoticeTest {
  private static final String BENCH = "Used by tests and by \"heddle bench\" only";

  /** Licences that may be shipped under, by their headings in NOTICE, and what POMs call them. */
  private static final Map<String, Pattern> LICENCES = new LinkedHashMap<>();

  static {
    allow("Apache License, Version 2.0", "apache");
    allow("BSD 2-Clause or 3-Clause License", "bsd");
    allow("MIT No Attribution License", "mit-0|mit no attribution");
    allow("Go License (BSD style)", "go license");
    allow("MIT License", "mit");
    allow(
        "Eclipse Distribution License 1.0 (chosen; also under the Eclipse Public License 2.0)",
        "eclipse distribution");
    allow(BENCH, "mit|gpl|gnu general public|apache");
  }

  private static final Pattern JAR = Pattern.compile("(.+?(?:-\\d+(?=-\\d))?)-(\\d[^/]*)\\.jar");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");
  private static final Pattern LICENCE_NAME =
      Pattern.compile("<license>.*?<name>\\s*(.*?)\\s*</name>", Pattern.DOTALL);
  private static final Pattern PARENT =
      Pattern.compile("<parent>.*?<artifactId>(.*?)</artifactId>.*?</parent>", Pattern.DOTALL);
  private static final Pattern VERSION =
      Pattern.compile("<parent>.*?<version>(.*?)</version>", Pattern.DOTALL);
  private static final Pattern TEST_ONLY =
      Pattern.compile(
          "junit-.*|opentest4j|assertj-core|byte-buddy|surefire-.*|common-java5|slf4j-nop"
              + "|apiguardian-api|heddle.*");

  private static final Map<String, Path> POMS = new HashMap<>();
  private static final Map<String, Set<String>> SECTIONS = new LinkedHashMap<>();

  private static void allow(String heading, String names) {
    LICENCES.put(heading, Pattern.compile(names, Pattern.CASE_INSENSITIVE));
  }

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(System.getProperty("heddle.local.repository")))) {
      files
          .filter(file -> file.toString().endsWith(".pom"))
          .forEach(file -> POMS.put(file.getFileName().toString(), file));
    }
    String heading = "";
    List<String> lines = Files.readAllLines(Path.of("..", "NOTICE"));
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean isIndented = line.startsWith("  ");
      if (line.isBlank()) {
        continue;
      }
      if (!isIndented) {
        boolean isHeading = i + 1 < lines.size() && lines.get(i + 1).startsWith("  ");
        heading = isHeading && LICENCES.containsKey(line) ? line : "";
      } else if (!heading.isEmpty()) {
        Set<String> words = SECTIONS.computeIfAbsent(heading, _ -> new HashSet<>());
        WORD.matcher(line.toLowerCase(Locale.ROOT))
            .results()
            .map(MatchResult::group)
            .forEach(words::add);
      }
    }
  }

  private static Map<String, String> shipped() throws IOException {
    Map<String, String> shipped = new TreeMap<>(); // versions by name
    List<Path> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      jars.add(Path.of(entry));
    }
    jars.removeIf(jar -> TEST_ONLY.matcher(jar.getFileName().toString()).lookingAt());
    for (String folder : List.of("lib", "lib-flight", "lib-kernel", "lib-bench")) {
      Path path = Path.of("..", "cli", "target", folder);
      if (Files.isDirectory(path)) {
        try (Stream<Path> files = Files.list(path)) {
          files.forEach(jars::add);
        }
      }
    }
    for (Path jar : jars) {
      Matcher matcher = JAR.matcher(jar.getFileName().toString());
      if (matcher.matches() && !matcher.group(1).startsWith("heddle")) {
        shipped.put(matcher.group(1), matcher.group(2));
      }
    }
    return shipped;
  }

  /** Returns what a POM, or the nearest of its parents that says any, calls its licences. */
  private static List<String> licences(String file) throws IOException {
    Path pom = POMS.get(file);
    if (pom == null) {
      return List.of();
    }
    String text = Files.readString(pom);
    List<String> names = LICENCE_NAME.matcher(text).results().map(r -> r.group(1)).toList();
    Matcher parent = PARENT.matcher(text);
    Matcher version = VERSION.matcher(text);
    return names.isEmpty() && parent.find() && version.find()
        ? licences(parent.group(1) + "-" + version.group(1) + ".pom")
        : names;
  }

  @Test
  void eachLibraryIsNamedUnderItsLicence() throws IOException {
    assertThat(SECTIONS.keySet()).containsExactlyInAnyOrderElementsOf(LICENCES.keySet());
    Map<String, String> shipped = shipped();
    assertThat(shipped).hasSizeGreaterThan(50);
    Set<String> wrong = new TreeSet<>();
    for (Map.Entry<String, String> jar : shipped.entrySet()) {
      String name = jar.getKey().toLowerCase(Locale.ROOT);
      List<String> headings =
          SECTIONS.keySet().stream().filter(each -> SECTIONS.get(each).contains(name)).toList();
      List<String> stated = licences(jar.getKey() + "-" + jar.getValue() + ".pom");
      boolean fits =
          headings.stream()
              .map(LICENCES::get)
              .anyMatch(
                  pattern ->
                      stated.isEmpty()
                          || stated.stream().anyMatch(text -> pattern.matcher(text).find()));
      if (!fits) {
        wrong.add(jar.getKey() + " is under " + stated + ", in NOTICE under " + headings);
      }
    }
    assertThat(wrong).as("libraries that NOTICE does not name under their licence").isEmpty();
  }
}
