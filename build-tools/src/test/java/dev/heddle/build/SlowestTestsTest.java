package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowestTestsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path root;

  @Test
  void namesTheSlowestFirst() throws Exception {
    write("io", "a.QuickTest", "0.25", START.plusSeconds(1));
    write("cli", "b.SlowTest", "1,061.5", START.plusSeconds(2));
    assertThat(SlowestTests.report(root, START))
        .containsExactly(
            "Slowest of 2 test classes, which took 1062 s:",
            "  1061.5 s  b.SlowTest (cli)",
            "     0.3 s  a.QuickTest (io)");
  }

  @Test
  void printsTwentyAtMost() throws Exception {
    for (int i = 0; i < 30; i++) {
      write("io", "Each" + i, Integer.toString(i), START);
    }
    List<String> lines = SlowestTests.report(root, START);
    assertThat(lines).hasSize(21).endsWith("    10.0 s  Each10 (io)");
  }

  @Test
  void leavesOutWhatAnEarlierBuildReported() throws Exception {
    write("io", "a.OldTest", "7", START.minusSeconds(1));
    assertThat(SlowestTests.report(root, START)).isEmpty();
  }

  private void write(String module, String name, String seconds, Instant written)
      throws IOException {
    Path folder = Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
    Path report = folder.resolve("TEST-" + name + ".xml");
    Files.writeString(
        report,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="%s" time="%s" tests="1"><testcase name="one"/></testsuite>
        """
            .formatted(name, seconds));
    Files.setLastModifiedTime(report, FileTime.from(written));
  }
}
