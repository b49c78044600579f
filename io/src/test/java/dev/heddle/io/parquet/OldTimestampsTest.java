package dev.heddle.io.parquet;

import static dev.heddle.io.parquet.HandMadeFile.little;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.parquet.metadata.FooterFormat;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timestamps as older writers annotate them, values and bounds, beside DuckDB. */
class OldTimestampsTest {
  private static final long[] VALUES = {-1, 0, 1_700_000_000_123L, -2_000_000_000_000L};

  @TempDir Path folder;

  private static HandMadeFile file(Type type, byte[] values) throws IOException {
    return new HandMadeFile(type, false, CompressionCodec.UNCOMPRESSED)
        .page(VALUES.length, Encoding.PLAIN, values);
  }

  private static byte[] longs() {
    byte[] bytes = new byte[8 * VALUES.length];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : VALUES) {
      buffer.putLong(value);
    }
    return bytes;
  }

  private static byte[] one(long value) {
    return little(8).putLong(value).array();
  }

  private static byte[] int96(long value) {
    long day = Math.floorDiv(value, 86_400_000L);
    return little(12)
        .putLong(Math.floorMod(value, 86_400_000L) * 1_000_000)
        .putInt((int) day + 2_440_588)
        .array();
  }

  private Path written(HandMadeFile file, byte[] least, byte[] most) throws IOException {
    return file.write(
        folder.resolve("t.parquet"),
        info -> {
          Statistics statistics = new Statistics();
          statistics.setMin_value(least);
          statistics.setMax_value(most);
          statistics.setNull_count(0);
          info.setStatistics(statistics);
        });
  }

  private static void check(Path file, DataType type) {
    Table table = ParquetTables.open(file.toString());
    assertThat(table.schema().field(0).type()).isEqualTo(type);
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      assertThat(Scans.rows(table)).isEqualTo(duck.rows("select * from '" + file + "'"));
      assertThat(bounds(file))
          .isEqualTo(
              duck.rows(
                  "select stats_min_value, stats_max_value from parquet_metadata('" + file + "')"));
    }
  }

  private static List<List<@Nullable Object>> bounds(Path file) {
    Table footers =
        DatasetTables.open(
            new FooterFormat(Source.FooterPart.CHUNKS),
            List.of(file.toString()),
            DatasetOptions.DEFAULT);
    int least = footers.schema().names().indexOf("stats_min_value");
    int most = footers.schema().names().indexOf("stats_max_value");
    List<List<@Nullable Object>> bounds = new ArrayList<>();
    for (List<@Nullable Object> row : Scans.rows(footers)) {
      List<@Nullable Object> pair = new ArrayList<>();
      pair.add(row.get(least));
      pair.add(row.get(most));
      bounds.add(pair);
    }
    return bounds;
  }

  @ParameterizedTest
  @EnumSource(names = {"TIMESTAMP_MILLIS", "TIMESTAMP_MICROS"})
  void annotationsWithoutALogicalTypeHaveNoZone(ConvertedType annotation) throws IOException {
    HandMadeFile file = file(Type.INT64, longs());
    file.leaf().setConverted_type(annotation);
    check(written(file, one(VALUES[3]), one(VALUES[2])), DataType.TIMESTAMP);
  }

  @ParameterizedTest
  @EnumSource(names = {"TIMESTAMP_MILLIS", "TIMESTAMP_MICROS"})
  void logicalTypesBesideThemCount(ConvertedType annotation) throws IOException {
    TimeUnit unit =
        annotation == ConvertedType.TIMESTAMP_MILLIS
            ? TimeUnit.MILLIS(new MilliSeconds())
            : TimeUnit.MICROS(new MicroSeconds());
    for (boolean isZoned : new boolean[] {false, true}) {
      HandMadeFile file = file(Type.INT64, longs());
      file.leaf().setConverted_type(annotation);
      file.leaf().setLogicalType(LogicalType.TIMESTAMP(new TimestampType(isZoned, unit)));
      check(
          written(file, one(VALUES[3]), one(VALUES[2])),
          isZoned ? DataType.TIMESTAMP_TZ : DataType.TIMESTAMP);
    }
  }

  @Test
  void boundsOf96BitsAreShown() throws IOException {
    byte[] bytes = new byte[12 * VALUES.length];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : VALUES) {
      buffer.put(int96(value));
    }
    check(written(file(Type.INT96, bytes), int96(VALUES[3]), int96(VALUES[2])), DataType.TIMESTAMP);
  }
}
