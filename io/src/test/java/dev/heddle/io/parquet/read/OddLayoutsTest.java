package dev.heddle.io.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.catalog.Table;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.OddFiles;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.parquet.TestFilter;
import dev.heddle.io.parquet.fetch.PageList;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are laid out as few are: whole and filtered they give the rows that DuckDB reads. */
class OddLayoutsTest {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message t {
            required int32 id;
            optional int64 number;
            optional binary text (STRING);
            optional boolean truth;
          }
          """);

  @TempDir Path folder;

  private Path write(ExampleParquetWriter.Builder builder, int rows, IntFunction<String> text)
      throws IOException {
    try (ParquetWriter<Group> writer = builder.build()) {
      for (int i = 0; i < rows; i++) {
        Group group = new SimpleGroup(SCHEMA);
        group.add("id", i);
        if (i % 3 > 0) {
          group.add("number", i * 1_000_000_007L);
          group.add("truth", i % 2 == 0);
        }
        String value = text.apply(i);
        if (value != null) {
          group.add("text", value);
        }
        writer.write(group);
      }
    }
    return folder.resolve("a.parquet");
  }

  private ExampleParquetWriter.Builder builder(WriterVersion version) {
    return OddFiles.writer(folder.resolve("a.parquet"), SCHEMA)
        .withWriterVersion(version)
        .withCompressionCodec(CompressionCodecName.SNAPPY);
  }

  /** Compares the whole file, and one row in some hundred of it, read with and without cutting. */
  private static void check(Path file) {
    Table table = ParquetTables.open(file.toString());
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      List<List<@Nullable Object>> expected =
          duck.rows("SELECT * FROM read_parquet('" + file + "')");
      assertThat(Scans.rows(table)).hasSize(expected.size());
      assertThat(Scans.rows(table).toString()).isEqualTo(expected.toString());
      ScanRequest all = Scans.all(table);
      for (int modulus : new int[] {1, 2, 117}) {
        TestFilter filter = TestFilter.byValue(0, v -> Objects.hashCode(v) % modulus == 0);
        ScanRequest request =
            new ScanRequest(
                all.columns(),
                all.outputs(),
                new ScanFilter(List.of(filter.conjunct())),
                OptionalLong.empty());
        String wanted =
            expected.stream()
                .filter(row -> Objects.hashCode(row.getFirst()) % modulus == 0)
                .toList()
                .toString();
        assertThat(Scans.rows(table, request).toString()).isEqualTo(wanted);
        ParquetScan cut =
            new ParquetScan(
                List.of(GroupFiles.footer(file)),
                request,
                new ScanTuning(64, 1, 0),
                new ScanMetrics());
        assertThat(Scans.rows(cut).toString()).isEqualTo(wanted);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(WriterVersion.class)
  void pagesOfOneRow(WriterVersion version) throws IOException {
    check(write(builder(version).withPageRowCountLimit(1), 700, i -> "text " + i % 40));
  }

  @ParameterizedTest
  @EnumSource(WriterVersion.class)
  void columnsThatAreAllNull(WriterVersion version) throws IOException {
    check(write(builder(version).withPageRowCountLimit(100), 5000, i -> null));
  }

  @ParameterizedTest
  @EnumSource(WriterVersion.class)
  void dictionariesGivenUpInTheMiddle(WriterVersion version) throws IOException {
    check(
        write(
            builder(version).withDictionaryPageSize(2000).withPageRowCountLimit(300),
            9000,
            i -> i % 11 == 0 ? null : "a text of some length " + (i < 4000 ? i % 9 : i)));
  }

  @Test
  void noRowsAndNoRowGroups() throws IOException {
    check(write(builder(WriterVersion.PARQUET_1_0), 0, i -> null));
    assertThat(GroupFiles.footer(folder.resolve("a.parquet")).rowGroups()).isEmpty();
  }

  @Test
  void aRowGroupForEachRow() throws IOException {
    check(write(builder(WriterVersion.PARQUET_1_0).withRowGroupRowCountLimit(1), 60, i -> "x" + i));
  }

  @Test
  void textOf64MegabytesStaysInItsPage() throws IOException {
    String large = "0123456789abcdef".repeat(4 << 20);
    Path file =
        write(
            builder(WriterVersion.PARQUET_1_0).withDictionaryEncoding(false),
            4,
            i -> i == 2 ? large : "small " + i);
    List<List<@Nullable Object>> rows = Scans.rows(ParquetTables.open(file.toString()));
    assertThat(rows.get(2).get(2)).isEqualTo(large);
    assertThat(rows.get(3).get(2)).isEqualTo("small 3");
  }

  @Test
  void twoThousandColumns() throws IOException {
    int columns = 2000;
    StringBuilder text = new StringBuilder("message wide {");
    for (int i = 0; i < columns; i++) {
      text.append(i % 2 == 0 ? " required int64 c" : " optional int32 c").append(i).append(";");
    }
    MessageType schema = MessageTypeParser.parseMessageType(text + " }");
    Path file = folder.resolve("wide.parquet");
    List<List<@Nullable Object>> expected = new ArrayList<>();
    try (ParquetWriter<Group> writer =
        OddFiles.writer(file, schema).withRowGroupRowCountLimit(7).build()) {
      for (int row = 0; row < 20; row++) {
        Group group = new SimpleGroup(schema);
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
          boolean isNull = i % 2 == 1 && (i + row) % 3 == 0;
          if (i % 2 == 0) {
            group.add(i, (long) i * row);
          } else if (!isNull) {
            group.add(i, i * row);
          }
          values.add(isNull ? null : (long) i * row);
        }
        writer.write(group);
        expected.add(values);
      }
    }
    assertThat(Scans.rows(ParquetTables.open(file.toString()))).isEqualTo(expected);
  }

  @Test
  void pagesOfNullsMayHaveCodesWithoutADictionary() throws IOException {
    Path file =
        OddFiles.write(
            folder.resolve("nulls.parquet"),
            "message t { required int32 id; optional int64 a; optional group s { optional binary b;"
                + " } }",
            WriterVersion.PARQUET_1_0,
            Collections.nCopies(500, group -> group.add("id", 7)));
    byte[] bytes = Files.readAllBytes(file);
    byte[] plain = {0x15, 0, 0x15, 6, 0x15, 8}; // encodings of values and levels, in page headers
    int changed = 0;
    for (int i = 0; i + plain.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + plain.length, plain, 0, plain.length)) {
        bytes[i + 1] = 2 * 8; // codes into a dictionary
        changed++;
      }
    }
    assertThat(changed).isPositive();
    Files.write(file, bytes);
    List<List<@Nullable Object>> rows = Scans.rows(ParquetTables.open(file.toString()));
    List<@Nullable Object> row = new ArrayList<>(List.of(7L));
    row.add(null);
    row.add(null);
    assertThat(rows).isEqualTo(Collections.nCopies(500, row));
  }

  @Test
  void aListOfPagesMayHaveEmptyOnes() throws IOException {
    Path file = write(builder(WriterVersion.PARQUET_1_0), 100, i -> "t" + i);
    ChunkInfo chunk = GroupFiles.footer(file).rowGroups().getFirst().chunks().getFirst();
    List<PageLocation> pages = new ArrayList<>();
    for (long firstRow : new long[] {0, 0, 40, 40, 40, 100}) {
      pages.add(new PageLocation(chunk.start() + pages.size(), 1, firstRow));
    }
    PageList list = PageList.of(pages, chunk, 100);
    assertThat(List.of(list.pageOf(0), list.pageOf(39), list.pageOf(40), list.pageOf(99)))
        .isEqualTo(List.of(1, 1, 4, 4));
  }
}
