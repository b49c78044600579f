package dev.heddle.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanBenchmarkTest {
  @TempDir Path parent;

  private static SideBySide.Settings settings(List<String> queries, String... engines) {
    return new SideBySide.Settings(
        Stream.of(engines)
            .map(e -> new EngineSpec(e, 2, 0, HeddleEngine.Api.SQL, EngineSpec.Tables.FILES))
            .toList(),
        queries,
        0,
        1,
        true,
        false);
  }

  @Test
  void allFilesGiveTheAnswersOfDuckDb() {
    List<Path> files = ScanData.ensure(TpchData.ensure(parent, 0.01, table -> {}));
    assertThat(files).hasSize(4);
    StringWriter text = new StringWriter();
    SideBySide.Settings sides = settings(List.of(), "heddle", "duckdb");
    boolean agree =
        new ScanBenchmark(
                new ScanBenchmark.Settings(files, sides, false), new PrintWriter(text, true))
            .run();
    assertThat(agree).as(text.toString()).isTrue();
    assertThat(text.toString()).contains("lineitem-duckdb-zstd.parquet", "q6", "heddle/duckdb");
  }

  @Test
  void filtersAreComparedWithTheWholeScan() {
    List<Path> files = ScanData.ensure(TpchData.ensure(parent, 0.01, table -> {}));
    StringWriter text = new StringWriter();
    SideBySide.Settings sides = settings(List.of("int-0.5"), "heddle");
    ScanBenchmark.Settings settings = new ScanBenchmark.Settings(files.subList(0, 1), sides, true);
    assertThat(new ScanBenchmark(settings, new PrintWriter(text, true)).run()).isTrue();
    assertThat(text.toString()).contains("int-0.5", "ratio");
  }
}
