package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Test classes that start processes carry the tag {@code process}, by which the build runs them
 * last and {@code -Dheddle.tests=fast} leaves them out.
 */
class ProcessTagTest {
  /** The name of a type, but for where only a constant of it is used. */
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*\\b(?!\\.[A-Z_]+\\b)");

  private static final Pattern IMPORT = Pattern.compile("(?m)^import ([\\w.]+)\\.(\\w+);");

  private static final Pattern PHASE =
      Pattern.compile("<process\\.tests\\.phase>(?:test|verify)</process\\.tests\\.phase>");

  private final Path root = Sources.root();

  /** Tests, and what they are made of: the code of all other modules is not read. */
  private final List<SourceFile> files =
      Sources.all(root).stream()
          .filter(file -> !file.isMain() || file.module().equals("s3-lab"))
          .toList();

  @Test
  void whatStartsProcessesIsTagged() {
    Map<String, Set<String>> users = new HashMap<>();
    Set<String> starting = new HashSet<>();
    for (SourceFile file : files) {
      String code = file.code();
      if (code.contains("new ProcessBuilder(") || code.contains("new LocalCluster(")) {
        starting.add(file.className());
      }
      users.put(file.className(), usedTypes(file, code));
    }
    for (boolean grew = true; grew; ) {
      grew = false;
      for (Map.Entry<String, Set<String>> user : users.entrySet()) {
        if (user.getValue().stream().anyMatch(starting::contains)) {
          grew |= starting.add(user.getKey());
        }
      }
    }
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      if (file.className().endsWith("Test")
          && isTagged(file) != starting.contains(file.className())) {
        wrong.add(file.name() + (isTagged(file) ? " starts no process" : " needs a tag"));
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void modulesRunTheirTaggedTests() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (SourceFile file : files) {
      if (isTagged(file)
          && !PHASE
              .matcher(Files.readString(root.resolve(file.module()).resolve("pom.xml")))
              .find()) {
        wrong.add(file.name() + " is tagged, but its module's pom has no process.tests.phase");
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Set<String> usedTypes(SourceFile file, String code) {
    Map<String, String> packages = new HashMap<>();
    Matcher imported = IMPORT.matcher(code);
    while (imported.find()) {
      packages.put(imported.group(2), imported.group(1));
    }
    Set<String> used = new HashSet<>();
    Matcher name = NAME.matcher(imported.replaceAll(""));
    while (name.find()) {
      used.add(packages.getOrDefault(name.group(), file.packageName()) + "." + name.group());
    }
    return used;
  }

  private static boolean isTagged(SourceFile file) {
    return file.text().contains("\n@Tag(\"process\")\n");
  }
}
