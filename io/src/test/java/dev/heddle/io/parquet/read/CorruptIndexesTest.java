package dev.heddle.io.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Column;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.parquet.PrunableFiles;
import dev.heddle.io.parquet.RandomPredicates;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Verdicts;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken page indexes, Bloom filters and dictionaries end in a typed error or in rows. */
class CorruptIndexesTest {
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 50);
  private static final Set<ErrorCode> EXPECTED =
      EnumSet.of(ErrorCode.CORRUPT_FILE, ErrorCode.OUT_OF_MEMORY, ErrorCode.IO);

  @TempDir Path folder;

  /** Passes one row in seven, as if by its value, whatever that is. */
  private record EverySeventh(List<Integer> columns) implements RowFilter {
    @Override
    public boolean isDecidedByValue() {
      return columns.size() == 1;
    }

    @Override
    public Evaluation start(MemoryAccount account) {
      return new Evaluation() {
        @Override
        public int narrow(Column[] lent, int rows, long selection, int count, long output) {
          int kept = 0;
          for (int i = 3; i < count; i += 7) {
            int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
            Memory.putInt(output + 4L * kept++, row);
          }
          return kept;
        }

        @Override
        public void close() {}
      };
    }
  }

  private static ScanFilter.Conjunct conjunct(PruningPredicate form) {
    List<Integer> columns = new ArrayList<>();
    Verdicts.forEachLeaf(form, leaf -> columns.add(Verdicts.column(leaf)));
    List<Integer> read = columns.stream().distinct().sorted().toList();
    return new ScanFilter.Conjunct(
        form.toString(), new EverySeventh(read), Optional.of(form), Optional.empty());
  }

  @Test
  void anyByteBeforeTheFooterMayBeWrong() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path whole = PrunableFiles.write(folder.resolve("w" + seed + ".parquet"), random);
      Table table = ParquetTables.open(whole.toString());
      List<List<@Nullable Object>> rows = Scans.rows(table);
      RandomPredicates predicates = new RandomPredicates(table.schema(), rows, random);
      byte[] bytes = Files.readAllBytes(whole);
      int footer =
          bytes.length
              - 8
              - ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
      for (int i = 0; i <= random.nextInt(8) && footer > 8; i++) {
        // the indexes stand at the end
        int from = random.nextInt(3) > 0 ? Math.max(4, footer - 800) : 4;
        bytes[from + random.nextInt(footer - from)] ^= (byte) (1 << random.nextInt(8));
      }
      Path broken = Files.write(folder.resolve("b" + seed + ".parquet"), bytes);
      for (int round = 0; round < 3; round++) {
        PruningPredicate form = predicates.conjunct(0).conjunct().pruning().orElseThrow();
        read("seed " + seed + ", " + form, broken, table.schema().size(), form);
      }
      Files.delete(whole);
      Files.delete(broken);
    }
  }

  private static void read(String what, Path file, int width, PruningPredicate form) {
    List<Integer> columns = IntStream.range(0, width).boxed().toList();
    try {
      Scans.drain(
          new ParquetScan(
              List.of(GroupFiles.footer(file)),
              new ScanRequest(
                  columns, columns, new ScanFilter(List.of(conjunct(form))), OptionalLong.empty()),
              new ScanTuning(300, 1, 0),
              new ScanMetrics()));
    } catch (HeddleException e) {
      assertThat(e.code()).as("%s: %s", what, e).isIn(EXPECTED);
      if (e.code() != ErrorCode.OUT_OF_MEMORY) {
        assertThat(e.getMessage()).as(what).contains(file.toString());
      }
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what, e);
    }
  }
}
