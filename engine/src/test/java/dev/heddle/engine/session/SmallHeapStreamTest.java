package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.Effort;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many rows that are read by a process with a small heap. */
@Tag("process")
class SmallHeapStreamTest {
  private static final long MIB = 1 << 20;
  private static final long SIDE = Effort.of(10_000, 2_000);

  /** A process of its own, whose heap is small. */
  static final class Reader {
    private Reader() {}

    public static void main(String[] arguments) {
      String side = "range(" + Long.parseLong(arguments[0]) + ")";
      try (Session session =
              Heddle.local(
                  SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(128 * MIB));
          Stream<Row> rows =
              session
                  .sql(
                      "select a.range as i, 'n' || b.range as t from "
                          + side
                          + " a cross join "
                          + side
                          + " b")
                  .stream()) {
        System.out.println(rows.mapToLong(row -> row.longValue("i")).sum());
      }
    }
  }

  @Test
  void manyRowsPassASmallHeap() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Reader.class.getName(),
                Long.toString(SIDE))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String sum = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(sum.strip()).endsWith(Long.toString(SIDE * (SIDE * (SIDE - 1) / 2)));
  }
}
