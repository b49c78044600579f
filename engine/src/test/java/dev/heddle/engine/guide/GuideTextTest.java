package dev.heddle.engine.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds the user guide to the code: its Java examples are parts of a test, its function list is
 * complete.
 */
class GuideTextTest {
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void showsOnlyJavaThatTheExampleTestRuns() throws IOException {
    assertThat(missing("FramesGuideTest", "docs/guide/frames.md")).isEmpty();
    assertThat(missing("FilesGuideTest", "docs/guide/files.md")).isEmpty();
    assertThat(missing("JavaGuideTest", "docs/guide/java.md")).isEmpty();
  }

  private static List<String> missing(String testName, String guide) throws IOException {
    String test = plain(read("engine/src/test/java/dev/heddle/engine/guide/" + testName + ".java"));
    Matcher blocks = JAVA_BLOCK.matcher(read(guide));
    List<String> missing = new ArrayList<>();
    while (blocks.find()) {
      String block = blocks.group(1);
      if (!block.startsWith("import") && !test.contains(plain(block))) {
        missing.add(block);
      }
    }
    return missing;
  }

  private static String plain(String code) {
    return code.replaceAll("\\s+", "");
  }

  private static String read(String path) throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/guide"))) {
      root = root.getParent();
    }
    return Files.readString(root.resolve(path));
  }
}
