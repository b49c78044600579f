package dev.heddle.io.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.NestedGroupFiles;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.parquet.PrunableFiles;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.scan.FieldFilter;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken files end in a typed error that names them, or in rows; never in a crash or a leak. */
class CorruptFilesTest {
  private static final int SEEDS = Integer.getInteger("heddle.fuzz.bytes", 500);
  private static final int FIRST = Integer.getInteger("heddle.fuzz.first", 0);
  private static final long BUDGET_BYTES = 64L << 20;
  private static final Set<ErrorCode> EXPECTED =
      EnumSet.of(
          ErrorCode.CORRUPT_FILE,
          ErrorCode.UNSUPPORTED,
          ErrorCode.OUT_OF_MEMORY,
          ErrorCode.IO,
          ErrorCode.SCHEMA_MISMATCH);

  @TempDir Path folder;

  private void read(Path file, String what) {
    try {
      Table table = ParquetTables.open(file.toString());
      table.statistics();
      Scans.drain(table.scan(Scans.all(table)));
      Scans.drain(
          new ParquetScan(
              List.of(GroupFiles.footer(file)),
              Scans.all(table),
              new ScanTuning(300, 1, 0),
              new ScanMetrics()),
          BUDGET_BYTES);
      Scans.drain(
          new ParquetScan(
              List.of(GroupFiles.footer(file)),
              fewRows(table),
              new ScanTuning(300, 1, 0),
              new ScanMetrics()),
          BUDGET_BYTES);
      Scans.drain(
          new ParquetScan(
              List.of(GroupFiles.footer(file)),
              presentFields(table),
              new ScanTuning(300, 1, 0),
              new ScanMetrics()),
          BUDGET_BYTES);
    } catch (HeddleException e) {
      assertThat(e.code()).as("%s: %s", what, e).isIn(EXPECTED);
      assertThat(e.getSuppressed()).as("%s leaks memory", what).isEmpty();
      if (e.code() != ErrorCode.OUT_OF_MEMORY) {
        assertThat(e.getMessage()).as(what).contains(file.toString());
      }
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what, e);
    }
  }

  /** Asks for one row in seven, whatever it holds. */
  private static ScanRequest fewRows(Table table) {
    RowFilter filter =
        new RowFilter() {
          @Override
          public List<Integer> columns() {
            return table.schema().size() == 0 ? List.of() : List.of(0);
          }

          @Override
          public boolean isDecidedByValue() {
            return false;
          }

          @Override
          public Evaluation start(MemoryAccount account) {
            return new EverySeventh();
          }
        };
    ScanFilter.Conjunct conjunct =
        new ScanFilter.Conjunct("few", filter, Optional.empty(), Optional.of("it is a test"));
    ScanRequest all = Scans.all(table);
    return new ScanRequest(
        all.columns(), all.outputs(), new ScanFilter(List.of(conjunct)), OptionalLong.empty());
  }

  /** Asks for the rows that have values in some columns, or in the first fields of structs. */
  private static ScanRequest presentFields(Table table) {
    List<ScanFilter.Conjunct> conjuncts = new ArrayList<>();
    for (int column = 0; column < table.schema().size(); column += 2) {
      List<String> path = new ArrayList<>();
      DataType type = table.schema().field(column).type();
      while (type instanceof DataType.Struct struct) {
        path.add(struct.names().getFirst());
        type = struct.fields().getFirst().type();
      }
      List<FieldPath> inputs = List.of(new FieldPath(column, path));
      RowFilter alone = new Present(List.of(0), Optional.empty());
      RowFilter rows = new Present(List.of(column), Optional.of(new FieldFilter(inputs, alone)));
      conjuncts.add(
          new ScanFilter.Conjunct("there", rows, Optional.empty(), Optional.of("it is a test")));
    }
    ScanRequest all = Scans.all(table);
    return new ScanRequest(
        all.columns(), all.outputs(), new ScanFilter(conjuncts), OptionalLong.empty());
  }

  /** Keeps the rows in which the only column has a value. */
  private record Present(List<Integer> columns, Optional<FieldFilter> byFields)
      implements RowFilter {
    @Override
    public boolean isDecidedByValue() {
      return true;
    }

    @Override
    public Evaluation start(MemoryAccount account) {
      return new Evaluation() {
        @Override
        public int narrow(Column[] columns, int rows, long selection, int count, long output) {
          int kept = 0;
          for (int i = 0; i < count; i++) {
            int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
            if (!columns[0].isNull(row)) {
              Memory.putInt(output + 4L * kept++, row);
            }
          }
          return kept;
        }

        @Override
        public void close() {}
      };
    }
  }

  private static final class EverySeventh implements RowFilter.Evaluation {
    @Override
    public int narrow(Column[] columns, int rows, long selection, int count, long output) {
      int kept = 0;
      for (int i = 3; i < count; i += 7) {
        int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
        Memory.putInt(output + 4L * kept++, row);
      }
      return kept;
    }

    @Override
    public void close() {}
  }

  @Test
  void mutatedFilesGiveErrorsOrRows() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
        readMutated(duck, seed);
      }
    }
  }

  /** The list of pages of a row group is broken, and a batch of the one before is at hand. */
  @Test
  void aRowGroupThatCannotBePlannedAheadTakesNothingAlong() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      readMutated(duck, 1929);
    }
  }

  private void readMutated(DuckDbOracle duck, int seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = Files.readAllBytes(source(duck, seed / 20));
    String what = "seed " + seed;
    if (seed % 5 == 0) {
      bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
    } else if (seed % 5 == 1) {
      int length = 1 + random.nextInt(200);
      int from = random.nextInt(bytes.length);
      int to = random.nextInt(bytes.length);
      length = Math.min(length, bytes.length - Math.max(from, to));
      System.arraycopy(bytes, from, bytes, to, length);
      what += ", bytes " + from + " spliced to " + to;
    } else {
      int tail = Math.min(bytes.length, 3000);
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        int at =
            random.nextBoolean()
                ? random.nextInt(bytes.length)
                : bytes.length - 1 - random.nextInt(tail);
        bytes[at] =
            random.nextBoolean()
                ? (byte) random.nextInt()
                : (byte) (bytes[at] ^ 1 << random.nextInt(8));
        what += ", byte " + at;
      }
    }
    Path file = folder.resolve("mutated" + seed + ".parquet");
    Files.write(file, bytes);
    read(file, what);
    Files.delete(file);
  }

  private Path source(DuckDbOracle duck, int number) throws IOException {
    Path file = folder.resolve("source" + number + ".parquet");
    if (Files.exists(file)) {
      return file;
    }
    if (number % 5 == 1) {
      return PrunableFiles.write(file, new Random(number));
    }
    if (number % 5 == 2) {
      return ParquetFiles.write(
          duck,
          "SELECT i, [i, NULL, i % 7] AS l, {'a': i, 'b': ['t' || i, NULL]} AS s, MAP {i: i % 3} AS"
              + " m, CASE WHEN i % 5 > 0 THEN [[i]] END AS n FROM range(900) t(i)",
          file,
          "PARQUET_VERSION " + (number % 2 == 0 ? "V1" : "V2"));
    }
    if (number % 5 == 3) {
      NestedGroupFiles.write(file, 1000 + number);
      return file;
    }
    return number % 3 == 0
        ? ParquetFiles.write(
            duck,
            "SELECT i, i % 5 AS few, 'text number ' || i % 50 AS coded, repeat('x', i % 30) AS"
                + " text, CASE WHEN i % 3 = 0 THEN i / 2 END AS holes, i % 2 = 0 AS truth FROM"
                + " range(700) t(i)",
            file,
            "CODEC "
                + (number % 2 == 0 ? "uncompressed" : "snappy")
                + ", PARQUET_VERSION "
                + (number % 4 < 2 ? "V1" : "V2"))
        : GroupFiles.write(file, 1000 + number);
  }

  private HeddleException failure(Path file) {
    try {
      Scans.rows(ParquetTables.open(file.toString()));
    } catch (HeddleException e) {
      return e;
    }
    throw new AssertionError("no error");
  }

  @Test
  void aTextFileIsNoParquetFile() throws IOException {
    Path file = Files.writeString(folder.resolve("a.parquet"), "a,b\n1,2\nand some more text\n");
    HeddleException e = failure(file);
    assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_FILE);
    assertThat(e).hasMessageContaining("it is no Parquet file, or it has been cut off");
  }

  @Test
  void aTinyFileIsTooShort() throws IOException {
    Path file = Files.writeString(folder.resolve("a.parquet"), "PAR1");
    assertThat(failure(file)).hasMessageContaining("too few for a Parquet file");
  }

  @Test
  void anEncryptedFooterIsUnsupported() throws IOException {
    Path file = Files.writeString(folder.resolve("a.parquet"), "PARE        \4\0\0\0PARE");
    HeddleException e = failure(file);
    assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(e).hasMessageContaining("is encrypted");
  }

  @Test
  void aChangedFileIsNotReadWithTheOldFooter() throws IOException {
    Path file = folder.resolve("a.parquet");
    ParquetFiles.write("SELECT 1 AS a", file);
    Table table = ParquetTables.open(file.toString());
    ParquetFiles.write("SELECT 1 AS a, 'longer' AS b", file);
    assertThatThrownBy(() -> Scans.rows(table))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("has changed since it was opened");
  }
}
