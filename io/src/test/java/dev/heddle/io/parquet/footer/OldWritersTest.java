package dev.heddle.io.parquet.footer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.parquet.OddFiles;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.testing.Scans;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of old and unusual writers are read, or fail with file, column and value. */
class OldWritersTest {
  @TempDir private Path folder;

  private static String resource(String name) {
    try {
      return Path.of(OldWritersTest.class.getResource("/parquet/" + name).toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private Table int96(int... julianDays) {
    Path file =
        OddFiles.write(
            folder.resolve("t.parquet"),
            "message t { required int96 t; }",
            WriterVersion.PARQUET_1_0,
            Arrays.stream(julianDays).mapToObj(OldWritersTest::noon).toList());
    return ParquetTables.open(file.toString());
  }

  private static Consumer<Group> noon(int day) {
    ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(43_200_000_000_000L).putInt(day).flip();
    return group -> group.add("t", Binary.fromConstantByteBuffer(bytes));
  }

  @Test
  void int96BeyondNanosecondsAndYearsIsRead() {
    // the last one is how Spark stores a day of the year 290000
    assertThat(Scans.rows(int96(2_440_588, 5_373_484, 0, -105_862_232)).toString())
        .isEqualTo(
            "[[1970-01-01T12:00], [9999-12-31T12:00], [-4713-11-24T12:00],"
                + " [+290000-12-31T20:01:49.551616]]");
  }

  @Test
  void garbageInInt96NamesFileColumnAndValue() {
    assertThatThrownBy(() -> Scans.rows(int96(Integer.MAX_VALUE)))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("t.parquet: column t")
        .hasMessageContaining("Julian day 2147483647");
  }

  @Test
  void timesOutsideTheDayNameFileColumnAndValue() {
    for (String type : List.of("int32 $ (TIME_MILLIS)", "int64 $ (TIME_MICROS)")) {
      for (long value : new long[] {-1, 86_400_000_000L}) {
        boolean isShort = type.startsWith("int32");
        int millis = value < 0 ? -1 : 86_400_000;
        String shown = value > 0 ? "24:00:00" : isShort ? "-00:00:00.001000" : "-00:00:00.000001";
        Path file =
            OddFiles.write(
                folder.resolve("day.parquet"),
                "message t { required " + type.replace("$", "clock") + "; }",
                WriterVersion.PARQUET_1_0,
                List.of(
                    group -> {
                      if (isShort) {
                        group.add("clock", millis);
                      } else {
                        group.add("clock", value);
                      }
                    }));
        assertThatThrownBy(() -> Scans.rows(ParquetTables.open(file.toString())))
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("day.parquet: column clock")
            .hasMessageContaining("the TIME " + shown + " is outside the day");
      }
    }
  }

  @Test
  void brotliIsRead() {
    assertThat(Scans.rows(ParquetTables.open(resource("brotli.parquet"))).toString())
        .isEqualTo("[[1, x], [2, y]]");
  }

  @Test
  void columnsOfTheTypeOfNullsUniteWithAnyType() {
    Table nulls = ParquetTables.open(resource("null_typed.parquet"));
    assertThat(nulls.schema().field(1).type()).isEqualTo(DataType.NULL);
    assertThat(Scans.rows(nulls).toString()).isEqualTo("[[1, null]]");
    Path texts =
        OddFiles.write(
            folder.resolve("texts.parquet"),
            "message t { required int64 id; required binary c (STRING); }",
            WriterVersion.PARQUET_1_0,
            List.of(
                group -> {
                  group.add("id", 2L);
                  group.add("c", "x");
                }));
    for (List<String> order :
        List.of(
            List.of(resource("null_typed.parquet"), texts.toString()),
            List.of(texts.toString(), resource("null_typed.parquet")))) {
      Table both =
          DatasetTables.open(new ParquetFormat(), order, DatasetOptions.DEFAULT.withUnionByName());
      assertThat(both.schema().field(1).type()).isEqualTo(DataType.STRING);
      assertThat(Scans.rows(both).toString()).contains("[1, null]", "[2, x]");
    }
  }

  @Test
  void lengthsOfChunksThatLackAHeaderAreKnownByTheWriter() {
    assertThat(OldWriters.forgetHeaders("parquet-mr")).isTrue();
    assertThat(OldWriters.forgetHeaders("parquet-mr version 1.2.8")).isTrue();
    assertThat(OldWriters.forgetHeaders("parquet-mr version 1.2.9-SNAPSHOT (build x)")).isFalse();
    assertThat(OldWriters.forgetHeaders("parquet-mr version 1.13.1 (build db41)")).isFalse();
    assertThat(OldWriters.forgetHeaders("parquet-cpp version 1.0.0")).isTrue();
    assertThat(OldWriters.forgetHeaders("impala version 1.2-INTERNAL (build x)")).isFalse();
    assertThat(OldWriters.forgetHeaders(null)).isFalse();
  }
}
