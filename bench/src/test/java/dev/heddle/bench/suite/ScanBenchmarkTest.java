package dev.heddle.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanBenchmarkTest {
  @TempDir Path parent;

  @Test
  void allFilesGiveTheAnswersOfDuckDb() {
    List<Path> files = ScanData.ensure(TpchData.ensure(parent, 0.01, table -> {}));
    assertThat(files).hasSize(4);
    StringWriter text = new StringWriter();
    ScanBenchmark.Settings settings =
        new ScanBenchmark.Settings(files, List.of(), 0, 1, List.of("heddle", "duckdb"), 2, false);
    boolean agree = new ScanBenchmark(settings, new PrintWriter(text, true)).run();
    assertThat(agree).as(text.toString()).isTrue();
    assertThat(text.toString()).contains("lineitem-duckdb-zstd.parquet", "q6", "heddle/duckdb");
  }

  @Test
  void filtersAreComparedWithTheWholeScan() {
    List<Path> files = ScanData.ensure(TpchData.ensure(parent, 0.01, table -> {}));
    StringWriter text = new StringWriter();
    ScanBenchmark.Settings settings =
        new ScanBenchmark.Settings(
            files.subList(0, 1), List.of("int-0.5"), 0, 1, List.of("heddle"), 2, true);
    assertThat(new ScanBenchmark(settings, new PrintWriter(text, true)).run()).isTrue();
    assertThat(text.toString()).contains("int-0.5", "ratio");
  }
}
