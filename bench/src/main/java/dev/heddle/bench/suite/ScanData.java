package dev.heddle.bench.suite;

import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes the files that {@link ScanBenchmark} reads: the same line items by different writers. */
public final class ScanData {
  private ScanData() {}

  /**
   * Returns files of line items beside those of a TPC-H folder: DuckDB's, by codec, and Heddle's;
   * those that are missing are made. Others named {@code lineitem-*.parquet} are taken along.
   */
  public static List<Path> ensure(Path folder) {
    Path source = TableFiles.find(folder, "lineitem");
    try (DuckDbEngine duck = new DuckDbEngine(0);
        HeddleEngine heddle = new HeddleEngine(SessionOptions.defaults())) {
      duck.openTable("lineitem", source);
      heddle.openTable("lineitem", source);
      for (String codec : List.of("snappy", "zstd")) {
        make(duck, folder.resolve("lineitem-duckdb-" + codec + ".parquet"), codec);
        make(heddle, folder.resolve("lineitem-heddle-" + codec + ".parquet"), codec);
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(
          files
              .filter(f -> f.getFileName().toString().startsWith("lineitem-"))
              .filter(f -> f.getFileName().toString().endsWith(".parquet"))
              .sorted()
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + folder, e);
    }
  }

  private static void make(Engine engine, Path target, String codec) {
    if (!Files.exists(target)) {
      engine.run(
          "copy (select * from lineitem) to '"
              + target
              + "' (format parquet, compression "
              + codec
              + ")");
    }
  }
}
