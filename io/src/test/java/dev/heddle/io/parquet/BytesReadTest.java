package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.catalog.Table;
import dev.heddle.io.parquet.codec.ParquetCompressors;
import dev.heddle.io.parquet.fetch.PageList;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetFooter;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.testing.CountingStorage;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A narrow range of a sorted column costs hardly more than the pages that hold it. */
class BytesReadTest {
  private static final int ROWS = 400_000;
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int32 day (DATE);
            required int64 price (DECIMAL(15,2));
            required int64 discount (DECIMAL(15,2));
            required double quantity;
            required binary comment (STRING);
          }
          """);

  @TempDir Path folder;

  private Path write(WriterVersion version) throws IOException {
    Path file = folder.resolve("sorted.parquet");
    Random random = new Random(7);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ParquetCompressors())
            .withType(SCHEMA)
            .withWriterVersion(version)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withPageSize(32 << 10)
            .withRowGroupRowCountLimit(150_000)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        SimpleGroup group = new SimpleGroup(SCHEMA);
        group.add("day", 8000 + row / 160);
        group.add("price", random.nextLong(10_000_000));
        group.add("discount", random.nextLong(4000));
        group.add("quantity", (double) (1 + random.nextInt(50)));
        group.add("comment", "comment " + random.nextLong());
        writer.write(group);
      }
    }
    return file;
  }

  /** Returns the bytes of all pages of four columns that hold a row, and of their dictionaries. */
  private static long matching(ParquetFooter footer, long fromRow, long toRow) {
    long bytes = 0;
    long first = 0;
    try (RangedInput input = Storages.of(footer.file().path()).open(footer.file())) {
      for (RowGroupInfo group : footer.rowGroups()) {
        for (ChunkInfo chunk : group.chunks().subList(0, 4)) {
          byte[] list = input.readArray(chunk.pageIndexOffset(), chunk.pageIndexBytes());
          PageList pages = PageList.read(list, chunk, group.rows());
          boolean any = false;
          for (int page = 0; page < pages.count(); page++) {
            if (first + pages.firstRow(page) < toRow
                && first + pages.firstRow(page + 1) > fromRow) {
              bytes += pages.offset(page + 1) - pages.offset(page);
              any = true;
            }
          }
          bytes += any ? pages.offset(0) - chunk.start() : 0;
        }
        first += group.rows();
      }
    }
    return bytes;
  }

  /** Returns the bytes of the page indexes, which stand in front of the footer. */
  private static long indexes(ParquetFooter footer) {
    long bytes = 0;
    for (RowGroupInfo group : footer.rowGroups()) {
      for (ChunkInfo chunk : group.chunks()) {
        bytes += chunk.pageIndexBytes() + chunk.indexes().columnIndexBytes();
      }
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "PARQUET_1_0, 8100, 8110",
    "PARQUET_1_0, 8935, 8940",
    "PARQUET_2_0, 8100, 8110",
    "PARQUET_2_0, 9000, 9600"
  })
  void aNarrowRangeReadsItsPages(WriterVersion version, int from, int to) throws IOException {
    Path file = write(version);
    ParquetFooter footer = GroupFiles.footer(file);
    Table table = ParquetTables.open(file.toString());
    TestFilter low = TestFilter.byValue(0, v -> ((LocalDate) v).toEpochDay() >= from);
    TestFilter high = TestFilter.byValue(0, v -> ((LocalDate) v).toEpochDay() < to);
    ScanFilter filter =
        new ScanFilter(
            List.of(
                low.conjunct(
                    new PruningPredicate.Compare(
                        0, Operator.GREATER_OR_EQUAL, ScanValue.Whole.of(from))),
                high.conjunct(
                    new PruningPredicate.Compare(0, Operator.LESS, ScanValue.Whole.of(to)))));
    TableScan scan =
        table.scan(
            new ScanRequest(List.of(0, 1, 2, 3), List.of(1, 2, 3), filter, OptionalLong.empty()));
    assertThat(Scans.rows(scan)).hasSize((to - from) * 160);
    long pages = matching(footer, (from - 8000) * 160L, (to - 8000) * 160L);
    assertThat(scan.metrics().bytesRead.sum())
        .isLessThanOrEqualTo(Math.round(1.15 * pages) + indexes(footer));
    assertThat(scan.metrics().bytesRead.sum()).isLessThan(java.nio.file.Files.size(file) / 2);
  }

  /**
   * Reads with a filter that dictionaries do not decide, over columns with lists of pages: what was
   * read to find that out is not read again. (Small ones between pages of neighbours are, where all
   * comes in one read.)
   */
  @ParameterizedTest
  @CsvSource({"PARQUET_1_0, false", "PARQUET_1_0, true", "PARQUET_2_0, false", "PARQUET_2_0, true"})
  void noByteIsReadTwice(WriterVersion version, boolean isNarrow) throws IOException {
    Path file = write(version);
    Table table = ParquetTables.open(CountingStorage.SCHEME + file);
    TestFilter odd = TestFilter.byValue(2, v -> ((BigDecimal) v).unscaledValue().testBit(0));
    TestFilter even = TestFilter.byValue(0, v -> ((LocalDate) v).toEpochDay() % 2 == 0);
    TestFilter late = TestFilter.byValue(0, v -> ((LocalDate) v).toEpochDay() >= 9500);
    List<ScanFilter.Conjunct> conjuncts = new ArrayList<>(List.of(odd.conjunct(), even.conjunct()));
    if (isNarrow) {
      conjuncts.add(
          late.conjunct(
              new PruningPredicate.Compare(
                  0, Operator.GREATER_OR_EQUAL, ScanValue.Whole.of(9500))));
    }
    CountingStorage.READ.clear();
    List<Integer> columns = List.of(0, 1, 2, 3, 4);
    TableScan scan =
        table.scan(
            new ScanRequest(columns, columns, new ScanFilter(conjuncts), OptionalLong.empty()));
    assertThat(Scans.rows(scan)).hasSizeGreaterThan(isNarrow ? 10_000 : 80_000);
    List<CountingStorage.Read> reads =
        CountingStorage.READ.stream()
            .filter(read -> read.path().equals(file.toString()))
            .sorted(Comparator.comparingLong(CountingStorage.Read::from))
            .toList();
    long bytes = 0;
    long twice = 0;
    long end = 0;
    for (CountingStorage.Read read : reads) {
      bytes += read.to() - read.from();
      twice += Math.max(0, Math.min(end, read.to()) - read.from());
      end = Math.max(end, read.to());
    }
    assertThat(twice).as("%s", reads).isZero();
    assertThat(scan.metrics().bytesRead.sum()).isLessThanOrEqualTo(bytes);
    int dictionaries = isNarrow ? 1 : 3;
    assertThat(scan.metrics().indexBytesRead.sum()).isGreaterThan(dictionaries * 16_000L);
  }
}
