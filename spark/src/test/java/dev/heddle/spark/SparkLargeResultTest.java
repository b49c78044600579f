package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.spark.program.LargeResultProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A result that is larger than the driver's memory streams through it.
 *
 * <p>{@code heddle.spark.megabytes} sets about how large it is.
 */
@Tag("process")
class SparkLargeResultTest {
  private static final long MEGABYTES = Long.getLong("heddle.spark.megabytes", 96);

  /** Rows of 32 bytes. */
  static final long THOUSANDS = MEGABYTES * 1024 / 32;

  private static final long MAX_PEAK_KIBIBYTES = 1 << 20; // of the process
  private static final long MEGABYTES_A_MINUTE = 64; // at least, on whatever runs it
  private static final int MORE_MINUTES = 8;

  @TempDir private Path folder;

  @Test
  void theDriverStaysSmall() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    SparkSubmission spark = SparkSubmission.in(Files.createDirectories(folder.resolve("spark")));
    Path output = folder.resolve("output.txt");
    Path figures = folder.resolve("figures.txt");
    Process program =
        spark.start(
            output,
            LargeResultProgram.class,
            List.of("spark.driver.memory=512m", "spark.driver.maxResultSize=16m"),
            Long.toString(THOUSANDS),
            figures.toString());
    try {
      long minutes = MORE_MINUTES + MEGABYTES / MEGABYTES_A_MINUTE;
      assertThat(program.waitFor(minutes, TimeUnit.MINUTES)).isTrue();
      assertThat(program.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      SparkQueries.end(program);
    }
    isRight(figures, THOUSANDS);
  }

  /** Checks what the program has said of a result of thousands of rows. */
  static void isRight(Path figures, long thousands) throws IOException {
    List<Long> found = Files.readAllLines(figures).stream().map(Long::valueOf).toList();
    System.out.println(
        "a result of %d MB took %d MB of the driver"
            .formatted(found.get(1) >> 20, found.get(3) >> 10));
    long rows = thousands * 1000;
    assertThat(found.get(0)).isEqualTo(rows);
    assertThat(found.get(1)).isGreaterThan(rows * 32);
    assertThat(found.get(2)).isEqualTo(rows * (rows - 1) / 2);
    assertThat(found.get(3)).isLessThan(MAX_PEAK_KIBIBYTES);
  }
}
